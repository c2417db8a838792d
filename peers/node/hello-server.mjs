// The hello server, written with the TypeScript SDK.
//
// It offers what `mcpwire serve hello` offers, so that a judgement of one of the
// two can be tried on the other.
//
// The packages are looked up in the folder MCPWIRE_PEER_NODE_MODULES, because
// they are installed apart from this script.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.env.MCPWIRE_PEER_NODE_MODULES;
const lookUp = createRequire(folder ? path.join(path.resolve(folder), "from-here.js") : import.meta.url);
const { McpServer } = await load("@modelcontextprotocol/server");
const { serveStdio } = await load("@modelcontextprotocol/server/stdio");
const { z } = await load("zod");

async function load(name) {
  return import(pathToFileURL(lookUp.resolve(name)).href);
}

serveStdio(() => {
  const server = new McpServer({ name: "hello-server", version: "1.0.0" });
  server.registerTool(
    "hello",
    {
      description: "Say hello to someone.",
      inputSchema: z.object({ name: z.string().describe("Who to greet.") }),
      outputSchema: z.object({ result: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ name }) => {
      const structuredContent = { result: `Hello, ${name}!` };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  return server;
});
