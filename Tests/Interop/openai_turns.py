"""Sends every request of a cassette through the openai package, and compares what it makes of the answers."""

import base64
import json
import pathlib
import subprocess
import sys

import openai


def text_on_wire(body: bytes) -> str:
    """The text of a recorded answer, streamed or whole."""
    if body.lstrip().startswith(b"{"):
        items = json.loads(body).get("output", [])
        return "".join(p.get("text", "") for i in items if i["type"] == "message" for p in i["content"])
    events = [json.loads(line[6:]) for line in body.decode().splitlines() if line.startswith("data: {")]
    return "".join(e["delta"] for e in events if e["type"] == "response.output_text.delta")


def chat_on_wire(body: bytes) -> tuple[str, str]:
    """The text and the calls of a recorded chat completion, streamed or whole."""
    if body.lstrip().startswith(b"{"):
        messages = [json.loads(body)["choices"][0]["message"]]
    else:
        chunks = [json.loads(line[6:]) for line in body.decode().splitlines() if line.startswith("data: {")]
        messages = [chunk["choices"][0]["delta"] for chunk in chunks if chunk["choices"]]
    text = "".join(message.get("content") or "" for message in messages)
    calls = [call["function"] for message in messages for call in message.get("tool_calls") or []]
    return text, "".join((call.get("name") or "") + (call.get("arguments") or "") for call in calls)


def chat_turn(client: openai.OpenAI, request: dict, is_document: bool) -> tuple[str, str]:
    """The text and the calls of a turn, whose end and tokens are there."""
    if is_document and request.get("stream"):
        # The package takes no document for a stream, so it is handed over as what it is.
        response = client.chat.completions.with_raw_response.create(**request).http_response
        completion = openai.types.chat.ChatCompletion.model_validate_json(response.read())
    elif request.pop("stream", False):
        with client.chat.completions.stream(**request) as stream:
            for _ in stream:
                pass
            completion = stream.get_final_completion()
    else:
        completion = client.chat.completions.create(**request)
    choice = completion.choices[0]
    calls = [call.function for call in choice.message.tool_calls or []]
    assert choice.finish_reason in ("stop", "tool_calls"), choice.finish_reason
    assert (choice.finish_reason == "tool_calls") == bool(calls), choice
    assert completion.usage is None or completion.usage.total_tokens > 0
    return choice.message.content or "", "".join(call.name + call.arguments for call in calls)


def turn(client: openai.OpenAI, request: dict) -> tuple[str, str]:
    """The text and the status of a turn."""
    if not request.pop("stream", False):
        response = client.responses.create(**request)
        return response.output_text, response.status
    text, status = "", "cut"
    with client.responses.create(stream=True, **request) as stream:
        for event in stream:
            if event.type == "response.output_text.delta":
                text += event.delta
            elif event.type == "response.completed":
                status = event.response.status
                assert event.response.usage is None or event.response.usage.total_tokens > 0
    return text, status


def interactions(tool: str, cassette: str) -> list[dict]:
    """What a cassette holds, as its HTTP archive has it, with the way in which each response ended."""
    archive = subprocess.run(
        [tool, "-q", "cassette", "export", cassette, "--as", "har"], check=True, capture_output=True
    ).stdout
    lines = map(json.loads, pathlib.Path(cassette).read_text().splitlines())
    ends = {line["end"]: line["how"] for line in lines if "end" in line}
    entries = json.loads(archive)["log"]["entries"]
    return [entry | {"how": ends.get(number)} for number, entry in enumerate(entries, 1)]


def main(tool: str, cassette: str, url: str) -> None:
    client = openai.OpenAI(base_url=url, api_key="unused", max_retries=0)
    turns = 0
    for interaction in interactions(tool, cassette):
        request, response = interaction["request"], interaction["response"]
        is_chat = request["url"].endswith("/chat/completions")
        if not is_chat and not request["url"].endswith("/responses"):
            continue
        content = response["content"]
        body = content.get("text", "").encode()
        if content.get("encoding") == "base64":
            body = base64.b64decode(body)
        sent = json.loads(request["postData"]["text"])
        turns += 1
        if is_chat:
            said = chat_turn(client, sent, is_document=body.lstrip().startswith(b"{"))
            assert said == chat_on_wire(body), (said, chat_on_wire(body))
            continue
        if response["status"] != 200:
            try:
                turn(client, sent)
            except openai.APIStatusError as error:
                assert error.status_code == response["status"], error
                continue
            raise AssertionError("an error was taken for an answer")
        try:
            text, status = turn(client, sent)
        except Exception as error:  # also httpx's own, which the package lets through
            assert interaction["how"] != "eof", error
            continue
        assert text == text_on_wire(body), (text, text_on_wire(body))
        assert status == "completed", status
    print(f"{pathlib.Path(cassette).name}, {turns} turns")


main(*sys.argv[1:])
