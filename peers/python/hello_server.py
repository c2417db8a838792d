"""The hello server, written with the Python SDK.

It offers what `mcpwire serve hello` offers, so that a script that judges one of
the two can be tried on the other.
"""

from mcp.server.mcpserver import MCPServer

server = MCPServer("hello-server", version="1.0.0")


@server.tool()
def hello(name: str) -> str:
    """Say hello to someone."""
    return f"Hello, {name}!"


if __name__ == "__main__":
    server.run("stdio")
