import { schemaOf, takesBody } from "../../wire/index.ts";
import { groupOf, withExample } from "../http/groups.ts";
import type { Operation } from "../operation.ts";
import { examples as v2Examples } from "../v2/generated/examples.ts";
import { examples as v3Examples } from "../v3/generated/examples.ts";
import { errorResponses, errorSchemas } from "./errors.ts";

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

const SIGNED = { key: [], sign: [], timestamp: [], passphrase: [] };

/** `locale`, on every operation of the interface. */
const LOCALE = {
  name: "locale",
  in: "header",
  required: false,
  description:
    "Language of error texts: `zh-CN` for Chinese, English otherwise. Codes and parsed phrases stay.",
  schema: { type: "string", examples: ["en-US"] },
};

/**
 * Completes the document that the framework collects from the routes, so that linters pass it and generators make a client
 * of it: what OpenAPI 3.1 takes from JSON Schema 2020-12, ids, meanings, security and errors of every operation.
 *
 * @param document as the framework made it; left alone
 * @param server base address under which the document was asked for
 * @param isSunset whether the end of the versions that have one is announced: their operations are deprecated
 */
export function finished(
  document: Json,
  operations: readonly Operation[],
  server: string,
  isSunset = false,
): Json {
  const known = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
  const paths: Record<string, Json> = {};
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    paths[path] = {};
    for (const [method, described] of Object.entries<Json>(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const operation = known.get(name);
      const rest = { ...described, operationId: operationId(method, path) };
      paths[path][method] =
        operation === undefined ? ofVenue(rest, path, method) : ofInterface(rest, operation, isSunset);
    }
  }
  const components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...errorSchemas },
  };
  return modern({ ...document, servers: [{ url: server }], paths, components });
}

/** "GET /capi/v2/order/history" is getV2OrderHistory. */
function operationId(method: string, path: string): string {
  const words = path
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "" && word !== "capi" && word !== "api");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function ofInterface(described: Json, operation: Operation, isSunset: boolean): Json {
  const isPublic = operation.access === "public";
  const answer = described.responses["200"];
  return {
    ...described,
    description: `${operation.meaning} ${costOf(operation)}`,
    ...(isSunset && operation.api.sunsets && { deprecated: true }),
    security: isPublic ? [] : [SIGNED],
    parameters: [...(described.parameters ?? []), LOCALE],
    responses: { "200": { ...answer, description: "Done" }, ...errorResponses(operation) },
  };
}

const MAY: Readonly<Record<Operation["access"], string>> = {
  public: "Needs no key.",
  read: "Needs a key that may read or trade.",
  trade: "Needs a key that may trade.",
  cancel: "Needs a key that may trade.",
  place: "Needs a key that may trade.",
};

function costOf({ access, weight: { ip, uid }, orders }: Operation): string {
  const weight =
    ip + uid === 0 ? "No weight" : `Weight ${ip} of the address${uid > 0 ? `, ${uid} of the account` : ""}`;
  const counted =
    orders === undefined
      ? ""
      : `; counts against the limit on ${orders.family === "place" ? "placing" : "canceling"} orders`;
  return `${MAY[access]} ${weight}${counted}.`;
}

/** Health, and what an operator does. */
function ofVenue(described: Json, path: string, method: string): Json {
  const isControl = path.startsWith("/control/");
  const answer = described.responses?.["200"]?.content ?? ANY_JSON;
  const error = (description: string) => ({
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorV2" } } },
  });
  return {
    ...described,
    description: isControl
      ? `${described.summary}. Needs an operator of the role \`${described["x-role"]}\` or above${method === "get" ? "" : "; it is logged under its name"}.`
      : "200 while orders are accepted, 503 when the venue has stopped or is flooded.",
    security: isControl ? [{ admin: [] }] : [],
    responses: {
      "200": { description: "Done", content: answer },
      ...(isControl && {
        "400": error("- 40017, 40019, 40020: a parameter\n- 40015: refused by a rule of the market"),
        "401": error("- 401: the token of an operator is missing or wrong"),
        "403": error(`- 403: the operator's role is below \`${described["x-role"]}\``),
        ...(takesReference(described) && {
          "409": error("- 409: the reference was used for something else; the message says what differs"),
        }),
      }),
      "503": error("- 503: the venue is busy or has stopped"),
    },
  };
}

function takesReference({ requestBody }: Json): boolean {
  return requestBody?.content["application/json"].schema.properties.reference !== undefined;
}

const ANY_JSON = {
  "application/json": {
    schema: { type: ["object", "array"], description: "As docs/reference/control.md has it" },
  },
};

/** Keys whose content is values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/** Tuples as JSON Schema 2020-12 has them. */
function modern(node: Json): Json {
  if (Array.isArray(node)) return node.map(modern);
  if (typeof node !== "object" || node === null) return node;
  const { items, additionalItems, ...rest } = node;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, VALUES.has(name) ? value : modern(value)]),
  );
  if (items === undefined) return copy;
  if (!Array.isArray(items)) return { ...copy, items: modern(items) };
  return { ...copy, prefixItems: items.map(modern), items: false };
}

/** What the route of an operation says of it; {@link finished} adds what follows from the declaration. */
export function routeSchema(operation: Operation): object {
  if (operation.hidden === true) return { hide: true };
  const name = `${operation.method} ${operation.path}`;
  const example = v2Examples[name] ?? v3Examples[name];
  const parameters = schemaOf(operation.parameters);
  const has = Object.keys(operation.parameters).length > 0;
  return {
    summary: operation.summary,
    tags: [groupOf(operation.path)],
    ...(has && !takesBody(operation) && { querystring: parameters }),
    ...(has && takesBody(operation) && { body: withExample(parameters, example?.request) }),
    response: { 200: withExample(operation.response, example?.response) },
  };
}
