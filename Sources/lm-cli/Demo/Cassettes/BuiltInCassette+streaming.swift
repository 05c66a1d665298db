// Written by .ci/embed-demo from Fixtures/demo/streaming.cassette.jsonl.
extension BuiltInCassette {
    static let streaming = ###"""
        {"cassette":1,"recorder":"swift-lm 0.1.0","recorded":"2026-11-30T16:54:22Z","redaction":"default-1","scan":"secrets-1"}
        {"request":1,"method":"POST","url":"https://api.x.ai/v1/responses","headers":{"accept":"text/event-stream","content-type":"application/json"}}
        {"body":1,"at":"model","json":"grok-4.7"}
        {"body":1,"at":"stream","json":true}
        {"body":1,"at":"store","json":false}
        {"body":1,"at":"include/0","json":"reasoning.encrypted_content"}
        {"body":1,"at":"prompt_cache_key","json":"BC01236A-322C-4B6D-9009-D73D78FA3A8D"}
        {"body":1,"at":"input/0","json":{"type":"message","role":"user","content":"Say hello in five languages, in one line."}}
        {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
        {"event":1,"json":{"type":"response.created","sequence_number":0,"response":{"id":"e88b7591-31db-4e32-98dc-b35f94c662cd","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":1,"json":{"type":"response.in_progress","sequence_number":1,"response":{"id":"e88b7591-31db-4e32-98dc-b35f94c662cd","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":1,"json":{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","type":"message","role":"assistant","status":"in_progress","content":[]}}}
        {"event":1,"json":{"type":"response.content_part.added","sequence_number":3,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"Hello","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"! ","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":6,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"Bon","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":7,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"jour","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":8,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"! ","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":9,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"¡","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"Hola","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":11,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"! ","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":12,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"こん","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":13,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"にちは","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":14,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"! ","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":15,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"Привет","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":16,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"! ","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":17,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"delta":"👋🏽","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.done","sequence_number":18,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"text":"Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽","logprobs":[]}}
        {"event":1,"json":{"type":"response.content_part.done","sequence_number":19,"item_id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽","annotations":[],"logprobs":[]}}}
        {"event":1,"json":{"type":"response.output_item.done","sequence_number":20,"output_index":0,"item":{"id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽","annotations":[],"logprobs":[]}]}}}
        {"event":1,"json":{"type":"response.completed","sequence_number":21,"response":{"id":"e88b7591-31db-4e32-98dc-b35f94c662cd","object":"response","created_at":1796036709,"status":"completed","model":"grok-4.7","output":[{"id":"msg_e88b7591-31db-4e32-98dc-b35f94c662cd","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽","annotations":[],"logprobs":[]}]}],"usage":{"input_tokens":31,"input_tokens_details":{"cached_tokens":0},"output_tokens":19,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":50,"num_sources_used":0,"num_server_side_tools_used":0,"cost_in_usd_ticks":1760000,"context_details":{"input_tokens":31,"output_tokens":19}},"store":false,"completed_at":1796036711}}}
        {"wire":1,"cuts":[[261,91],[269,2],[245,31],[260,1],[217,20],[214,22],[215,20],[216,22],[214,20],[214,21],[217,20],[215,21],[219,21],[222,21],[215,21],[225,21],[215,21],[221,21],[595,0],[368,1],[814,10]]}
        {"end":1,"how":"eof","bytes":5851}

        """###
}
