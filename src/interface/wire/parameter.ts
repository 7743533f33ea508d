import type { TSchema } from "typebox";
import { Type } from "typebox";
import { isDecimal } from "./decimal.ts";
import type { ErrorName } from "./errors.ts";
import { blankParameter, invalidParameter, missingParameter, WireError } from "./errors.ts";

/**
 * A parsed JSON value in which a number is its source text: real clients send "1" for 1 and 1 for "1", so the
 * wire does not tell them apart, and no digit is lost on the way.
 */
export type Json = string | boolean | null | readonly Json[] | JsonObject;
/** An object without a prototype. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/**
 * One parameter of an operation: its documentation and the reading of its value in one definition, from which
 * types, validation and OpenAPI follow.
 */
export interface Parameter<T> {
  readonly schema: TSchema;
  /** The value for an absent, null or (if it is not required) empty parameter. */
  readonly required: boolean;
  readonly absent: T;
  /** Reads a present value. Throws {@link WireError}. */
  readonly read: (value: Json, name: string) => T;
  /** Whether it is an id, which clients send in any form that answers have: as text or as number. */
  readonly isId?: true;
  /** Whether it is a moment in Unix ms, which people may write in another way. */
  readonly isTime?: true;
  /** For a list of objects: the parameters of each. */
  readonly item?: Parameters;
}

// biome-ignore lint/suspicious/noExplicitAny: each entry has its own type; Input<P> recovers it
export type Parameters = Readonly<Record<string, Parameter<any>>>;

/** What a handler receives: every declared parameter, read. */
export type Input<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/**
 * Reads the declared parameters from a query string or body; all others are ignored, but for those that
 * {@link refuseStrangers} names.
 *
 * In the order of declaration it refuses with 40017 a required parameter that is absent, with 40019 one that
 * is blank, with 40020 a value that is not allowed.
 */
export function readParameters<P extends Parameters>(parameters: P, source: JsonObject): Input<P> {
  const { entries, absent, strangers } = planOf(parameters);
  const input: Record<string, unknown> = { ...absent };
  for (const { name, parameter } of entries) {
    const value = source[name];
    if (value !== undefined && value !== null && value !== "") input[name] = parameter.read(value, name);
    else if (parameter.required) throw value === "" ? blankParameter(name) : missingParameter(name);
  }
  for (const [name, taker] of strangers) if (asks(source[name])) throw stranger(name, taker);
  return input as Input<P>;
}

/** Whether a field asks for anything: one that is empty, null or false does not. */
function asks(value: Json | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function stranger(name: string, taker: string): WireError {
  return invalidParameter(name, `${taker} takes it, and this operation does not`, "combinationInvalid");
}

/**
 * Has reading a set of parameters refuse fields that are none of it.
 *
 * @param takers the path of an operation that takes each
 */
export function refuseStrangers(parameters: Parameters, takers: ReadonlyMap<string, string>): void {
  planOf(parameters).strangers = [...takers].filter(([name]) => !Object.hasOwn(parameters, name));
}

/** A set of parameters, in the form in which reading goes through it. */
interface Plan {
  readonly entries: readonly { readonly name: string; readonly parameter: Parameter<unknown> }[];
  /**
   * The values for an empty input; every input starts as a copy of it, which costs less than building one.
   */
  readonly absent: Readonly<Record<string, unknown>>;
  /** Fields that are refused, with the path of an operation that takes them. */
  strangers: readonly (readonly [name: string, taker: string])[];
}

const plans = new WeakMap<Parameters, Plan>();

function planOf(parameters: Parameters): Plan {
  let plan = plans.get(parameters);
  if (plan === undefined) {
    const entries = Object.entries(parameters).map(([name, parameter]) => ({ name, parameter }));
    const absent = Object.fromEntries(entries.map(({ name, parameter }) => [name, parameter.absent]));
    plan = { entries, absent: { ...absent }, strangers: [] };
    plans.set(parameters, plan);
  }
  return plan;
}

/** Makes a parameter optional; `absent` is its default. */
export function optional<T>(parameter: Parameter<T>): Parameter<T | undefined>;
export function optional<T>(parameter: Parameter<T>, absent: T): Parameter<T>;
export function optional<T>(parameter: Parameter<T>, absent?: T): Parameter<T | undefined> {
  return { ...parameter, schema: withDefault(parameter.schema, absent), required: false, absent };
}

/**
 * The default as a client would send it: the word of a choice; undefined if the default stands for nothing.
 */
function withDefault(schema: TSchema, absent: unknown): TSchema {
  const words = meaningsOf.get(schema);
  if (words !== undefined) {
    const word = Object.keys(words).find((each) => words[each] === absent);
    if (word === undefined) return schema;
    const isNumber = (schema as { readonly type?: string }).type === "integer";
    const defaulted = { ...schema, default: isNumber ? Number(word) : word };
    meaningsOf.set(defaulted, words);
    return defaulted;
  }
  const { type } = schema as { readonly type?: string };
  const isOfType = type === typeof absent || (type === "integer" && typeof absent === "number");
  return isOfType && absent !== "" ? { ...schema, default: absent } : schema;
}

/**
 * The word by which a client says a meaning; `undefined` for a parameter that is no choice, or has no such
 * word.
 */
export function wordFor({ schema }: Parameter<unknown>, meaning: unknown): string | undefined {
  const words = meaningsOf.get(schema);
  return words && Object.keys(words).find((word) => words[word] === meaning);
}

/** The parameter of a name, of an operation or of the items of its lists. */
export function parameterOf(parameters: Parameters, name: string): Parameter<unknown> | undefined {
  if (Object.hasOwn(parameters, name)) return parameters[name];
  for (const { item } of Object.values(parameters)) if (item?.[name] !== undefined) return item[name];
  return undefined;
}

/** The meanings of a choice's words, by its schema. */
const meaningsOf = new WeakMap<TSchema, Readonly<Record<string, unknown>>>();

/** A parameter whose values that are not allowed are refused as `kind`. */
export function refusedAs<T>(kind: ErrorName, parameter: Parameter<T>): Parameter<T> {
  return {
    ...parameter,
    read(value, name) {
      try {
        return parameter.read(value, name);
      } catch (cause) {
        if (cause instanceof WireError && cause.kind === "parameterInvalid") throw cause.as(kind);
        throw cause;
      }
    },
  };
}

/** Any text; `lengthMax` in UTF-16 units. */
export function text(description: string, lengthMax = 1024): Parameter<string> {
  return required(Type.String({ description, maxLength: lengthMax }), (value, name) => {
    const string = scalar(value, name);
    if (string.length > lengthMax) throw invalidParameter(name, `longer than ${lengthMax} characters`);
    return string;
  });
}

/** A decimal, kept as text: its unit is known only with the contract. Number or string on the wire. */
export function decimal(description: string): Parameter<string> {
  return required(Type.String({ description, format: "decimal" }), (value, name) => {
    const string = scalar(value, name);
    if (!isDecimal(string)) throw invalidParameter(name, `'${clipped(string)}' is not a plain decimal`);
    return string;
  });
}

export interface IntegerBounds {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number within bounds, both inclusive. */
export function integer(description: string, bounds: IntegerBounds = {}): Parameter<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds;
  return required(Type.Integer({ description, minimum: min, maximum: max }), (value, name) => {
    const number = wholeNumber(scalar(value, name));
    if (number === undefined) throw invalidParameter(name, `not a whole number${got(value)}`);
    if (number < min || number > max)
      throw invalidParameter(name, `${number} is not within ${min} to ${max}`);
    return number;
  });
}

/**
 * An id of this venue; a text that is no id reads as 0: only for where 0 names nothing, never for "all" or
 * "the others".
 */
export function id(description: string): Parameter<number> {
  return ofId(Type.String({ description }), (value, name) => wholeNumber(scalar(value, name)) ?? 0);
}

/** An id of this venue, kept as text, because answers repeat it as it was sent. */
export function idText(description: string): Parameter<string> {
  return { ...text(description, 64), isId: true };
}

/** An id from anywhere; a text that is no id is refused. */
export function filterId(description: string): Parameter<number> {
  return ofId(Type.String({ description }), (value, name) => {
    const id = anyId(value);
    if (id === undefined) throw invalidParameter(name, `not an id${got(value)}`);
    return id;
  });
}

/** An id from anywhere; a value that is no id, of whatever type and length, does not filter. */
export function looseFilterId(description: string): Parameter<number | undefined> {
  return ofId<number | undefined>(Type.String({ description }), anyId);
}

/**
 * Ids of other venues have up to 19 digits; one that this venue cannot have made reads as 1, which is no
 * order's id.
 */
function anyId(value: Json): number | undefined {
  if (typeof value !== "string" || !/^\d{1,19}$/.test(value)) return undefined;
  return wholeNumber(value) ?? 1;
}

/** A moment, Unix milliseconds. */
export function time(description: string): Parameter<number> {
  return { ...integer(description, { min: 0 }), isTime: true };
}

/** One of a few words, each with its meaning. */
export function choice<T extends string | number>(
  description: string,
  meanings: Readonly<Record<string, T>>,
): Parameter<T> {
  const words = Object.keys(meanings);
  const schema = Type.String({ description, enum: words });
  meaningsOf.set(schema, meanings);
  const known = new Map(Object.entries(meanings)); // most words are digits, which a map finds faster than an object
  return required(schema, (value, name) => {
    const meaning = known.get(scalar(value, name));
    if (meaning === undefined) throw invalidParameter(name, `one of ${words.join(", ")}${got(value)}`);
    return meaning;
  });
}

/** A choice of numbers, documented as such: read like any other, as a number or as text. */
export function numbered<T>(parameter: Parameter<T>): Parameter<T> {
  const { description, enum: words } = parameter.schema as { description?: string; enum?: readonly string[] };
  const schema = { ...Type.Integer({ description: description ?? "" }), enum: (words ?? []).map(Number) };
  const meanings = meaningsOf.get(parameter.schema);
  if (meanings !== undefined) meaningsOf.set(schema, meanings);
  return { ...parameter, schema };
}

/** true or false, as JSON or as text. */
export function flag(description: string): Parameter<boolean> {
  return required(Type.Boolean({ description }), (value, name) => {
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw invalidParameter(name, `true or false${got(value)}`);
  });
}

/** Characters of an item in a list. */
const ITEM_MAX = 64;

/** A list of texts; an empty list counts as absent. The operation limits its length. */
export function texts(description: string): Parameter<readonly string[]> {
  return required(Type.Array(Type.String(), { description }), (value, name) => {
    if (!Array.isArray(value)) throw invalidParameter(name, "a list");
    return (value as readonly Json[]).map((each) => {
      const string = scalar(each, name);
      if (string.length > ITEM_MAX)
        throw invalidParameter(name, `an item longer than ${ITEM_MAX} characters`);
      return string;
    });
  });
}

/** A list of whole numbers within bounds, both inclusive. */
export function integers(
  description: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER, itemsMax }: IntegerBounds & { readonly itemsMax: number },
): Parameter<readonly number[]> {
  const item = integer(description, { min, max });
  const schema = Type.Array(Type.Integer({ minimum: min, maximum: max }), {
    description,
    maxItems: itemsMax,
  });
  return required(schema, (value, name) => {
    if (!Array.isArray(value)) throw invalidParameter(name, "a list");
    if (value.length > itemsMax) throw invalidParameter(name, `more than ${itemsMax} items`);
    return (value as readonly Json[]).map((each) => item.read(each, name));
  });
}

/** A list of objects, not read yet: the operation reads each by itself, so that one bad item fails alone. */
export function objects(
  description: string,
  item: Parameters,
  itemsMax: number,
): Parameter<readonly JsonObject[]> {
  const schema = Type.Array(schemaOf(item), { description, maxItems: itemsMax });
  const parameter = required(schema, (value, name) => {
    if (!Array.isArray(value)) throw invalidParameter(name, "a list");
    if (value.length === 0) throw blankParameter(name);
    if (value.length > itemsMax) throw invalidParameter(name, `more than ${itemsMax} items`);
    return (value as readonly Json[]).map((each) => {
      if (typeof each !== "object" || each === null || Array.isArray(each)) {
        throw invalidParameter(name, "every item is an object");
      }
      return each as JsonObject;
    });
  });
  return { ...parameter, item };
}

/** Any JSON, unread. */
export function anything(description: string): Parameter<Json> {
  return required(Type.Unknown({ description }), (value) => value);
}

/** The documented form of a set of parameters. */
export function schemaOf(parameters: Parameters): TSchema {
  const properties: Record<string, TSchema> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    properties[name] = parameter.required ? parameter.schema : Type.Optional(parameter.schema);
  }
  return Type.Object(properties);
}

function required<T>(schema: TSchema, read: (value: Json, name: string) => T): Parameter<T> {
  return { schema, required: true, absent: undefined as T, read };
}

function ofId<T>(schema: TSchema, read: (value: Json, name: string) => T): Parameter<T> {
  return { ...required(schema, read), isId: true };
}

function scalar(value: Json, name: string): string {
  if (typeof value === "string") return value;
  throw invalidParameter(name, "a text or a number");
}

const DIGITS = /^-?(0|[1-9]\d{0,15})$/;

/** A whole number in plain decimal digits, `undefined` for anything else or past 2^53. */
export function wholeNumber(value: string): number | undefined {
  if (!DIGITS.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number + 0 : undefined;
}

/** The end of a rule: the value that breaks it, if it is a text or a number. */
function got(value: Json): string {
  return typeof value === "string" ? `, got '${clipped(value)}'` : "";
}

function clipped(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
