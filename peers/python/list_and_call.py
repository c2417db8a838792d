"""Lists and calls over stdio with the client of the Python SDK.

    python list_and_call.py modern|legacy COMMAND [ARGUMENT...]

Starts the hello server COMMAND, prints one JSON line per fact, and ends with
exit code 1 and a sentence on stderr as soon as a fact is not as it must be.
"""

import asyncio
import os
import sys

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

from peer import USAGE_EXIT_CODE, fact, require, run, version_of

INVALID_PARAMS = -32602


async def greet(client: Client, name: str) -> None:
    result = await client.call_tool("hello", {"name": name})
    greeting = f"Hello, {name}!"
    require(not result.is_error, f"hello({name!r}) must succeed, but it is a tool error: {result.content}.")
    require(
        result.structured_content == {"result": greeting},
        f"hello({name!r}) must give the structured content {{'result': {greeting!r}}}, "
        f"but it gives {result.structured_content!r}.",
    )
    texts = [block.text for block in result.content if block.type == "text"]
    require(any(greeting in text for text in texts), f"hello({name!r}) must also say it as text, but says {texts!r}.")
    fact("call", greeting)


async def call_wrongly(client: Client) -> None:
    result = await client.call_tool("hello", {"nmae": "Amira"})
    require(bool(result.is_error), f"A wrong argument name must be a tool error, but the result is {result!r}.")
    text = " ".join(block.text for block in result.content if block.type == "text")
    require("name" in text, f"The tool error must name the argument that is missing, but it says {text!r}.")
    fact("wrong arguments", text)


async def call_unknown(client: Client) -> None:
    # Not every server agrees here: the specification asks for a protocol error,
    # the SDK's own server answers with a tool error.
    try:
        result = await client.call_tool("no_such_tool", {})
    except MCPError as error:
        require(
            error.code == INVALID_PARAMS,
            f"An unknown tool must be answered with {INVALID_PARAMS}, but the code is {error.code}: {error.message}",
        )
        fact("unknown tool", error.message)
        return
    require(
        os.environ.get("MCPWIRE_PEER_LENIENT") == "1" and bool(result.is_error),
        f"An unknown tool must be answered with the error {INVALID_PARAMS}, but the result is {result!r}.",
    )
    fact("unknown tool", "tool error")


async def converse(mode: str, command: list[str]) -> None:
    server = StdioServerParameters(command=command[0], args=command[1:])
    # "auto" asks with server/discover first. It falls back to the handshake,
    # which the version below would show.
    client_mode = "auto" if mode == "modern" else "legacy"
    expected = version_of(mode)
    async with Client(server, mode=client_mode, read_timeout_seconds=30) as client:
        require(
            client.protocol_version == expected,
            f"The {mode} lifecycle must agree on {expected}, but it is {client.protocol_version}.",
        )
        fact("protocol version", client.protocol_version)
        info = client.server_info
        require(info is not None and bool(info.name), "The server must say its name.")
        fact("server", f"{info.name} {info.version}")
        require(client.server_capabilities.tools is not None, "The server must offer the tools capability.")
        listed = await client.list_tools()
        names = [tool.name for tool in listed.tools]
        require(names == ["hello"], f"The list must hold the tool hello and nothing else, but holds {names}.")
        schema = listed.tools[0].input_schema
        require(schema.get("required") == ["name"], f"hello must require the argument name, but its schema is {schema}.")
        fact("tools", names)
        await greet(client, "Amira")
        await greet(client, "Jürgen 🦀")
        await asyncio.gather(*(greet(client, f"guest {number}") for number in range(1, 9)))
        await call_wrongly(client)
        await call_unknown(client)
        await greet(client, "Amira")
    fact("closed", True)


def main() -> int:
    if len(sys.argv) < 3 or sys.argv[1] not in ("modern", "legacy"):
        print(__doc__, file=sys.stderr)
        return USAGE_EXIT_CODE
    mode, command = sys.argv[1], sys.argv[2:]
    return run(f"The Python client, {mode}", converse(mode, command))


if __name__ == "__main__":
    sys.exit(main())
