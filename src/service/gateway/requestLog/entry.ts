/**
 * One request, as operators and the account's owner may see it: never a body, a query, a signature or a
 * passphrase.
 */
export interface RequestEntry {
  /** Grows by one with every entry; a reader gives the last one that it has seen to go on after it. */
  readonly id: number;
  /** Host time of the answer, Unix ms. */
  readonly time: number;
  /** Market time of the answer, Unix ms. */
  readonly marketTime: number;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The API key, "" where none was recognised. */
  readonly key: string;
  /**
   * The account of the key that was named, whether or not the signature was right; 0 if none was recognised.
   */
  readonly account: number;
  readonly address: string;
  /** The first word of the `User-Agent`: the program that asked, "python-requests/2.32.5". */
  readonly program: string;
  /** Weight against the address and against the account. */
  readonly weight: { readonly ip: number; readonly uid: number };
  readonly status: number;
  /** The error's code, "" where there is none. */
  readonly code: string;
  /** From the arrival of the whole request to the answer, ms with a resolution of 1 µs. */
  readonly tookMs: number;
  /** Why the request was refused, with the numbers that decided; "" if it was not. */
  readonly reason: string;
  /** The market rule that refused it, if one did. */
  readonly refusal?: RefusedBy | undefined;
}

/** A rule of the market, and the numbers that decided, as decimals of the contract where there is one. */
export interface RefusedBy {
  readonly rule: string;
  readonly numbers: Readonly<Record<string, string>>;
}

/** What is logged: nothing; refused requests; every request. */
export type RequestLogLevel = "off" | "errors" | "all";

export const requestLogLevels = ["off", "errors", "all"] as const satisfies readonly RequestLogLevel[];
