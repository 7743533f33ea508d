import { createHmac } from "node:crypto";
import type { Key } from "../venue/stamp.ts";
import { stamp } from "../venue/stamp.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document, and answers, of every shape
type Json = any;

/** A client that knows nothing but an OpenAPI document: one function an operation, by its id. */
export type GeneratedClient = Readonly<Record<string, (given?: Record<string, Json>) => Promise<Json>>>;

/**
 * Makes the client: parameters go where the document says (query or body), and are refused where it does not
 * know them; headers are those of the security schemes that the operation names.
 */
export function clientOf(document: Json, key: Key): GeneratedClient {
  const functions: Record<string, (given?: Record<string, Json>) => Promise<Json>> = {};
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      functions[operation.operationId] = (given = {}) =>
        call(document, key, { method, path, operation }, given);
    }
  }
  return functions;
}

async function call(
  document: Json,
  key: Key,
  { method, path, operation }: { method: string; path: string; operation: Json },
  given: Record<string, Json>,
): Promise<Json> {
  const schema = operation.requestBody?.content["application/json"].schema;
  const known = schema === undefined ? queryNames(operation) : Object.keys(schema.properties);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new Error(`${operation.operationId} has no parameter ${name}`);
  }
  const query = schema === undefined ? new URLSearchParams(given).toString() : "";
  const target = query === "" ? path : `${path}?${query}`;
  const body = schema === undefined ? "" : JSON.stringify(given);
  const response = await fetch(document.servers[0].url + target, {
    method: method.toUpperCase(),
    headers: {
      ...securityOf(document, operation, key, method.toUpperCase() + target + body),
      "content-type": "application/json",
    },
    ...(body !== "" && { body }),
  });
  const answer: Json = await response.json();
  if (operation.responses[response.status] === undefined)
    throw new Error(`undocumented status ${response.status}`);
  if (!response.ok)
    throw Object.assign(new Error(answer.msg), {
      code: answer.code,
      documented: operation.responses[response.status],
    });
  return answer;
}

function queryNames({ parameters = [] }: Json): readonly string[] {
  return parameters.filter((each: Json) => each.in === "query").map((each: Json) => each.name);
}

/** The headers that the operation's security asks for. */
function securityOf(document: Json, { security }: Json, key: Key, signed: string): Record<string, string> {
  const timestamp = String(stamp(key));
  const values: Readonly<Record<string, string>> = {
    key: key.apiKey,
    passphrase: key.passphrase,
    timestamp,
    sign: createHmac("sha256", key.secret)
      .update(timestamp + signed)
      .digest("base64"),
  };
  return Object.fromEntries(
    Object.keys(security[0] ?? {}).map((scheme) => {
      const { in: place, name } = document.components.securitySchemes[scheme];
      if (place !== "header") throw new Error(`${scheme} is no header`);
      return [name, values[scheme]!];
    }),
  );
}
