import type { Parameters, WeightRule } from "../../../interface/wire/index.ts";
import { integer, optional, schemaOf, takesBody, text, time } from "../../../interface/wire/index.ts";
import { dayText } from "../../../kernel/host/clock.ts";
import type { VersionName } from "../apiVersion.ts";
import { examples as controlExamples } from "../control/generated/examples.ts";
import { examples as fapiExamples } from "../fapi/generated/examples.ts";
import { documentedGroups, groupOf } from "../http/groups.ts";
import type { Route, RouteDescription } from "../http/routes.ts";
import type { Sunset } from "../http/sunset.ts";
import type { Operation } from "../operation.ts";
import { examples as v2Examples } from "../v2/generated/examples.ts";
import { examples as v3Examples } from "../v3/generated/examples.ts";
import { errorResponses, errorSchemas } from "./errors.ts";

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

const DESCRIPTION = `Perpetual futures over REST; the WebSocket side is at [/docs/sockets](/docs/sockets).

Private operations are signed, over the bytes as sent:

    ACCESS-SIGN = base64(HMAC-SHA256(secret, timestamp + METHOD + path + ("?" + query) + body))
    signature = hex(HMAC-SHA256(secret, query + body)), in the fapi dialect

This page does not sign: "Try it out" is for what needs no key.`;

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const SECURITY_SCHEMES = {
  key: header("ACCESS-KEY", "API key"),
  sign: header("ACCESS-SIGN", "Signature"),
  timestamp: header("ACCESS-TIMESTAMP", "Unix milliseconds"),
  passphrase: header("ACCESS-PASSPHRASE", "Passphrase of the key"),
  fapiKey: header("X-MBX-APIKEY", "API key, in the fapi dialect"),
  admin: {
    type: "http",
    scheme: "bearer",
    description: "The token of an operator; the first is the admin token",
  },
};

/** The parameters with which a request of the fapi dialect is signed. */
const SIGNATURE: Parameters = {
  timestamp: time("Unix milliseconds"),
  recvWindow: optional(integer("How late it may come, ms", { max: 60_000 }), 5_000),
  signature: text("Hex digits; the last one"),
};

/** `locale`, on every operation of V2 and V3. */
const LOCALE = {
  name: "locale",
  in: "header",
  required: false,
  description:
    "Language of error texts: `zh-CN` for Chinese, English otherwise. Codes and parsed phrases stay.",
  schema: { type: "string", examples: ["en-US"] },
};

/** What requests of a version carry besides the parameters of their operation. */
interface Carried {
  /** In the head of a request that names its key. */
  readonly security: object;
  /** In the head of every request. */
  readonly headers: readonly object[];
  /** Among the parameters of a signed request. */
  readonly signature: Parameters;
}

const BY_HEADERS: Carried = {
  security: { key: [], sign: [], timestamp: [], passphrase: [] },
  headers: [LOCALE],
  signature: {},
};

const carried: Readonly<Record<VersionName, Carried>> = {
  V2: BY_HEADERS,
  V3: BY_HEADERS,
  fapi: { security: { fapiKey: [] }, headers: [], signature: SIGNATURE },
};

/** The parts from which the document is made. */
export interface Documented {
  readonly operations: readonly Operation[];
  readonly routes: readonly Route[];
  /** Announces the end of the versions that have one: their operations are deprecated. */
  readonly sunset: Sunset | undefined;
}

/**
 * The OpenAPI document of operations and described routes, so that linters pass it and generators make a
 * client of it.
 *
 * @param host authority under which the document was asked for
 */
export function openApi({ operations, routes, sunset }: Documented, host: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const add = ({ method, path }: Pick<Route | Operation, "method" | "path">, described: object): void => {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId: operationId(method, path),
      tags: [groupOf(path)],
      ...described,
    };
  };
  for (const route of routes) if (route.described !== undefined) add(route, ofRoute(route, route.described));
  for (const operation of operations)
    if (operation.hidden !== true) add(operation, ofInterface(operation, sunset));
  const used = new Set(Object.values(paths).flatMap((each) => Object.values(each).flatMap(tagsOf)));
  const versions = [...new Set(operations.map(({ api }) => api.name))].join(", ");
  return modern({
    openapi: "3.1.0",
    info: { title: "Outcry", version: versions, description: DESCRIPTION + sunsetLabel(sunset) },
    servers: [{ url: `http://${host}` }],
    tags: documentedGroups.filter(({ name }) => used.has(name)),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: errorSchemas },
  });
}

const tagsOf = (described: object): readonly string[] => (described as { tags: readonly string[] }).tags;

/** The version's label: says on which day V2 is sunset, if that is announced. */
function sunsetLabel(sunset: Sunset | undefined): string {
  return sunset === undefined ? "" : `\n\nV2 is sunset on ${dayText(sunset.date)}.`;
}

/** "GET /capi/v2/order/history" is getV2OrderHistory. */
function operationId(method: string, path: string): string {
  const words = path
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "" && word !== "capi" && word !== "api");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** An example of what an operation takes and of what it answers, as recorded. */
interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

const ofClients: Readonly<Record<string, Example>> = { ...v2Examples, ...v3Examples, ...fapiExamples };
const ofOperators: Readonly<Record<string, Example>> = controlExamples;

function ofInterface(operation: Operation, sunset: Sunset | undefined): object {
  const { method, path, summary, meaning, access, parameters, response } = operation;
  const example = ofClients[`${method} ${path}`];
  const isBody = takesBody(operation);
  return {
    summary,
    description: `${meaning} ${costOf(operation)}${messagesOf(operation)}`,
    ...(sunset !== undefined && operation.api.sunsets && { deprecated: true }),
    security: access === "public" ? [] : [carried[operation.api.name].security],
    parameters: [...(isBody ? [] : queryOf(parameters)), ...furtherParameters(operation)],
    ...(isBody && bodyOf(parameters, example?.request)),
    responses: { "200": done(inJson(response, example?.response)), ...errorResponses(operation) },
  };
}

function furtherParameters({ api, access, keyOnly }: Operation): readonly object[] {
  const { headers, signature } = carried[api.name];
  return [...headers, ...(access === "public" || keyOnly ? [] : queryOf(signature))];
}

/** Parameters of a query, each with its description outside of its schema. */
function queryOf(parameters: Parameters): readonly object[] {
  return Object.entries(parameters).map(([name, { schema: whole, required }]) => {
    const { description, ...schema } = whole as Json;
    return { in: "query", name, required, description, schema };
  });
}

function bodyOf(parameters: Parameters, example: unknown): object {
  if (Object.keys(parameters).length === 0) return {};
  return { requestBody: { required: true, content: inJson(schemaOf(parameters), example) } };
}

/** @param example left out where it is `undefined` */
function inJson(schema: object, example?: unknown): object {
  return { "application/json": { schema, example } };
}

function done(content: object): object {
  return { description: "Done", content };
}

const MAY: Readonly<Record<Operation["access"], string>> = {
  public: "Needs no key.",
  read: "Needs a key that may read or trade.",
  trade: "Needs a key that may trade.",
  cancel: "Needs a key that may trade.",
  place: "Needs a key that may trade.",
};

function costOf({ access, weight: { ip, uid }, heavier, orders }: Operation): string {
  const more = heavier === undefined ? "" : ` (${heavierText(heavier)})`;
  const weight =
    ip + uid === 0
      ? "No weight"
      : `Weight ${ip} of the address${more}${uid > 0 ? `, ${uid} of the account` : ""}`;
  const counted =
    orders === undefined
      ? ""
      : `; counts against the limit on ${orders.family === "place" ? "placing" : "canceling"} orders`;
  return `${MAY[access]} ${weight}${counted}.`;
}

/** The names by which a message on a socket asks for the operation. */
function messagesOf({ messages = [] }: Operation): string {
  return messages.length === 0 ? "" : ` As a message: ${messages.map((name) => `\`${name}\``).join(", ")}.`;
}

function heavierText(heavier: WeightRule): string {
  if ("without" in heavier) return `${heavier.weight} without ${heavier.without}`;
  return heavier.steps.map(([above, weight]) => `${weight} above a ${heavier.by} of ${above}`).join(", ");
}

/** A route besides the operations: health, and the operations of control. */
function ofRoute({ method, path }: Route, described: RouteDescription): object {
  const { summary, role, parameters = {}, answer, sends } = described;
  const example = ofOperators[`${method} ${path}`];
  const query = method === "GET" ? queryOf(parameters) : [];
  const content =
    sends === undefined
      ? inJson(answer ?? ANY_JSON, example?.response)
      : Object.fromEntries(sends.map((type) => [type, { schema: answer }]));
  return {
    summary,
    "x-role": role,
    description:
      role === undefined
        ? "200 while orders are accepted, 503 when the venue has stopped or is flooded."
        : `${summary}. Needs an operator of the role \`${role}\` or above${method === "GET" ? "" : "; it is logged under its name"}.`,
    security: role === undefined ? [] : [{ admin: [] }],
    ...(query.length > 0 && { parameters: query }),
    ...(method === "POST" && bodyOf(parameters, example?.request)),
    responses: {
      "200": done(content),
      ...(role !== undefined && refusalsOf(role, method === "POST" && "reference" in parameters)),
      "503": refused("- 503: the venue is busy or has stopped"),
    },
  };
}

function refusalsOf(role: string, takesReference: boolean): object {
  return {
    "400": refused("- 40017, 40019, 40020: a parameter\n- 40015: refused by a rule of the market"),
    "401": refused("- 401: the token of an operator is missing or wrong"),
    "403": refused(`- 403: the operator's role is below \`${role}\``),
    ...(takesReference && {
      "409": refused("- 409: the reference was used for something else; the message says what differs"),
    }),
  };
}

function refused(description: string): object {
  return { description, content: inJson({ $ref: "#/components/schemas/ErrorV2" }) };
}

const ANY_JSON = { type: ["object", "array"], description: "As docs/reference/control.md has it" };

/** Keys whose content is values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * Rewrites a schema: tuples as JSON Schema 2020-12 has them; constants, and objects whose keys may be any
 * name, in forms that every tool knows.
 */
function modern(node: Json): Json {
  if (Array.isArray(node)) return node.map(modern);
  if (typeof node !== "object" || node === null) return node;
  const { items, additionalItems, const: only, patternProperties, ...rest } = node;
  if (only !== undefined) rest.enum = [only];
  if (patternProperties !== undefined) rest.additionalProperties = Object.values(patternProperties)[0];
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, VALUES.has(name) ? value : modern(value)]),
  );
  if (items === undefined) return copy;
  if (!Array.isArray(items)) return { ...copy, items: modern(items) };
  return { ...copy, prefixItems: items.map(modern), items: false };
}
