"""Lists, calls, answers a question, cancels and listens with the client of the Python SDK.

    python everything.py modern|legacy URL
    python everything.py modern|legacy COMMAND [ARGUMENT...]

Talks to the server `everything`, at a URL or as a child process, prints one JSON line per fact, and
ends with exit code 1 and a sentence on stderr as soon as a fact is not as it must be.
"""

import asyncio
import sys
import warnings
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import mcp_types as types
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters
from mcp.client.subscriptions import ListenNotSupportedError
from mcp.shared.exceptions import MCPDeprecationWarning

from peer import USAGE_EXIT_CODE, Unexpected, fact, require, run, version_of

COUNTER = "everything://counter"
STEP_SECONDS = 10
TOOLS = ["hello", "ask", "slow", "state", "change"]
# What changes, and the class name of the event or notification that tells of it.
CHANGES = {
    "tools": ("ToolsListChanged", "ToolListChangedNotification"),
    "prompts": ("PromptsListChanged", "PromptListChangedNotification"),
    "resources": ("ResourcesListChanged", "ResourceListChangedNotification"),
    "counter": ("ResourceUpdated", "ResourceUpdatedNotification"),
}


async def within(what: str, work: Awaitable[Any]) -> Any:
    try:
        return await asyncio.wait_for(work, STEP_SECONDS)
    except TimeoutError:
        raise Unexpected(f"{what} did not come within {STEP_SECONDS} s.") from None


async def call(client: Client, tool: str, arguments: dict[str, Any], **options: Any) -> str:
    result = await within(f"The answer of {tool}", client.call_tool(tool, arguments, **options))
    content = result.structured_content
    require(
        not result.is_error and isinstance(content, dict) and set(content) == {"result"},
        f"{tool}({arguments}) must succeed with a `result`, but it gives {result!r}.",
    )
    return content["result"]


async def lists(client: Client) -> None:
    tools = [tool.name for tool in (await client.list_tools()).tools]
    require(tools == TOOLS, f"The tools must be {TOOLS}, but they are {tools}.")
    prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
    require(prompts == ["greet"], f"The prompts must be ['greet'], but they are {prompts}.")
    resources = [str(resource.uri) for resource in (await client.list_resources()).resources]
    require(resources == [COUNTER], f"The resources must be [{COUNTER!r}], but they are {resources}.")
    fact("listed", {"tools": tools, "prompts": prompts, "resources": resources})


async def calls(client: Client) -> None:
    said = await call(client, "hello", {"name": "Jürgen 🦀"})
    require(said == "Hello, Jürgen 🦀!", f"hello must greet, but it says {said!r}.")
    prompt = await within("The prompt", client.get_prompt("greet", {"name": "Amira"}))
    said_prompt = getattr(prompt.messages[0].content, "text", None)
    require(said_prompt == "Greet Amira.", f"The prompt must be filled in, but it is {prompt!r}.")
    fact("called", [said, said_prompt, await count(client)])


async def count(client: Client) -> int:
    read = await within("The counter", client.read_resource(COUNTER, cache_mode="bypass"))
    return int(getattr(read.contents[0], "text", ""))


async def answers(client: Client, questions: list[str]) -> None:
    said = await call(client, "ask", {})
    require(said == "Hello, Amira!", f"ask must greet whom it asked, but it says {said!r}.")
    require(questions == ["What is your name?"], f"One question must have come, but {questions} did.")
    fact("answered", {"question": questions[0], "then": said})


async def progress(client: Client) -> None:
    steps: list[tuple[float, float | None]] = []

    async def step(done: float, total: float | None, _message: str | None) -> None:
        steps.append((done, total))

    await call(client, "slow", {"key": "short", "steps": 3}, progress_callback=step)
    # What came last may still be on its way to the callback.
    await until("all steps", lambda: len(steps) >= 3)
    require(steps == [(1, 3), (2, 3), (3, 3)], f"Three steps must be told, but {steps} were.")
    fact("progress", steps)


async def until(what: str, holds: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.01)

    await within(what, wait())


async def cancels(client: Client) -> None:
    begun = asyncio.Event()

    async def step(_done: float, _total: float | None, _message: str | None) -> None:
        begun.set()

    work = asyncio.create_task(client.call_tool("slow", {"key": "long"}, progress_callback=step))
    await within("The first step of what will be cancelled", begun.wait())
    state = await call(client, "state", {"key": "long"})
    require(state == "running", f"The call must be running before it is cancelled, but it is {state}.")
    work.cancel()
    await asyncio.wait([work], timeout=STEP_SECONDS)
    require(work.cancelled(), f"The call must end as cancelled on this side, but it is {work!r}.")

    async def stopped() -> None:
        while await call(client, "state", {"key": "long"}) != "stopped":
            await asyncio.sleep(0.02)

    await within("The end of the cancelled call in the server", stopped())
    fact("cancelled", await call(client, "state", {"key": "long"}))


async def listens(client: Client) -> None:
    filters = {"tools_list_changed": True, "prompts_list_changed": True, "resources_list_changed": True}
    async with client.listen(resource_subscriptions=[COUNTER], **filters) as stream:
        honored = stream.honored.model_dump(exclude_none=True)
        require(
            honored == filters | {"resource_subscriptions": [COUNTER]},
            f"All that was asked for must be acknowledged, but it is {honored}.",
        )
        before = await count(client)
        for what, (event, _) in CHANGES.items():
            await call(client, "change", {"what": what})
            came = await within(f"The event of a change of {what}", anext(stream))
            require(type(came).__name__ == event, f"A change of {what} must be told as {event}, but {came!r} came.")
            fact("heard", repr(came))
    require(await count(client) == before + 1, "The counter must have counted once.")


async def hears(client: Client, heard: asyncio.Queue[types.ServerNotification]) -> None:
    try:
        async with client.listen(tools_list_changed=True):
            raise Unexpected("subscriptions/listen must not be had before 2026-07-28.")
    except ListenNotSupportedError as error:
        fact("not in this mode", f"subscriptions/listen: {error}")
    await within("The answer to resources/subscribe", client.subscribe_resource(COUNTER))
    before = await count(client)
    for what, (_, notification) in CHANGES.items():
        await call(client, "change", {"what": what})
        came = await within(f"The notification of a change of {what}", heard.get())
        require(
            type(came).__name__ == notification,
            f"A change of {what} must be told as {notification}, but {came!r} came.",
        )
        fact("heard", came.model_dump(mode="json", by_alias=True, exclude_none=True))
    require(await count(client) == before + 1, "The counter must have counted once.")
    await within("The answer to resources/unsubscribe", client.unsubscribe_resource(COUNTER))


async def converse(mode: str, target: list[str]) -> None:
    questions: list[str] = []
    unreadable: list[Exception] = []
    heard: asyncio.Queue[types.ServerNotification] = asyncio.Queue()

    async def answer(_context: Any, question: types.ElicitRequestParams) -> types.ElicitResult:
        questions.append(question.message)
        return types.ElicitResult(action="accept", content={"name": "Amira"})

    async def message(message: Any) -> None:
        if isinstance(message, Exception):
            unreadable.append(message)
        elif not isinstance(message, types.ProgressNotification):
            heard.put_nowait(message)

    is_url = target[0].startswith("http://")
    if is_url:
        # The transport of 2024-11-05 has a path of its own.
        server = sse_client(target[0]) if target[0].endswith("/sse") else target[0]
    else:
        server = StdioServerParameters(command=target[0], args=target[1:])
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            Client(
                server,
                mode="auto" if mode == "modern" else "legacy",
                read_timeout_seconds=30,
                elicitation_callback=answer,
                message_handler=message,
            )
        )
        expected = version_of(mode)
        require(
            client.protocol_version == expected,
            f"The {mode} lifecycle must agree on {expected}, but it is {client.protocol_version}.",
        )
        fact("protocol version", client.protocol_version)
        await lists(client)
        await calls(client)
        await answers(client, questions)
        await progress(client)
        await cancels(client)
        await (listens(client) if mode == "modern" else hears(client, heard))
        await call(client, "hello", {"name": "again"})
    require(not unreadable, f"The client could not read everything: {unreadable!r}")
    fact("closed", True)


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("modern", "legacy"):
        print(__doc__, file=sys.stderr)
        return USAGE_EXIT_CODE
    # The SDK warns of what exists in the older revisions only, which is what the mode is for.
    warnings.simplefilter("ignore", MCPDeprecationWarning)
    mode, target = sys.argv[1], sys.argv[2:]
    return run(f"The Python client, {mode}", converse(mode, target))


if __name__ == "__main__":
    sys.exit(main())
