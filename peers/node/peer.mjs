// What the scripts of the TypeScript peer share: the SDK, facts, expectations, a
// time limit, exit codes.
//
// The packages are looked up in the folder MCPWIRE_PEER_NODE_MODULES, because
// they are installed apart from the scripts.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const DEADLINE_MS = 60_000;
const USAGE_EXIT_CODE = 2;
const VERSIONS = { modern: "2026-07-28", legacy: "2025-11-25" };

const folder = process.env.MCPWIRE_PEER_NODE_MODULES;
const lookUp = createRequire(folder ? path.join(path.resolve(folder), "from-here.js") : import.meta.url);

export async function load(name) {
  return import(pathToFileURL(lookUp.resolve(name)).href);
}

export class Unexpected extends Error {}

export function fact(name, value) {
  console.log(JSON.stringify({ fact: name, value }));
}

export function require(condition, sentence) {
  if (!condition) throw new Unexpected(sentence);
}

// The version that the lifecycle must agree on, and how the SDK's client is told to.
export function lifecycle(mode) {
  const expected = VERSIONS[mode];
  // A pinned version never falls back to the handshake.
  return { expected, negotiation: mode === "modern" ? { pin: expected } : "legacy" };
}

// Runs the conversation with what the command line says, and sets the exit code.
export async function run(usage, converse) {
  const [mode, ...target] = process.argv.slice(2);
  if (!Object.hasOwn(VERSIONS, mode ?? "") || target.length === 0) {
    console.error(usage);
    process.exit(USAGE_EXIT_CODE);
  }
  const deadline = setTimeout(() => {
    console.error(`The TypeScript client, ${mode}: not done after ${DEADLINE_MS / 1000} s.`);
    process.exit(1);
  }, DEADLINE_MS);
  try {
    await converse(mode, target);
  } catch (error) {
    const sentence = error instanceof Unexpected ? error.message : `stopped with ${error?.stack ?? error}`;
    console.error(`The TypeScript client, ${mode}: ${sentence}`);
    process.exitCode = 1;
  }
  clearTimeout(deadline);
}
