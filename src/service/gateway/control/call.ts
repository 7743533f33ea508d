import { WireError } from "../../../interface/wire/index.ts";
import { parseBody, parseQuery } from "../http/json.ts";
import type { WholeRequest } from "../http/leaderPort.ts";
import { controlOperations } from "./operations.ts";
import { readInput } from "./readInput.ts";

/** An operation of control as a program of the venue itself calls it. */
export interface Call {
  /** GET reads. */
  readonly method: "GET" | "POST";
  /** Its path after `/control/`: "accounts/liquidate". */
  readonly name: string;
  /** Parameters, as in JSON. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The request of a call. */
export function requestOf({ method, name, given }: Call, token: string): WholeRequest {
  const path = `/control/${name}`;
  const query = queryOf(given);
  const isRead = method === "GET";
  return {
    method,
    url: isRead && query !== "" ? `${path}?${query}` : path,
    headers: { authorization: `Bearer ${token}` },
    address: "127.0.0.1",
    body: isRead ? new Uint8Array() : bodyOf(given),
  };
}

/** What would be wrong with a call whatever the market is like; `undefined`: nothing. */
export function problemOf({
  method,
  name,
  given,
}: Call): { readonly at: "name" | "given"; readonly rule: string } | undefined {
  const operation = controlOperations.find(
    (each) => each.method === method && each.path === `/control/${name}`,
  );
  if (operation === undefined) return { at: "name", rule: `must be an operation of control (${method})` };
  try {
    readInput(operation.parameters, method === "GET" ? parseQuery(queryOf(given)) : parseBody(bodyOf(given)));
    return undefined;
  } catch (error) {
    if (error instanceof WireError) return { at: "given", rule: error.message };
    throw error;
  }
}

function queryOf(given: Call["given"]): string {
  return new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString();
}

function bodyOf(given: Call["given"]): Uint8Array {
  return Buffer.from(JSON.stringify(given));
}
