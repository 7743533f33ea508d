/**
 * Every refusal a client can meet, with its text in V2, which holds the phrases that clients look for. Code
 * and status are each version's own: v2/errors.ts, v3/errors.ts.
 */
export const errorTexts = {
  keyMissing: 'Header "ACCESS_KEY" is required',
  signMissing: 'Header "ACCESS_SIGN" is required',
  timestampMissing: 'Header "ACCESS_TIMESTAMP" is required',
  timestampInvalid: "Invalid ACCESS_TIMESTAMP",
  keyUnknown: "Invalid ACCESS_KEY",
  contentTypeInvalid: 'Invalid Content_Type, use "application/json" format',
  timestampExpired: "Request timestamp expired",
  signatureWrong: "API verification failed: the signature does not match",
  passphraseMissing: 'Header "ACCESS_PASSPHRASE" is required',
  passphraseWrong: "Incorrect API key/Passphrase",
  accountFrozen: "Account frozen",
  permissionMissing: "Invalid permissions",
  /** Carries every refusal of the matching engine. */
  refused: "System error",
  parameterMissing: "Parameter validation failed",
  /** The body is not JSON as the venue reads it. */
  bodyMalformed: "Parameter validation failed",
  /** Each parameter is valid, but not in combination. */
  requestMalformed: "Parameter validation failed",
  addressRefused: "Invalid IP request",
  parameterBlank: "Parameter cannot be empty",
  parameterInvalid: "Parameter is invalid",
  /** Kinds of an invalid parameter for which a version may have codes of their own. */
  combinationInvalid: "Parameter is invalid",
  timeInForceInvalid: "Parameter is invalid",
  orderTypeInvalid: "Parameter is invalid",
  sideInvalid: "Parameter is invalid",
  precisionExceeded: "Parameter is invalid",
  timeSpanTooLong: "Parameter is invalid",
  timesReversed: "Parameter is invalid",
  clientIdInvalid: "Parameter is invalid",
  /** Refusals of the matching engine for which a version may have codes of their own. */
  clientIdTaken: "System error",
  sizeTooLarge: "System error",
  permissionInsufficient: "Insufficient permissions for this operation",
  apiRestricted: "API permission disabled",
  batchTooLarge: "A single cancel request may not exceed 50 orders",
  orderNotFound: "Order does not exist",
  leverageTooHigh: "Leverage cannot exceed the limit",
  /** Placing without the permission. */
  placementForbidden: "Insufficient permissions for this operation",
  /** Placing on a pair that is closed to API trading. */
  pairClosed: "Insufficient permissions",
  /** Cancelling an order that does not exist, or is final. */
  cancelNotFound: "Order does not exist",
  /** A WebSocket handshake without User-Agent. */
  handshakeRefused: "Forbidden",
  /** A WebSocket address that was asked for over plain HTTP. */
  upgradeRequired: "Upgrade Required",
  pathNotFound: "Not found",
  /** A path of a dialect that this venue does not serve. */
  dialectOff: "Not found",
  /** This version of the interface is no longer served. */
  versionRetired: "This version of the interface is retired",
  methodNotAllowed: "Method not allowed",
  bodyTooLarge: "Request body too large",
  hostRefused: "This host name is not served here",
  rateLimited: "Too many requests",
  unavailable: "Service unavailable",
  internal: "Internal error",
} as const satisfies Record<string, string>;

export type ErrorName = keyof typeof errorTexts;

/** The parameter that a refusal is about, and what would be allowed. */
export interface FaultyParameter {
  readonly name: string;
  readonly rule?: string | undefined;
}

/** After these errors nothing happened, or it is unknown: the same request may be sent again. */
const transient: ReadonlySet<ErrorName> = new Set(["rateLimited", "unavailable", "internal"]);

/**
 * A refusal on its way to the client; thrown anywhere in the gateway, and written in one place by its
 * version.
 */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly kind: ErrorName;
  /** Seconds for the `Retry-After` header; 0: none. */
  readonly retryAfterSeconds: number;
  readonly parameter: FaultyParameter | undefined;
  /**
   * The rule that refuses: of the market by the core's name for it, of a limit by its own; "" for any other.
   */
  rule = "";

  /**
   * @param text replaces the table's text; it should begin with it or hold the phrase that clients look for
   */
  constructor(
    kind: ErrorName,
    text: string = errorTexts[kind],
    retryAfterSeconds = 0,
    parameter?: FaultyParameter,
  ) {
    super(text);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.parameter = parameter;
  }

  get isTransient(): boolean {
    return transient.has(this.kind);
  }

  /** This refusal under a more, or less, specific kind. */
  as(kind: ErrorName): WireError {
    const same = new WireError(kind, this.message, this.retryAfterSeconds, this.parameter);
    if (this.cause !== undefined) same.cause = this.cause;
    same.rule = this.rule;
    return same;
  }
}

/**
 * A refusal with a code that a directive gave, the same in every version; 0: the code of every refusal of the
 * market.
 */
export class DirectedError extends WireError {
  readonly wireCode: number;

  constructor(wireCode: number, text: string) {
    super("refused", text);
    this.wireCode = wireCode;
  }
}

/** The code that a directive gave a refusal, if one did. */
export function directedCode(error: WireError): number | undefined {
  return error instanceof DirectedError && error.wireCode !== 0 ? error.wireCode : undefined;
}

/** The header of an answer that does not know whether the request was carried out; its value is "unknown". */
export const OUTCOME_HEADER = "outcry-outcome";

/**
 * A request that may have been carried out, or may come to be: the same bytes may be sent again, anything
 * else may be a second one.
 */
export class OutcomeUnknown extends WireError {
  constructor(text: string, retryAfterSeconds = 0) {
    super("unavailable", text, retryAfterSeconds);
  }
}

/** A required parameter that is absent. */
export function missingParameter(name: string): WireError {
  return new WireError("parameterMissing", `Parameter validation failed: ${name} must not be blank`, 0, {
    name,
  });
}

/** A parameter without a value. */
export function blankParameter(name: string): WireError {
  return new WireError("parameterBlank", `Parameter ${name} cannot be empty`, 0, { name });
}

/**
 * The refusal of a parameter that turned out to be needed although it is declared optional: missing, or blank
 * if an empty text or list was given.
 *
 * @param given the request's fields
 */
export function blankInsteadOfMissing(cause: unknown, given: Readonly<Record<string, unknown>>): unknown {
  if (!(cause instanceof WireError) || cause.kind !== "parameterMissing") return cause;
  const { name = "" } = cause.parameter ?? {};
  const isBlank = name.split(" or ").some((each) => given[each] === "" || isEmptyList(given[each]));
  return isBlank ? blankParameter(name) : cause;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A parameter whose value is not allowed; `rule` says which values are. */
export function invalidParameter(
  name: string,
  rule?: string,
  kind: ErrorName = "parameterInvalid",
): WireError {
  const text = rule === undefined ? `Parameter ${name} is invalid` : `Parameter ${name} is invalid: ${rule}`;
  return new WireError(kind, text, 0, { name, rule });
}

/** A refusal by the rules of the market, with the engine's status name. */
export function refusal(
  status: "INVALID_ARGUMENT" | "FAILED_PRECONDITION" | "RESOURCE_EXHAUSTED",
  text: string,
  kind: ErrorName = "refused",
): WireError {
  return new WireError(kind, `${status}: ${text}`);
}
