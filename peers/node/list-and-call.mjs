// Lists and calls over stdio with the client of the TypeScript SDK.
//
//     node list-and-call.mjs modern|legacy COMMAND [ARGUMENT...]
//
// Starts the hello server COMMAND, prints one JSON line per fact, and ends with
// exit code 1 and a sentence on stderr as soon as a fact is not as it must be.
//
// The packages are looked up in the folder MCPWIRE_PEER_NODE_MODULES, because
// they are installed apart from this script.

import { isDeepStrictEqual } from "node:util";

import { fact, lifecycle, load, require, run } from "./peer.mjs";

const INVALID_PARAMS = -32602;

const { Client } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

function texts(result) {
  return result.content.filter((block) => block.type === "text").map((block) => block.text);
}

async function greet(client, name) {
  const result = await client.callTool({ name: "hello", arguments: { name } });
  const greeting = `Hello, ${name}!`;
  const shown = JSON.stringify(result);
  require(!result.isError, `hello(${name}) must succeed, but it is a tool error: ${shown}`);
  require(
    isDeepStrictEqual(result.structuredContent, { result: greeting }),
    `hello(${name}) must give the structured content {"result": "${greeting}"}, but it gives ${shown}`,
  );
  require(texts(result).some((text) => text.includes(greeting)), `hello(${name}) must also say it as text: ${shown}`);
  fact("call", greeting);
}

async function callWrongly(client) {
  const result = await client.callTool({ name: "hello", arguments: { nmae: "Amira" } });
  const shown = JSON.stringify(result);
  require(result.isError === true, `A wrong argument name must be a tool error, but the result is ${shown}`);
  const text = texts(result).join(" ");
  require(text.includes("name"), `The tool error must name the argument that is missing, but it says: ${text}`);
  fact("wrong arguments", text);
}

async function callUnknown(client) {
  let result;
  try {
    result = await client.callTool({ name: "no_such_tool", arguments: {} });
  } catch (error) {
    require(
      error.code === INVALID_PARAMS,
      `An unknown tool must be answered with ${INVALID_PARAMS}, but it is ${error.code}: ${error.message}`,
    );
    fact("unknown tool", error.message);
    return;
  }
  // The specification asks for a protocol error; the Python SDK's server
  // answers with a tool error.
  require(
    process.env.MCPWIRE_PEER_LENIENT === "1" && result.isError === true,
    `An unknown tool must be answered with the error ${INVALID_PARAMS}, but the result is ${JSON.stringify(result)}`,
  );
  fact("unknown tool", "tool error");
}

async function converse(mode, command) {
  const { expected, negotiation } = lifecycle(mode);
  const client = new Client(
    { name: "mcpwire-peer-test", version: "1.0.0" },
    { versionNegotiation: { mode: negotiation } },
  );
  const unreadable = [];
  client.onerror = (error) => unreadable.push(String(error));
  await client.connect(new StdioClientTransport({ command: command[0], args: command.slice(1) }));
  try {
    const version = client.getNegotiatedProtocolVersion();
    require(version === expected, `The ${mode} lifecycle must agree on ${expected}, but it is ${version}.`);
    fact("protocol version", version);
    const info = client.getServerVersion();
    require(Boolean(info?.name), "The server must say its name.");
    fact("server", `${info.name} ${info.version}`);
    require(Boolean(client.getServerCapabilities()?.tools), "The server must offer the tools capability.");
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    require(
      isDeepStrictEqual(names, ["hello"]),
      `The list must hold the tool hello and nothing else, but holds ${JSON.stringify(names)}.`,
    );
    require(
      isDeepStrictEqual(tools[0].inputSchema.required, ["name"]),
      `hello must require the argument name, but its schema is ${JSON.stringify(tools[0].inputSchema)}.`,
    );
    fact("tools", names);
    await greet(client, "Amira");
    await greet(client, "Jürgen 🦀");
    await Promise.all(Array.from({ length: 8 }, (_, index) => greet(client, `guest ${index + 1}`)));
    await callWrongly(client);
    await callUnknown(client);
    await greet(client, "Amira");
  } finally {
    await client.close();
  }
  require(unreadable.length === 0, `The client could not take something the server wrote: ${unreadable.join("; ")}`);
  fact("closed", true);
}

await run("Usage: node list-and-call.mjs modern|legacy COMMAND [ARGUMENT...]", converse);
