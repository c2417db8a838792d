// Lists, calls, answers a question, cancels and listens with the client of the TypeScript SDK.
//
//     node everything.mjs modern|legacy URL
//     node everything.mjs modern|legacy COMMAND [ARGUMENT...]
//
// Talks to the server `everything`, at a URL or as a child process, prints one JSON line per fact,
// and ends with exit code 1 and a sentence on stderr as soon as a fact is not as it must be.

import { isDeepStrictEqual } from "node:util";

import { fact, lifecycle, load, require, run, Unexpected } from "./peer.mjs";

const { Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const USAGE = "Usage: node everything.mjs modern|legacy URL|COMMAND [ARGUMENT...]";
const COUNTER = "everything://counter";
const STEP_MS = 10_000;
const TOOLS = ["hello", "ask", "slow", "state", "change"];
// What changes, and the notification that tells of it.
const CHANGES = {
  tools: "notifications/tools/list_changed",
  prompts: "notifications/prompts/list_changed",
  resources: "notifications/resources/list_changed",
  counter: "notifications/resources/updated",
};

function shown(value) {
  return JSON.stringify(value);
}

function requireEqual(what, is, must) {
  require(isDeepStrictEqual(is, must), `${what} must be ${shown(must)}, but is ${shown(is)}.`);
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function within(what, work) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Unexpected(`${what} did not come within ${STEP_MS / 1000} s.`)), STEP_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function until(what, holds) {
  const end = Date.now() + STEP_MS;
  while (!(await holds())) {
    require(Date.now() < end, `${what} did not come within ${STEP_MS / 1000} s.`);
    await sleep(10);
  }
}

async function call(client, name, args, options) {
  const result = await within(`The answer of ${name}`, client.callTool({ name, arguments: args }, options));
  const content = result.structuredContent;
  require(
    !result.isError && isDeepStrictEqual(Object.keys(content ?? {}), ["result"]),
    `${name}(${shown(args)}) must succeed with a \`result\`, but it gives ${shown(result)}`,
  );
  return content.result;
}

async function lists(client) {
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  requireEqual("The list of tools", tools, TOOLS);
  const prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
  requireEqual("The list of prompts", prompts, ["greet"]);
  const resources = (await client.listResources()).resources.map((resource) => resource.uri);
  requireEqual("The list of resources", resources, [COUNTER]);
  fact("listed", { tools, prompts, resources });
}

async function count(client) {
  const read = await client.readResource({ uri: COUNTER }, { cacheMode: "bypass" });
  return Number(read.contents[0].text);
}

async function calls(client) {
  const said = await call(client, "hello", { name: "Jürgen 🦀" });
  requireEqual("What hello says", said, "Hello, Jürgen 🦀!");
  const prompt = await client.getPrompt({ name: "greet", arguments: { name: "Amira" } });
  const saidPrompt = prompt.messages[0].content.text;
  requireEqual("What the prompt says", saidPrompt, "Greet Amira.");
  fact("called", [said, saidPrompt, await count(client)]);
}

async function answers(client, questions) {
  const said = await call(client, "ask", {});
  requireEqual("What ask says", said, "Hello, Amira!");
  requireEqual("What was asked", questions, ["What is your name?"]);
  fact("answered", { question: questions[0], then: said });
}

async function progress(client) {
  const steps = [];
  const onprogress = ({ progress: done, total }) => steps.push([done, total]);
  await call(client, "slow", { key: "short", steps: 3 }, { onprogress });
  requireEqual("The progress", steps, [[1, 3], [2, 3], [3, 3]]);
  fact("progress", steps);
}

async function cancels(client) {
  const stop = new AbortController();
  let begun;
  const begins = new Promise((resolve) => (begun = resolve));
  const work = client.callTool({ name: "slow", arguments: { key: "long" } }, { signal: stop.signal, onprogress: begun });
  const ended = work.then(
    (result) => ({ result }),
    (error) => ({ error }),
  );
  await within("The first step of what will be cancelled", begins);
  requireEqual("The call that will be cancelled", await call(client, "state", { key: "long" }), "running");
  stop.abort("no longer wanted");
  const { error, result } = await within("The end of the cancelled call on this side", ended);
  require(error !== undefined, `A cancelled call must fail on this side, but it gives ${shown(result)}`);
  const isStopped = async () => (await call(client, "state", { key: "long" })) === "stopped";
  await until("The end of the cancelled call in the server", isStopped);
  fact("cancelled", { here: String(error), there: "stopped" });
}

async function changes(client, heard) {
  const before = await count(client);
  for (const [what, notification] of Object.entries(CHANGES)) {
    await call(client, "change", { what });
    await until(`The notification of a change of ${what}`, () => heard.length > 0);
    const came = heard.shift();
    requireEqual(`What tells of a change of ${what}`, came.method, notification);
    if (what === "counter") requireEqual("The URI of what changed", came.params.uri, COUNTER);
    fact("heard", came);
  }
  requireEqual("What was heard beyond that", heard, []);
  requireEqual("The counter", await count(client), before + 1);
}

async function listens(client, heard) {
  const filter = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: [COUNTER],
  };
  const stream = await within("The acknowledgement", client.listen(filter));
  requireEqual("What is acknowledged", { ...stream.honoredFilter }, filter);
  await changes(client, heard);
  await stream.close();
  requireEqual("How the stream ended", await within("The end of the stream", stream.closed), "local");
}

async function hears(client, heard) {
  try {
    await client.listen({ toolsListChanged: true });
    throw new Unexpected("subscriptions/listen must not be had before 2026-07-28.");
  } catch (error) {
    if (error instanceof Unexpected) throw error;
    fact("not in this mode", `subscriptions/listen: ${error.message}`);
  }
  await within("The answer to resources/subscribe", client.subscribeResource({ uri: COUNTER }));
  await changes(client, heard);
  await within("The answer to resources/unsubscribe", client.unsubscribeResource({ uri: COUNTER }));
}

function transport([first, ...rest]) {
  if (first.startsWith("http://")) return new StreamableHTTPClientTransport(new URL(first));
  return new StdioClientTransport({ command: first, args: rest });
}

async function converse(mode, target) {
  const { expected, negotiation } = lifecycle(mode);
  const client = new Client(
    { name: "mcpwire-peer-test", version: "1.0.0" },
    { versionNegotiation: { mode: negotiation }, capabilities: { elicitation: { form: {} } } },
  );
  const unreadable = [];
  const questions = [];
  const heard = [];
  client.onerror = (error) => unreadable.push(String(error));
  client.setRequestHandler("elicitation/create", async (request) => {
    questions.push(request.params.message);
    return { action: "accept", content: { name: "Amira" } };
  });
  for (const method of Object.values(CHANGES)) {
    client.setNotificationHandler(method, (notification) => void heard.push(notification));
  }
  const wire = transport(target);
  await within("The connection", client.connect(wire));
  try {
    requireEqual("The version", client.getNegotiatedProtocolVersion(), expected);
    fact("protocol version", expected);
    await lists(client);
    await calls(client);
    await answers(client, questions);
    await progress(client);
    await cancels(client);
    await (mode === "modern" ? listens : hears)(client, heard);
    await call(client, "hello", { name: "again" });
    if (wire.sessionId !== undefined) {
      await within("The end of the session", wire.terminateSession());
      fact("session ended", true);
    }
  } finally {
    await client.close();
  }
  require(unreadable.length === 0, `The client could not take something the server wrote: ${unreadable.join("; ")}`);
  fact("closed", true);
}

await run(USAGE, converse);
