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
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const MODERN_VERSION = "2026-07-28";
const LEGACY_VERSION = "2025-11-25";
const INVALID_PARAMS = -32602;
const DEADLINE_MS = 60_000;
const USAGE_EXIT_CODE = 2;

const folder = process.env.MCPWIRE_PEER_NODE_MODULES;
const lookUp = createRequire(folder ? path.join(path.resolve(folder), "from-here.js") : import.meta.url);
const { Client } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

async function load(name) {
  return import(pathToFileURL(lookUp.resolve(name)).href);
}

class Unexpected extends Error {}

function fact(name, value) {
  console.log(JSON.stringify({ fact: name, value }));
}

function require(condition, sentence) {
  if (!condition) throw new Unexpected(sentence);
}

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
  // A pinned version never falls back to the handshake.
  const negotiation = mode === "modern" ? { pin: MODERN_VERSION } : "legacy";
  const expected = mode === "modern" ? MODERN_VERSION : LEGACY_VERSION;
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

const [mode, ...command] = process.argv.slice(2);
if (!["modern", "legacy"].includes(mode) || command.length === 0) {
  console.error("Usage: node list-and-call.mjs modern|legacy COMMAND [ARGUMENT...]");
  process.exit(USAGE_EXIT_CODE);
}
const deadline = setTimeout(() => {
  console.error(`The TypeScript client, ${mode}: not done after ${DEADLINE_MS / 1000} s.`);
  process.exit(1);
}, DEADLINE_MS);
try {
  await converse(mode, command);
} catch (error) {
  const sentence = error instanceof Unexpected ? error.message : `stopped with ${error?.stack ?? error}`;
  console.error(`The TypeScript client, ${mode}: ${sentence}`);
  process.exitCode = 1;
}
clearTimeout(deadline);
