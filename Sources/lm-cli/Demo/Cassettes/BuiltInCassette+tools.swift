// Written by .ci/embed-demo from Fixtures/demo/tools.cassette.jsonl.
extension BuiltInCassette {
    static let tools = ###"""
        {"cassette":1,"recorder":"swift-lm 0.1.0","recorded":"2026-11-30T16:54:23Z","redaction":"default-1","scan":"secrets-1"}
        {"request":1,"method":"POST","url":"https://api.x.ai/v1/responses","headers":{"accept":"text/event-stream","content-type":"application/json"}}
        {"body":1,"at":"model","json":"grok-4.7"}
        {"body":1,"at":"stream","json":true}
        {"body":1,"at":"store","json":false}
        {"body":1,"at":"include/0","json":"reasoning.encrypted_content"}
        {"body":1,"at":"prompt_cache_key","json":"976171A5-127D-4326-B110-05FF1C76B643"}
        {"body":1,"at":"tools/0","json":{"type":"function","name":"weather","description":"The weather of a city.","parameters":{"type":"object","title":"Arguments","properties":{"city":{"type":"string","description":"The name of a city."}},"required":["city"]}}}
        {"body":1,"at":"tool_choice","json":"auto"}
        {"body":1,"at":"input/0","json":{"type":"message","role":"user","content":"Do I need an umbrella in Paris or in Rome?"}}
        {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
        {"event":1,"json":{"type":"response.created","sequence_number":0,"response":{"id":"ef2843ff-74cf-46a6-b6dc-0914faa30751","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":1,"json":{"type":"response.in_progress","sequence_number":1,"response":{"id":"ef2843ff-74cf-46a6-b6dc-0914faa30751","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":1,"json":{"type":"response.output_item.added","sequence_number":2,"item":{"id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_0","type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-0","name":"weather","arguments":"","status":"in_progress"},"output_index":0}}
        {"event":1,"json":{"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_0","output_index":0,"delta":"{\"city\":\"Paris\"}"}}
        {"event":1,"json":{"type":"response.function_call_arguments.done","sequence_number":4,"item_id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_0","output_index":0,"arguments":"{\"city\":\"Paris\"}"}}
        {"event":1,"json":{"type":"response.output_item.done","sequence_number":5,"item":{"id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_0","type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-0","name":"weather","arguments":"{\"city\":\"Paris\"}","status":"completed"},"output_index":0}}
        {"event":1,"json":{"type":"response.output_item.added","sequence_number":6,"item":{"id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_1","type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-1","name":"weather","arguments":"","status":"in_progress"},"output_index":1}}
        {"event":1,"json":{"type":"response.function_call_arguments.delta","sequence_number":7,"item_id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_1","output_index":1,"delta":"{\"city\":\"Rome\"}"}}
        {"event":1,"json":{"type":"response.function_call_arguments.done","sequence_number":8,"item_id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_1","output_index":1,"arguments":"{\"city\":\"Rome\"}"}}
        {"event":1,"json":{"type":"response.output_item.done","sequence_number":9,"item":{"id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_1","type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-1","name":"weather","arguments":"{\"city\":\"Rome\"}","status":"completed"},"output_index":1}}
        {"event":1,"json":{"type":"response.completed","sequence_number":10,"response":{"id":"ef2843ff-74cf-46a6-b6dc-0914faa30751","object":"response","created_at":1796036709,"status":"completed","model":"grok-4.7","output":[{"id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_0","type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-0","name":"weather","arguments":"{\"city\":\"Paris\"}","status":"completed"},{"id":"fc_ef2843ff-74cf-46a6-b6dc-0914faa30751_1","type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-1","name":"weather","arguments":"{\"city\":\"Rome\"}","status":"completed"}],"usage":{"input_tokens":96,"input_tokens_details":{"cached_tokens":0},"output_tokens":38,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":134,"num_sources_used":0,"num_server_side_tools_used":0,"cost_in_usd_ticks":4200000,"context_details":{"input_tokens":96,"output_tokens":38}},"store":false,"completed_at":1796036711}}}
        {"wire":1,"cuts":[[261,87],[269,0],[308,31],[225,11],[227,0],[324,1],[308,30],[224,11],[226,1],[323,0],[974,12]]}
        {"end":1,"how":"eof","bytes":3669}
        {"request":2,"method":"POST","url":"https://api.x.ai/v1/responses","headers":{"accept":"text/event-stream","content-type":"application/json"}}
        {"body":2,"at":"model","json":"grok-4.7"}
        {"body":2,"at":"stream","json":true}
        {"body":2,"at":"store","json":false}
        {"body":2,"at":"include/0","json":"reasoning.encrypted_content"}
        {"body":2,"at":"prompt_cache_key","json":"976171A5-127D-4326-B110-05FF1C76B643"}
        {"body":2,"at":"tools/0","json":{"type":"function","name":"weather","description":"The weather of a city.","parameters":{"type":"object","title":"Arguments","properties":{"city":{"type":"string","description":"The name of a city."}},"required":["city"]}}}
        {"body":2,"at":"tool_choice","json":"auto"}
        {"body":2,"at":"input/0","json":{"type":"message","role":"user","content":"Do I need an umbrella in Paris or in Rome?"}}
        {"body":2,"at":"input/1","json":{"type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-0","name":"weather","arguments":"{\"city\":\"Paris\"}"}}
        {"body":2,"at":"input/2","json":{"type":"function_call","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-1","name":"weather","arguments":"{\"city\":\"Rome\"}"}}
        {"body":2,"at":"input/3","json":{"type":"function_call_output","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-0","output":"12 °C, rain until the evening"}}
        {"body":2,"at":"input/4","json":{"type":"function_call_output","call_id":"call-ef2843ff-74cf-46a6-b6dc-0914faa30751-1","output":"23 °C, clear"}}
        {"response":2,"status":200,"headers":{"content-type":"text/event-stream"}}
        {"event":2,"json":{"type":"response.created","sequence_number":0,"response":{"id":"32a7cae9-df32-4560-8500-2635f5bffffb","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":2,"json":{"type":"response.in_progress","sequence_number":1,"response":{"id":"32a7cae9-df32-4560-8500-2635f5bffffb","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":2,"json":{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","type":"message","role":"assistant","status":"in_progress","content":[]}}}
        {"event":2,"json":{"type":"response.content_part.added","sequence_number":3,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":"In","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" Paris,","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":6,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" yes:","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":7,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" it","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":8,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" rains","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":9,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" until","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" the","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":11,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" evening.","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":12,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" In","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":13,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" Rome","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":14,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" the","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":15,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" sky","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":16,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" is","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.delta","sequence_number":17,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"delta":" clear.","logprobs":[]}}
        {"event":2,"json":{"type":"response.output_text.done","sequence_number":18,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"text":"In Paris, yes: it rains until the evening. In Rome the sky is clear.","logprobs":[]}}
        {"event":2,"json":{"type":"response.content_part.done","sequence_number":19,"item_id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","output_index":0,"content_index":0,"part":{"type":"output_text","text":"In Paris, yes: it rains until the evening. In Rome the sky is clear.","annotations":[],"logprobs":[]}}}
        {"event":2,"json":{"type":"response.output_item.done","sequence_number":20,"output_index":0,"item":{"id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"In Paris, yes: it rains until the evening. In Rome the sky is clear.","annotations":[],"logprobs":[]}]}}}
        {"event":2,"json":{"type":"response.completed","sequence_number":21,"response":{"id":"32a7cae9-df32-4560-8500-2635f5bffffb","object":"response","created_at":1796036709,"status":"completed","model":"grok-4.7","output":[{"id":"msg_32a7cae9-df32-4560-8500-2635f5bffffb","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"In Paris, yes: it rains until the evening. In Rome the sky is clear.","annotations":[],"logprobs":[]}]}],"usage":{"input_tokens":171,"input_tokens_details":{"cached_tokens":64},"output_tokens":21,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":192,"num_sources_used":0,"num_server_side_tools_used":0,"cost_in_usd_ticks":3720000,"context_details":{"input_tokens":171,"output_tokens":21}},"store":false,"completed_at":1796036711}}}
        {"wire":2,"cuts":[[261,63],[269,1],[245,31],[260,1],[214,20],[219,20],[217,21],[215,21],[218,21],[218,20],[217,21],[222,22],[216,21],[218,21],[217,21],[217,20],[216,21],[220,21],[278,1],[327,1],[373,0],[823,11]]}
        {"end":2,"how":"eof","bytes":5880}

        """###
}
