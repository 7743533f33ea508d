/** A request as errors show it: without headers, so without key and signature. */
export interface RequestShown {
  readonly method: string;
  /** "/capi/v2/order/placeOrder" */
  readonly path: string;
  /** The query without "?"; "" if there is none. */
  readonly query: string;
  /** The body as sent; "" if there is none. */
  readonly body: string;
}

/** The venue's refusal of a request, in its own words. */
export class VenueError extends Error {
  override readonly name = "VenueError";
  /** The interface's code, "40015" or "-1054"; "" if the answer was not in the interface's form. */
  readonly code: string;
  /** The venue's own words. */
  readonly msg: string;
  /** HTTP status. */
  readonly status: number;
  readonly request: RequestShown;
  /** How long the venue asks to wait, ms; `undefined` if it does not say. */
  readonly retryAfterMs: number | undefined;
  /** Whether the venue does not know if the request was carried out. */
  readonly mayHaveHappened: boolean;

  constructor(parts: {
    readonly code: string;
    readonly msg: string;
    readonly status: number;
    readonly request: RequestShown;
    readonly retryAfterMs?: number | undefined;
    readonly mayHaveHappened?: boolean;
  }) {
    super(`${parts.request.method} ${parts.request.path}: ${parts.status} ${parts.code} ${parts.msg}`);
    this.code = parts.code;
    this.msg = parts.msg;
    this.status = parts.status;
    this.request = parts.request;
    this.retryAfterMs = parts.retryAfterMs;
    this.mayHaveHappened = parts.mayHaveHappened === true;
  }
}

/** No complete answer came: no connection, a broken one, or none in time. `cause` says which. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  readonly request: RequestShown;
  /** Whether the request changes something and may have reached the venue: check before placing again. */
  readonly mayHaveHappened: boolean;

  constructor(request: RequestShown, options: ErrorOptions & { readonly mayHaveHappened: boolean }) {
    const { mayHaveHappened } = options;
    const doubt = mayHaveHappened ? "; it may have happened all the same" : "";
    super(`${request.method} ${request.path}: no answer${doubt}`, options);
    this.request = request;
    this.mayHaveHappened = mayHaveHappened;
  }
}

/**
 * A request that was not sent: the client's own budget for it would not have been free in time. Nothing
 * happened.
 */
export class ThrottledError extends Error {
  override readonly name = "ThrottledError";
  /** The budget that is used up: "UID weight", "orders to place"… */
  readonly rule: string;

  constructor(rule: string, waitMaxMs: number) {
    super(`the budget "${rule}" does not allow the request within ${waitMaxMs} ms`);
    this.rule = rule;
  }
}
