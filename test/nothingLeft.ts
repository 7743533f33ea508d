import { afterAll, expect, vi } from "vitest";

const GLOBALS =
  "process document setTimeout setInterval setImmediate queueMicrotask fetch WebSocket crypto performance Date";

/**
 * Files run one after the other in a process that they share, so what one of them changes there is what the
 * next finds: without stack traces, with time that stands, in another folder. Every file leaves it as it was.
 */
const found = processState();
afterAll(() => {
  const left = processState();
  const changed = [...new Set([...found.keys(), ...left.keys()])].filter(
    (name) => found.get(name) !== left.get(name),
  );
  expect(changed, "what this file changed of its process and did not put back").toEqual([]);
});

/** What a test could change of its process, by name. */
function processState(): ReadonlyMap<string, unknown> {
  const globals = GLOBALS.split(" ").map((name) => [name, Reflect.get(globalThis, name)] as const);
  const environment = Object.entries(process.env)
    .filter(([name]) => !name.startsWith("VITEST"))
    .map(([name, value]) => [`process.env.${name}`, value] as const);
  return new Map<string, unknown>([
    ...globals,
    ["Date.now", Date.now],
    ["performance.now", performance.now],
    ["Math.random", Math.random],
    ["stdout.write", process.stdout.write],
    ["stderr.write", process.stderr.write],
    ["fake timers", vi.isFakeTimers()],
    ["Error.stackTraceLimit", Error.stackTraceLimit],
    ["working directory", process.cwd()],
    ["umask", process.umask()],
    ...environment,
  ]);
}
