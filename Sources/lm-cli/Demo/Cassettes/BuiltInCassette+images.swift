// Written by .ci/embed-demo from Fixtures/demo/images.cassette.jsonl.
extension BuiltInCassette {
    static let images = ###"""
        {"cassette":1,"recorder":"swift-lm 0.1.0","recorded":"2026-11-30T16:54:25Z","redaction":"default-1","scan":"secrets-1"}
        {"request":1,"method":"POST","url":"https://api.x.ai/v1/responses","headers":{"accept":"text/event-stream","content-type":"application/json"}}
        {"body":1,"at":"model","json":"grok-4.7"}
        {"body":1,"at":"stream","json":true}
        {"body":1,"at":"store","json":false}
        {"body":1,"at":"include/0","json":"reasoning.encrypted_content"}
        {"body":1,"at":"prompt_cache_key","json":"C8A40A72-67D2-42BC-8906-62340F05AB56"}
        {"body":1,"at":"input/0","json":{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAH0lEQVR42mP4jwMwQKg7cnJwhJBAFoXLUVkCp+VYAQAiBYKhiuHofgAAAABJRU5ErkJggg=="},{"type":"input_text","text":"What is in this picture?"}]}}
        {"response":1,"status":200,"headers":{"content-type":"text/event-stream"}}
        {"event":1,"json":{"type":"response.created","sequence_number":0,"response":{"id":"7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":1,"json":{"type":"response.in_progress","sequence_number":1,"response":{"id":"7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","object":"response","created_at":1796036709,"status":"in_progress","model":"grok-4.7","output":[],"usage":null,"store":false}}}
        {"event":1,"json":{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","type":"message","role":"assistant","status":"in_progress","content":[]}}}
        {"event":1,"json":{"type":"response.content_part.added","sequence_number":3,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":4,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":"A","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":5,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" red","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":6,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" dot","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":7,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" on","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":8,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" a","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":9,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" white","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":10,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" ground,","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":11,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" eight","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":12,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" pixels","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.delta","sequence_number":13,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"delta":" square.","logprobs":[]}}
        {"event":1,"json":{"type":"response.output_text.done","sequence_number":14,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"text":"A red dot on a white ground, eight pixels square.","logprobs":[]}}
        {"event":1,"json":{"type":"response.content_part.done","sequence_number":15,"item_id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","output_index":0,"content_index":0,"part":{"type":"output_text","text":"A red dot on a white ground, eight pixels square.","annotations":[],"logprobs":[]}}}
        {"event":1,"json":{"type":"response.output_item.done","sequence_number":16,"output_index":0,"item":{"id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"A red dot on a white ground, eight pixels square.","annotations":[],"logprobs":[]}]}}}
        {"event":1,"json":{"type":"response.completed","sequence_number":17,"response":{"id":"7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","object":"response","created_at":1796036709,"status":"completed","model":"grok-4.7","output":[{"id":"msg_7aaf4542-e6ae-4c3c-ba6b-b9c4b5ef5e70","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"A red dot on a white ground, eight pixels square.","annotations":[],"logprobs":[]}]}],"usage":{"input_tokens":289,"input_tokens_details":{"cached_tokens":0},"output_tokens":12,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":301,"num_sources_used":0,"num_server_side_tools_used":0,"cost_in_usd_ticks":6500000,"context_details":{"input_tokens":289,"output_tokens":12}},"store":false,"completed_at":1796036711}}}
        {"wire":1,"cuts":[[261,124],[269,1],[245,30],[260,2],[213,20],[216,21],[216,20],[215,21],[214,20],[218,20],[221,21],[219,20],[220,21],[221,21],[259,1],[308,0],[354,0],[803,11]]}
        {"end":1,"how":"eof","bytes":4932}

        """###
}
