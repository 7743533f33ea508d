import { STATUS_CODES } from "node:http";
import type { Dialect, Language, WireError, WireProfile } from "../../interface/wire/index.ts";
import { fapi, inLanguage, v2, v3 } from "../../interface/wire/index.ts";
import type { TimeMs } from "../../kernel/core/index.ts";
import { MINUTE_MS } from "../../kernel/host/clock.ts";

/** Where and when a request was refused. */
export interface RefusedAt {
  /** Market time. */
  readonly now: TimeMs;
  /** The request's path, without its query. */
  readonly path: string;
  readonly language: Language;
  /**
   * The wire profile of the key, or of the venue. Undefined for a request to no operation, where it makes no
   * difference.
   */
  readonly profile?: WireProfile;
}

/** How much of a budget is used. */
export interface Used {
  readonly used: number;
  readonly max: number;
  readonly windowMs: number;
}

/** The use of the budgets after a request was answered. */
export interface Usage {
  weight?: Used | undefined;
  orders?: Used | undefined;
  /** Of orders in a short window, where a version has one. */
  burst?: Used | undefined;
}

/** A refusal as the wire shows it. */
export interface Refusal {
  readonly status: number;
  /** The error's code; the HTTP status if the form has no code. */
  readonly code: string;
  readonly body: string;
}

/**
 * What a version of the interface does in its own way: its paths, the form of its refusals, its budgets.
 * Signing and the order of checks are the same for all; shapes and words belong to the operations.
 */
export interface ApiVersion {
  readonly name: VersionName;
  /** Its paths begin with one of these. */
  readonly prefixes: readonly string[];
  /** What a client that reads English is told of an error. */
  words(error: WireError): string;
  /** The form of an error. */
  refuse(error: WireError, at: RefusedAt): Refusal;
  /** Whether a sunset ends this version. */
  readonly sunsets: boolean;
  /** Headers with the use of the budgets, names and values in turn; undefined: the version sends none. */
  readonly usageHeaders?: (usage: Usage) => string[];
}

export type VersionName = "V2" | "V3" | "fapi";

/**
 * `{"code":"40020","msg":"…","requestTime":…,"data":null}`; codes are strings, texts follow the client's
 * language.
 */
export const v2Version: ApiVersion = {
  name: "V2",
  prefixes: ["/capi/v2/"],
  sunsets: true,
  words: ({ message }) => message,
  refuse(error, { now, language }) {
    const { status } = v2.errors[error.kind];
    const code = v2.codeOf(error);
    const text = JSON.stringify(inLanguage(language, error.kind, error.message));
    return { status, code, body: `{"code":"${code}","msg":${text},"requestTime":${now},"data":null}` };
  },
};

/**
 * `{"code":-1142,"msg":"…"}`; codes are numbers. A refusal of the server in front of the interface has no
 * code: `{"timestamp":…,"status":404,"error":"Not Found","path":"…"}`, and a `message` unless the path is
 * unknown.
 */
export const v3Version: ApiVersion = {
  name: "V3",
  prefixes: ["/capi/v3/", "/api/v3/"],
  sunsets: false,
  usageHeaders({ weight, orders }) {
    const headers: string[] = [];
    if (weight !== undefined) {
      const window = windowName(weight);
      headers.push(`x-used-weight-${window}`, String(weight.used));
      headers.push(`x-remaining-weight-${window}`, String(weight.max - weight.used));
    }
    if (orders !== undefined) headers.push(`x-order-count-${windowName(orders)}`, String(orders.used));
    return headers;
  },
  words: (error) => (v3.codeOf(error) === undefined ? error.message : v3.errorText(error)),
  refuse(error, { now, path, profile }) {
    const code = v3.codeOf(error);
    const status = v3.statusOf(error.kind, profile);
    if (code !== undefined) {
      const msg = v3.errorText(error);
      return { status, code: String(code), body: JSON.stringify({ code, msg }) };
    }
    const message = error.kind === "pathNotFound" ? undefined : error.message;
    const body = { timestamp: now, status, error: STATUS_CODES[status], path, message };
    return { status, code: String(status), body: JSON.stringify(body) };
  },
};

/**
 * The fapi dialect: `{"code":-1121,"msg":"Invalid symbol."}`, whatever refuses. For an unknown path the text
 * names the paths that there are.
 */
export const fapiVersion: ApiVersion = {
  name: "fapi",
  prefixes: ["/fapi/", "/futures/data/", "/sapi/", "/ws-fapi/"],
  sunsets: false,
  usageHeaders({ weight, orders, burst }) {
    const headers: string[] = [];
    if (weight !== undefined) headers.push(`x-mbx-used-weight-${windowName(weight)}`, String(weight.used));
    for (const each of [burst, orders])
      if (each !== undefined) headers.push(`x-mbx-order-count-${windowName(each)}`, String(each.used));
    return headers;
  },
  words: fapi.errorText,
  refuse(error) {
    const code = fapi.codeOf(error);
    const text = fapi.errorText(error);
    const isPath = error.kind === "pathNotFound" || error.kind === "methodNotAllowed";
    const msg = isPath ? `${text}; served are ${fapi.served.join(", ")}` : text;
    return { status: fapi.statusOf(error), code: String(code), body: JSON.stringify({ code, msg }) };
  },
};

/** "10s", "1m": the end of a header's name. */
function windowName({ windowMs }: Used): string {
  return windowMs % MINUTE_MS === 0 ? `${windowMs / MINUTE_MS}m` : `${windowMs / 1_000}s`;
}

export const versions: Readonly<Record<Dialect, ApiVersion>> = {
  v2: v2Version,
  v3: v3Version,
  fapi: fapiVersion,
};
const apis = Object.values(versions);

/** The version that a path belongs to; other paths are answered as in V2. */
export function apiVersionOf(path: string): ApiVersion {
  return apis.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix))) ?? v2Version;
}
