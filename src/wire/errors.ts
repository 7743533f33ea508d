/**
 * The errors of the V2 interface: code, HTTP status and text. Codes are strings on the wire. Every refusal a client can
 * meet has an entry here; the texts hold the phrases that clients look for.
 */
export const errors = {
  keyMissing: { code: "40001", status: 400, text: 'Header "ACCESS_KEY" is required' },
  signMissing: { code: "40002", status: 400, text: 'Header "ACCESS_SIGN" is required' },
  timestampMissing: { code: "40003", status: 400, text: 'Header "ACCESS_TIMESTAMP" is required' },
  timestampInvalid: { code: "40005", status: 400, text: "Invalid ACCESS_TIMESTAMP" },
  keyUnknown: { code: "40006", status: 400, text: "Invalid ACCESS_KEY" },
  contentTypeInvalid: {
    code: "40007",
    status: 400,
    text: 'Invalid Content_Type, use "application/json" format',
  },
  timestampExpired: { code: "40008", status: 400, text: "Request timestamp expired" },
  signatureWrong: {
    code: "40009",
    status: 400,
    text: "API verification failed: the signature does not match",
  },
  passphraseMissing: { code: "40011", status: 400, text: 'Header "ACCESS_PASSPHRASE" is required' },
  passphraseWrong: { code: "40012", status: 400, text: "Incorrect API key/Passphrase" },
  accountFrozen: { code: "40013", status: 400, text: "Account frozen" },
  permissionMissing: { code: "40014", status: 400, text: "Invalid permissions" },
  /** The carrier of every refusal of the matching engine. */
  refused: { code: "40015", status: 400, text: "System error" },
  parameterMissing: { code: "40017", status: 400, text: "Parameter validation failed" },
  addressRefused: { code: "40018", status: 400, text: "Invalid IP request" },
  parameterBlank: { code: "40019", status: 400, text: "Parameter cannot be empty" },
  parameterInvalid: { code: "40020", status: 400, text: "Parameter is invalid" },
  permissionInsufficient: { code: "40022", status: 403, text: "Insufficient permissions for this operation" },
  apiRestricted: { code: "40753", status: 400, text: "API permission disabled" },
  batchTooLarge: { code: "40912", status: 400, text: "A single cancel request may not exceed 50 orders" },
  orderNotFound: { code: "50005", status: 400, text: "Order does not exist" },
  leverageTooHigh: { code: "50007", status: 400, text: "Leverage cannot exceed the limit" },
  /** Placing without the permission, or on a pair closed to API trading. */
  placementForbidden: { code: "-1052", status: 403, text: "Insufficient permissions for this operation" },
  /** Cancelling an order that does not exist, or is final. */
  cancelNotFound: { code: "-1054", status: 400, text: "Order does not exist" },
  pathNotFound: { code: "404", status: 404, text: "Not found" },
  methodNotAllowed: { code: "405", status: 405, text: "Method not allowed" },
  bodyTooLarge: { code: "413", status: 413, text: "Request body too large" },
  hostRefused: { code: "421", status: 421, text: "This host name is not served here" },
  rateLimited: { code: "429", status: 429, text: "Too many requests" },
  unavailable: { code: "503", status: 503, text: "Service unavailable" },
  internal: { code: "500", status: 500, text: "Internal error" },
} as const satisfies Record<string, { code: string; status: number; text: string }>;

export type ErrorName = keyof typeof errors;

/** A refusal on its way to the client; thrown anywhere in the gateway, answered in one place. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly kind: ErrorName;
  /** Seconds for the `Retry-After` header; 0: none. */
  readonly retryAfterSeconds: number;

  /** @param text replaces the table's text; it should begin with it or hold the phrase that clients look for */
  constructor(kind: ErrorName, text: string = errors[kind].text, retryAfterSeconds = 0) {
    super(text);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): string {
    return errors[this.kind].code;
  }

  get status(): number {
    return errors[this.kind].status;
  }
}

/** A parameter that must be there and is not. */
export function missingParameter(name: string): WireError {
  return new WireError("parameterMissing", `Parameter validation failed: ${name} must not be blank`);
}

/** A parameter that is there without a value. */
export function blankParameter(name: string): WireError {
  return new WireError("parameterBlank", `Parameter ${name} cannot be empty`);
}

/** A parameter whose value is not allowed; `rule` says what would be. */
export function invalidParameter(name: string, rule?: string): WireError {
  return new WireError(
    "parameterInvalid",
    rule === undefined ? `Parameter ${name} is invalid` : `Parameter ${name} is invalid: ${rule}`,
  );
}

/** A refusal by the rules of the market, in the words of the engine's status names. */
export function refusal(
  status: "INVALID_ARGUMENT" | "FAILED_PRECONDITION" | "RESOURCE_EXHAUSTED",
  text: string,
): WireError {
  return new WireError("refused", `${status}: ${text}`);
}
