import { isAscii, isUtf8 } from "node:buffer";
import type { Json, JsonObject } from "../../../interface/wire/index.ts";
import { plainNumber, WireError } from "../../../interface/wire/index.ts";

/** How deep lists and objects may nest. */
export const DEPTH_MAX = 16;

/**
 * The object in a request body; an empty body is an empty object.
 *
 * Stricter than JSON.parse where that loses or hides something: numbers stay their source text, an exponent
 * carried out (a double would round ids and prices), a name given twice or named `__proto__` is refused,
 * nesting is bounded, bytes that are not UTF-8 are refused. Objects have no prototype. Everything malformed
 * is refused with 40017.
 */
export function parseBody(body: Uint8Array): JsonObject {
  if (body.length === 0) return new Fields();
  const value = new Parser(decode(body)).document();
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("not an object");
  return value as JsonObject;
}

/** The parameters of a query string, decoded; "+" is a blank. A name given twice is refused with 40017. */
export function parseQuery(query: string): JsonObject {
  const parameters = new Fields();
  if (ENCODED.test(query)) {
    for (const [name, value] of new URLSearchParams(query)) add(parameters, name, value);
    return parameters;
  }
  // Nothing to decode, as in the query of an order: cutting it takes half as long as the platform's reader.
  for (let at = 0; at < query.length; ) {
    const next = query.indexOf("&", at);
    const end = next < 0 ? query.length : next;
    const sign = query.indexOf("=", at);
    const nameEnd = sign < 0 || sign > end ? end : sign;
    if (at < end) {
      const name = knownName(query, at, nameEnd) || keepName(query.slice(at, nameEnd));
      add(parameters, name, query.slice(nameEnd + 1, end));
    }
    at = end + 1;
  }
  return parameters;
}

/** A query whose names and values are not what they look like. The platform's reader drops a "?" in front. */
const ENCODED = /[%+]|^\?/;

function add(parameters: Fields, name: string, value: string): void {
  if (name in parameters) throw givenTwice(name);
  parameters[name] = value;
}

function givenTwice(name: string): WireError {
  return new WireError(
    "requestMalformed",
    `Parameter validation failed: ${name.slice(0, 40)} is given twice`,
  );
}

/** The value of a JSON text that stands in a parameter; see {@link parseBody}. */
export function parseJson(text: string): Json {
  return new Parser(text).document();
}

const OPENERS = /^\s*[{[]/;

/** What a form must know of the parameters in it. */
export interface Form {
  /** Names of parameters that are lists, which arrive as JSON text. */
  readonly lists: readonly string[];
  /** Names of parameters that have capitals, behind the same in small letters. */
  readonly spelled: readonly (readonly [small: string, name: string])[];
}

/**
 * The parameters of a request that may have them in its query, in a body, or in both, where the query's
 * count. A body is JSON if it begins as JSON does, else a form, whatever its header says: clients exist that
 * send forms under another's name. Others write names of parameters in small letters: both spellings are one
 * name.
 */
export function parseForm(query: string, body: Uint8Array, { lists, spelled }: Form): JsonObject {
  const inQuery = spelledOut(parseQuery(query) as Fields, spelled);
  const fields =
    body.length === 0 ? inQuery : Object.assign(spelledOut(bodyFields(body) as Fields, spelled), inQuery);
  for (const name of lists) {
    const value = fields[name];
    if (typeof value === "string" && OPENERS.test(value)) fields[name] = parseJson(value);
  }
  return fields;
}

function spelledOut(fields: Fields, spelled: Form["spelled"]): Fields {
  for (const [small, name] of spelled) {
    if (!(small in fields)) continue;
    if (name in fields) throw givenTwice(name);
    fields[name] = fields[small]!;
  }
  return fields;
}

function bodyFields(body: Uint8Array): JsonObject {
  const text = decode(body);
  return OPENERS.test(text) ? parseBody(body) : parseQuery(text);
}

/**
 * An object that inherits nothing. (`Object.create(null)` would do the same as a hash table: instances of a
 * class get hidden classes, and the same fields in the same order, which is what clients send, are read twice
 * as fast.)
 */
class Fields {
  [name: string]: Json;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, "constructor");

function decode(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) throw malformed("not UTF-8");
  return bytes.toString("utf8");
}

const NOT_JSON = "Parameter validation failed: the body is not valid JSON: ";

function malformed(what: string): WireError {
  return new WireError("bodyMalformed", NOT_JSON + what);
}

/** What is wrong with a body that {@link parseBody} has refused, for a sentence of one's own. */
export function faultOf(refusal: unknown): string {
  if (refusal instanceof WireError && refusal.message.startsWith(NOT_JSON))
    return refusal.message.slice(NOT_JSON.length);
  throw refusal;
}

/** Below it are control characters, which JSON forbids inside strings. */
const BLANK = 32;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const COMMA = 44;
const COLON = 58;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEX = /^[0-9a-fA-F]{4}$/;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * Names that were met, each in a place that its length, first and last character give; a new one takes the
 * place.
 */
const KNOWN_NAMES = 256;
const KNOWN_NAME_MAX = 32;
const knownNames = new Array<string>(KNOWN_NAMES).fill("");

/**
 * The name of a field that stands in `text`, if it was met before; else "". Clients send the same few names
 * all the time: such a name is not cut out of the text again, and as the same string object it is found
 * faster.
 */
function knownName(text: string, start: number, end: number): string {
  const length = end - start;
  if (length < 1 || length > KNOWN_NAME_MAX) return "";
  const known = knownNames[placeOf(text, start, end)]!;
  return known.length === length && text.startsWith(known, start) ? known : "";
}

/** Keeps a name for {@link knownName}, if JSON and queries spell it as it is. */
function keepName(name: string): string {
  if (/^\w{1,32}$/.test(name)) knownNames[placeOf(name, 0, name.length)] = asProperty(name);
  return name;
}

function placeOf(text: string, start: number, end: number): number {
  return (31 * (end - start) + 7 * text.charCodeAt(start) + text.charCodeAt(end - 1)) % KNOWN_NAMES;
}

/** A name as the engine keeps names of properties: one string for all, and no part of a longer one. */
function asProperty(name: string): string {
  return Object.keys({ [name]: 0 })[0]!;
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#blanks();
    if (this.#at < this.#text.length) throw malformed(`something follows at character ${this.#at}`);
    return value;
  }

  #value(): Json {
    switch (this.#blanks()) {
      case QUOTE:
        return this.#string();
      case OPEN_OBJECT:
        return this.#object();
      case OPEN_LIST:
        return this.#list();
      case 116:
        return this.#word("true", true);
      case 102:
        return this.#word("false", false);
      case 110:
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    this.#enter();
    const object = new Fields();
    this.#at++;
    if (this.#blanks() === CLOSE_OBJECT) return this.#leave(object);
    for (;;) {
      if (this.#blanks() !== QUOTE) throw malformed(`a name is expected at character ${this.#at}`);
      const name = this.#name();
      if (name === "__proto__") throw malformed("a field named __proto__");
      if (name in object) throw malformed(`the field ${name.slice(0, 40)} is given twice`);
      if (this.#blanks() !== COLON) throw malformed(`':' is expected at character ${this.#at}`);
      this.#at++;
      object[name] = this.#value();
      const next = this.#blanks();
      if (next === CLOSE_OBJECT) return this.#leave(object);
      if (next !== COMMA) throw malformed(`',' or '}' is expected at character ${this.#at}`);
      this.#at++;
    }
  }

  #list(): Json[] {
    this.#enter();
    const list: Json[] = [];
    this.#at++;
    if (this.#blanks() === CLOSE_LIST) return this.#leave(list);
    for (;;) {
      list.push(this.#value());
      const next = this.#blanks();
      if (next === CLOSE_LIST) return this.#leave(list);
      if (next !== COMMA) throw malformed(`',' or ']' is expected at character ${this.#at}`);
      this.#at++;
    }
  }

  #enter(): void {
    if (++this.#depth > DEPTH_MAX) throw malformed(`nested deeper than ${DEPTH_MAX}`);
  }

  #leave<T>(value: T): T {
    this.#depth--;
    this.#at++;
    return value;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let end = start;
    let code = text.charCodeAt(end);
    while (code >= BLANK && code !== QUOTE && code !== BACKSLASH) code = text.charCodeAt(++end);
    this.#at = end;
    return code === QUOTE ? this.#slice(start) : this.#escaped(start);
  }

  /** A string that names a field. */
  #name(): string {
    const start = this.#at + 1;
    const end = this.#text.indexOf('"', start);
    const known = knownName(this.#text, start, end);
    if (known === "") return keepName(this.#string());
    this.#at = end + 1;
    return known;
  }

  /** The text from `start` to the current quote, which is skipped. */
  #slice(start: number): string {
    return this.#text.slice(start, this.#at++);
  }

  /** A string that begins at `start` and has no quote up to here: it holds an escape, or does not end. */
  #escaped(start: number): string {
    let string = this.#text.slice(start, this.#at);
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === BACKSLASH) {
        this.#at++;
        string += this.#escape();
      } else if (code >= BLANK && code !== QUOTE) {
        string += this.#text.charAt(this.#at++);
      } else if (code === QUOTE) {
        this.#at++;
        return string;
      } else {
        throw malformed(`a text does not end, or holds a control character at ${this.#at}`);
      }
    }
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at++);
    if (letter === "u") {
      const hex = this.#text.slice(this.#at, this.#at + 4);
      if (!HEX.test(hex)) throw malformed(`an escape at character ${this.#at}`);
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const meaning = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (meaning === undefined) throw malformed(`an escape at character ${this.#at - 1}`);
    return meaning;
  }

  #number(): string {
    NUMBER.lastIndex = this.#at;
    if (!NUMBER.test(this.#text)) throw malformed(`a value is expected at character ${this.#at}`);
    const start = this.#at;
    this.#at = NUMBER.lastIndex;
    return plainNumber(this.#text.slice(start, this.#at));
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at))
      throw malformed(`a value is expected at character ${this.#at}`);
    this.#at += word.length;
    return value;
  }

  /** Skips blanks; returns the code of the next character, NaN at the end. */
  #blanks(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (code === 32 || code === 10 || code === 13 || code === 9) code = this.#text.charCodeAt(++this.#at);
    return code;
  }
}
