import { expect, test } from "vitest";
import { sockets as fapiSockets, requests } from "../../interface/wire/fapi/sockets/index.ts";
import { billWords, fapi, v2, v3 } from "../../interface/wire/index.ts";
import { sockets as v2Sockets } from "../../interface/wire/v2/sockets/index.ts";
import { sdkPushes } from "../../interface/wire/v2/sockets/sdk.ts";
import { sockets as v3Sockets } from "../../interface/wire/v3/sockets/index.ts";
import { controlOperations } from "./control/index.ts";
import { operations } from "./operations.ts";

/**
 * What the documents say of every field of every answer and push: what it means, and which words it may have.
 */

interface Schema {
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Every field below a schema, with the way to it. */
function fieldsOf(at: string, schema: Schema): [string, Schema][] {
  const inside = [schema.items ?? [], schema.anyOf ?? [], schema.allOf ?? []].flat();
  const records = Object.values(schema.patternProperties ?? {});
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...properties.flatMap(([name, field]): [string, Schema][] => [
      [`${at} ${name}`, field],
      ...fieldsOf(`${at} ${name}`, field),
    ]),
    ...[...inside, ...records].flatMap((each) => fieldsOf(at, each)),
  ];
}

const answers = operations.map(({ method, path, response }) => [`${method} ${path}`, response] as const);
const ofControl = controlOperations.map(({ method, path, answer }) => [`${method} ${path}`, answer] as const);
const pushes = [v2Sockets, v3Sockets, fapiSockets, requests].flatMap(({ name, channels, session }) => [
  ...Object.entries(channels).map(([channel, { push }]) => [`${name} ${channel}`, push] as const),
  ...Object.entries(session).map(([message, { schema }]) => [`${name} ${message}`, schema] as const),
]);
const ofSdk = Object.entries(sdkPushes).map(([channel, push]) => [`sdk ${channel}`, push] as const);
const fields = [...answers, ...ofControl, ...pushes, ...ofSdk].flatMap(([name, schema]) =>
  fieldsOf(name, schema as Schema),
);

test("every field of every answer and push says what it means", () => {
  expect(fields.length).toBeGreaterThan(1_500);
  const isSilent = ({ const: value, description = "", anyOf = [] }: Schema) =>
    value === undefined && description === "" && !anyOf.some((each) => each.description !== undefined);
  const silent = fields.filter(([, field]) => isSilent(field));
  expect(silent.map(([at]) => at)).toEqual([]);
});

test("a list of words is an enum, not a sentence", () => {
  const isList = ({ type, enum: words, description = "" }: Schema) =>
    type === "string" && words === undefined && /^[A-Z_]{3,}(, [A-Z_]{3,})* or [A-Z_]{3,}/.test(description);
  expect(fields.filter(([, field]) => isList(field)).map(([at]) => at)).toEqual([]);
});

test("every table of words is the enum of a field, or a part of one", () => {
  const enums = fields.flatMap(([, field]) => enumsOf(field)).map((words) => new Set(words));
  const tables = {
    ...tablesOf("V2", v2.words),
    ...tablesOf("V3", v3.words),
    ...tablesOf("fapi", fapi.words),
    types: billWords.types,
  };
  const unused = Object.entries(tables).filter(
    ([, table]) => !enums.some((words) => Object.values(table).every((word) => words.has(word))),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});

function enumsOf({ enum: words, anyOf = [], items = [] }: Schema): (readonly unknown[])[] {
  return [...(words === undefined ? [] : [words]), ...[...anyOf, items].flat().flatMap(enumsOf)];
}

/** The tables and lists among the words of a version. */
function tablesOf(version: string, words: object): Record<string, object> {
  const tables = Object.entries(words).filter(([, value]) => typeof value === "object");
  return Object.fromEntries(tables.map(([name, table]) => [`${version} ${name}`, table]));
}
