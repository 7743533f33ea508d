import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import { accountText, contractText } from "../../src/interface/wire/control/parameters.ts";
import type { Parameter, Parameters } from "../../src/interface/wire/index.ts";
import * as wire from "../../src/interface/wire/index.ts";
import { takesBody } from "../../src/interface/wire/index.ts";
import * as market from "../../src/interface/wire/v2/market.ts";
import type { ControlOperation } from "../../src/service/gateway/control/index.ts";
import type { Operation } from "../../src/service/gateway/operation.ts";

/** The tables of the typed client, as TypeScript, out of the declarations that the venue serves. */

const ROOT = join(import.meta.dirname, "../..");
const INDENT = "  ";
const WIDTH = 110;

/** Parts of JSON Schema that the declarations are made of. */
interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Shape | readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** The names under which the client knows the shapes of answers. */
const namespaces = {
  market,
  v2: wire.v2,
  control: wire.control,
  "v3.market": wire.v3.market,
  "v3.partner": wire.v3.partner,
  "v3.spot": wire.v3.spot,
  v3: wire.v3,
} as const;

/** The wire exports the type of a shape under the same name, or none. */
const typed = new Set(
  globSync("src/interface/wire/**/*.ts", { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return [...text.matchAll(/^export type (\w+) = /gm)].map(([, name]) => name!);
  }),
);

const names = new Map<unknown, string>();
for (const [space, shapes] of Object.entries(namespaces)) {
  for (const [name, shape] of Object.entries(shapes)) {
    if (typed.has(name) && typeof shape === "object" && !names.has(shape))
      names.set(shape, `${space}.${name}`);
  }
}

/** The type of an answer: by name where it has one. */
function answerType(schema: TSchema | Shape): string {
  const name = names.get(schema);
  if (name !== undefined) return name;
  const { type, const: constant, enum: words, items, anyOf, properties } = schema as Shape;
  if (constant !== undefined) return JSON.stringify(constant);
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (anyOf !== undefined) return anyOf.map(answerType).join(" | ");
  if (type === "array") return `readonly ${bracketed(answerType(items as Shape))}[]`;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([field, each]) => `readonly ${field}: ${answerType(each)}`,
    );
    return fields.length === 0 ? "Nothing" : `{ ${fields.join("; ")} }`;
  }
  return plainType(type);
}

/** What a client may send for a parameter. */
function sentType({ schema, isId, item }: Parameter<unknown>, depth: number): string {
  if (isId) return (schema as Shape).type === "integer" ? "number | string" : "Id";
  if (item !== undefined) return `readonly ${fieldsOf(item, depth)}[]`;
  return schemaType(schema as Shape);
}

function schemaType({ type, enum: words, items, patternProperties }: Shape): string {
  if (words !== undefined)
    return [...words, ...numbersOf(words)].map((word) => JSON.stringify(word)).join(" | ");
  if (type === "array") return `readonly ${bracketed(schemaType(items as Shape))}[]`;
  if (patternProperties !== undefined)
    return `Readonly<Record<string, ${schemaType(Object.values(patternProperties)[0]!)}>>`;
  return plainType(type);
}

/** A code that is a number is taken as a number and as text. */
function numbersOf(words: readonly unknown[]): readonly unknown[] {
  return words.flatMap((word): (string | number)[] => {
    if (typeof word !== "string") return [String(word)];
    return /^\d+$/.test(word) ? [Number(word)] : [];
  });
}

function plainType(type: string | undefined): string {
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

function bracketed(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

/** What a parameter means, and what it may be. */
function told({ schema }: Parameter<unknown>): string {
  const { description = "", minimum, maximum, maxItems, default: given } = schema as Shape;
  const sentence = description.replace(/\.$/, "");
  const parts = [sentence];
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && minimum !== maximum)
    parts.push(`${minimum} to ${maximum}`);
  if (maxItems !== undefined) parts.push(`at most ${maxItems}`);
  if (given !== undefined) parts.push(`${JSON.stringify(given).replaceAll('"', "")} if left out`);
  return parts.filter((part) => part !== "").join("; ");
}

/** An object type with a field for each parameter. */
function fieldsOf(parameters: Parameters, depth: number, leftOut: readonly string[] = []): string {
  const inner = INDENT.repeat(depth + 1);
  const lines = Object.entries(parameters)
    .filter(([name]) => !leftOut.includes(name))
    .flatMap(([name, parameter]) => {
      const text = told(parameter);
      const mark = parameter.required ? "" : "?";
      const field = `${inner}readonly ${name}${mark}: ${sentType(parameter, depth + 1)};`;
      return text === "" ? [field] : [comment(text, depth + 1), field];
    });
  if (lines.length === 0) return "Nothing";
  return `{\n${lines.join("\n")}\n${INDENT.repeat(depth)}}`;
}

/** A comment of whole lines, wrapped. */
function comment(text: string, depth: number): string {
  const indent = INDENT.repeat(depth);
  const sentence = /[.:]$/.test(text) ? text : `${text}.`;
  const line = `${indent}/** ${sentence} */`;
  if (line.length <= WIDTH) return line;
  const lines: string[] = [];
  let last = `${indent} *`;
  for (const word of sentence.split(" ")) {
    if (last.length + 1 + word.length > WIDTH) {
      lines.push(last);
      last = `${indent} *`;
    }
    last += ` ${word}`;
  }
  return [`${indent}/**`, ...lines, last, `${indent} */`].join("\n");
}

const HEAD = `// Made by test/client/generated.test.ts out of the venue's declarations; --update makes it anew
`;

/** Which exports of the wire the types of a module come from. */
function importsOf(body: string, depth: string): string {
  const uses = (name: string): boolean => new RegExp(`[^\\w."]${name}\\.(?:[a-z]+\\.)?[A-Z]`).test(body);
  const spaces = ["control", "v2", "v3"].filter(uses);
  const lines =
    spaces.length === 0 ? [] : [`import type { ${spaces.join(", ")} } from "${depth}wire/index.ts";`];
  if (uses("market")) lines.push(`import type * as market from "${depth}wire/v2/market.ts";`);
  return lines.join("\n");
}

/**
 * The module of a version's operations: what each takes, and tables by group that its functions are made
 * from.
 */
export function operationsModule(version: string, operations: readonly Operation[]): string {
  const called = operations.filter(({ call }) => call !== undefined);
  const groups = new Map<string, Operation[]>();
  for (const operation of called) {
    const group = groupOf(operation);
    groups.set(group, [...(groups.get(group) ?? []), operation]);
  }
  const requests = called
    .filter(({ parameters }) => Object.keys(parameters).length > 0)
    .map((operation, i, all) => {
      const same = all.slice(0, i).find(({ parameters }) => parameters === operation.parameters);
      const type = same === undefined ? requestType(operation) : `Requests["${same.call}"]`;
      return `  "${operation.call}": ${type};`;
    });
  const tables = [...groups].map(([group, each]) => `  ${group}: {\n${each.map(tableRow).join("\n")}\n  },`);
  const needed = ["Id", "Nothing", "OneOf"].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(requests.join("")),
  );
  if (tables.join("").includes("Nothing") && !needed.includes("Nothing")) needed.push("Nothing");
  const body = `/** What each operation of ${version} takes, by group and name of its function; amounts and prices are decimal text, times Unix ms. */
export interface Requests {
${requests.join("\n")}
}

/** Every operation of ${version} by group: the functions of its client are made from this table. */
export const operations = {
${tables.join("\n")}
} as const;
`;
  return `${HEAD}${importsOf(body, "../../../")}
import type { ${needed.sort().join(", ")} } from "../../operation.ts";
import { operation } from "../../operation.ts";

${body}`;
}

function requestType({ parameters: declared, aliases = [], oneOf = [], needed = [] }: Operation): string {
  const parameters = Object.fromEntries(
    Object.entries(declared).map(([name, each]) => [
      name,
      needed.includes(name) ? { ...each, required: true } : each,
    ]),
  );
  const fields = fieldsOf(parameters, 1, [...aliases, ...oneOf]);
  if (oneOf.length === 0) return fields;
  const alternatives = Object.fromEntries(
    oneOf.map((name) => [name, { ...parameters[name]!, required: true }]),
  );
  const one = `OneOf<${fieldsOf(alternatives, 1)}>`;
  return fields === "Nothing" ? one : `${one} & ${fields}`;
}

function groupOf({ call = "" }: Operation): string {
  return call.split(".")[0]!;
}

function tableRow(operation: Operation): string {
  const {
    call = "",
    method,
    path,
    access,
    weight,
    orders,
    parameters,
    meaning,
    isForgotten,
    takesMarket,
  } = operation;
  const input = Object.keys(parameters).length === 0 ? "Nothing" : `Requests["${call}"]`;
  const output = answerType(operation.answer ?? operation.response);
  const facts = [
    `method: "${method}"`,
    `path: "${path}"`,
    `isSigned: ${access !== "public"}`,
    `weight: { ip: ${weight.ip}, uid: ${weight.uid} }`,
  ];
  if (takesBody(operation) && method !== "POST") facts.push("sendsBody: true");
  if (orders !== undefined) {
    const { family, count = [], least } = orders;
    const given = count.filter((name) => !operation.aliases?.includes(name));
    const counted = given.length === 0 ? "" : `, count: ${JSON.stringify(given)}`;
    facts.push(`orders: { family: "${family}"${counted}${least === undefined ? "" : `, least: ${least}`} }`);
  }
  if (access === "read" && method !== "GET") facts.push("isQuestion: true");
  if (isForgotten) facts.push("isForgotten: true");
  if (takesMarket !== undefined) facts.push(`takesMarket: ${JSON.stringify(takesMarket)}`);
  const name = call.split(".")[1]!;
  return `${comment(meaning, 2)}
    ${name}: operation<${input}, ${output}>({ ${facts.join(", ")} }),`;
}

/** What people type goes to control as it is: its whole numbers are taken as text, too. */
function asTyped(parameters: Parameters): Parameters {
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const { schema, item } = parameter;
    if (item !== undefined) return [name, { ...parameter, item: asTyped(item) }];
    return [name, (schema as Shape).type === "integer" ? { ...parameter, isId: true } : parameter];
  });
  return Object.fromEntries(entries);
}

/** The module of control's operations: types alone, by method and path behind /control/. */
export function controlModule(operations: readonly ControlOperation[]): string {
  const rowOf = ({ method, path, summary, role, parameters, answer, sends }: ControlOperation) => {
    const name = `${method} ${path.replace("/control/", "")}`;
    return `${comment(`${summary}. Role: ${role}`, 1)}
  "${name}": {
    readonly input: ${fieldsOf(asTyped(parameters), 2)};${
      sends === undefined ? `\n    readonly answer: ${answerType(answer)};` : ""
    }
  };`;
  };
  const [rows, files] = [false, true].map((isFile) =>
    operations.filter(({ sends }) => (sends !== undefined) === isFile).map(rowOf),
  ) as [string[], string[]];
  const body = `/** Every operation of the control surface by method and path behind \`/control/\`: what it takes, what it answers. */
export interface ControlOperations {
${rows.join("\n")}
}

/** The operations of control that answer with a file. */
export interface ControlFiles {
${files.join("\n")}
}
`;
  const needed = ["Id", "Nothing"].filter((name) => new RegExp(`: ${name};`).test(body));
  return `${HEAD}${importsOf(body, "../../../")}
import type { ${needed.join(", ")} } from "../../operation.ts";

${body}`;
}

/** How a person gives a parameter. */
function kindOf(name: string, { schema, item }: Parameter<unknown>): string {
  const { type, enum: words, format, description = "" } = schema as Shape & { readonly format?: string };
  if (schema === accountText.schema) return "account";
  if (schema === contractText.schema) return "contract";
  if (name === "position") return "position";
  if (words !== undefined) return "choice";
  if (item !== undefined || type === undefined || type === "object") return "json";
  if (type === "array") return "list";
  if (type === "boolean") return "flag";
  if (description.includes("Unix ms")) return "time";
  return type === "integer" || format === "decimal" ? "decimal" : "text";
}

/**
 * The module of the operator's forms: of each operation that answers with JSON, what it takes and how that is
 * typed.
 */
export function formsModule(operations: readonly ControlOperation[]): string {
  const rowOf = ({ method, path, summary, role, isRepeatable, parameters }: ControlOperation) => {
    const fields = Object.entries(parameters)
      .filter(([name]) => !(isRepeatable && name === "reference"))
      .map(([name, parameter]) => {
        const { enum: words } = parameter.schema as Shape;
        const field = {
          name,
          kind: kindOf(name, parameter),
          note: `${told(parameter)}.`.replace(/^\.$/, ""),
        };
        return JSON.stringify({ ...field, isRequired: parameter.required, ...(words && { words }) });
      });
    const list = fields.length === 0 ? "[]" : `[\n      ${fields.join(",\n      ")},\n    ]`;
    return `  "${method} ${path.replace("/control/", "")}": {
    summary: ${JSON.stringify(summary)},
    role: "${role}",
    isRepeatable: ${isRepeatable},
    fields: ${list},
  },`;
  };
  const rows = operations.filter(({ sends }) => sends === undefined).map(rowOf);
  return `${HEAD}import type { ControlName } from "../../../../interface/client/index.ts";
import type { OperationFields } from "../parts/operationFields.ts";

/** Every operation of control that answers with JSON, with what it takes. */
export const forms = {
${rows.join("\n")}
} as const satisfies Readonly<Record<ControlName, OperationFields>>;

export type FormName = keyof typeof forms;
`;
}
