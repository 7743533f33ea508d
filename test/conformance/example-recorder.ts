import Value from "typebox/value";
import { expect } from "vitest";
import { takesBody } from "../../src/interface/wire/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";
import type { Client } from "../venue/client.ts";
import { send } from "../venue/client.ts";

/** One request of an operation and its answer. */
export type Examples = Record<string, { request: object; response: unknown }>;

/**
 * Calls operations one after the other, checks each answer against its schema, and keeps both as examples.
 */
export class ExampleRecorder {
  readonly examples: Examples = {};
  readonly #client: Client;
  readonly #operations: readonly Operation[];

  constructor(client: Client, operations: readonly Operation[]) {
    this.#client = client;
    this.#operations = operations;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async record(method: Operation["method"], path: string, request: object = {}): Promise<any> {
    const operation = this.#operations.find((each) => each.method === method && each.path === path)!;
    const query = new URLSearchParams(request as Record<string, string>).toString();
    const inBody = takesBody(operation);
    const target = inBody || query === "" ? path : `${path}?${query}`;
    const signed = this.#client.sign(method, target, inBody ? JSON.stringify(request) : "");
    const { status, text, body } = await send(
      operation.access === "public" ? { ...signed, headers: {} } : signed,
    );
    expect(status, `${path}: ${text}`).toBe(200);
    expect([...Value.Errors(operation.response, body)].slice(0, 3), path).toEqual([]);
    this.examples[`${method} ${path}`] = { request, response: shortened(body) };
    return body;
  }

  /** Every operation has an example, and none is left over. */
  expectAll(): void {
    expect(Object.keys(this.examples).toSorted()).toEqual(
      this.#operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  }
}

/**
 * Lists keep their first element, enough to see their shape; what chance or the host's clock decides is made
 * the same.
 */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export function shortened(value: any): any {
  if (Array.isArray(value)) {
    const isRow = value.every((each) => typeof each !== "object") && value.length <= 12;
    return (isRow ? value : value.slice(0, 1)).map(shortened);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, shortened(each)]);
  const object = Object.fromEntries(entries);
  if ("listenKey" in object) return { ...object, listenKey: "5f".repeat(32) };
  if ("ticket" in object) return { ...object, ticket: "QmFzZTY0dXJsLCAyNTYgcmFuZG9tIGJpdHMsIG9uY2U" };
  if (!("tookMs" in object)) return object;
  return { ...object, ...("time" in object && { time: 1_767_225_600_000 }), tookMs: 0.412 };
}

/** The examples as the module that holds them. */
export function moduleOf(examples: Examples, test: string): string {
  const rows = Object.entries(examples).map(
    ([name, each]) => `  ${JSON.stringify(name)}: ${JSON.stringify(each)},\n`,
  );
  return `// Written by ${test}
/**
 * One request of every operation and its answer, from a running venue; lists are cut to their first element.
 */
export const examples: Readonly<Record<string, { readonly request: object; readonly response: unknown }>> = {
${rows.join("")}};
`;
}
