import { fieldsOf, having, must, optional, requireArguments, whole } from "../wire/argument.ts";

/**
 * A REST operation, as far as the client needs to know it.
 *
 * @typeParam In its parameters @typeParam Out its answer
 */
export interface Operation<In, Out> {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** Whether it is signed with a key. */
  readonly isSigned: boolean;
  /** Its weight against the budgets of the address and of the account. */
  readonly weight: Weight;
  /** Whether it is a DELETE whose parameters are the fields of a body, like those of a POST. */
  readonly sendsBody?: true;
  /** How it counts against the limits on orders. */
  readonly orders?: OrderCount;
  /** Whether it changes nothing although it is a POST. */
  readonly isQuestion?: true;
  /**
   * Whether repeating it changes something again. A restarted venue has forgotten that it was done, so it is
   * not repeated after a time in which a restart is possible.
   */
  readonly isForgotten?: true;
  /**
   * What makes it take the price of the moment in which it arrives: a parameter, of its own or of an item of
   * its lists, and its word; no parameter: it always does.
   */
  readonly takesMarket?: Readonly<Record<string, string>>;
  /** For the compiler only; never present. */
  readonly shape?: (input: In) => Out;
}

export interface Weight {
  readonly ip: number;
  readonly uid: number;
}

export interface OrderCount {
  readonly family: "place" | "cancel";
  /** Parameters whose items are the orders that a request places or cancels; one order if left out. */
  readonly count?: readonly string[];
  /** How many orders it counts as at least. */
  readonly least?: number;
}

/** An id, in any form in which answers have it. */
export type Id = string | number;

/** No parameters. */
export type Nothing = Record<never, never>;

/** Exactly one of several parameters. */
export type OneOf<T> = {
  [K in keyof T]: Readonly<Pick<T, K>> & { readonly [N in Exclude<keyof T, K>]?: never };
}[keyof T];

/** Declares an operation; only the compiler knows its parameters and its answer. */
export function operation<In, Out>(facts: Operation<In, Out>): Operation<In, Out> {
  return facts;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the wait; a request already sent may still be carried out. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take, ms, instead of the client's `timeoutMs`. */
  readonly timeoutMs?: number;
  /**
   * How long after the call an attempt may begin, ms; 0: one attempt, at once or not at all. Default 1 500
   * for what takes the price of the moment (market orders, closing at the market), none for the rest.
   */
  readonly deadlineMs?: number;
}

const ms = optional(whole(0, Number.MAX_SAFE_INTEGER));
export const abortSignal = must("an AbortSignal", (value) => value instanceof AbortSignal);
/** The parameters themselves are the venue's to judge. */
export const CALL = {
  input: having(),
  options: optional(fieldsOf({ signal: optional(abortSignal), timeoutMs: ms, deadlineMs: ms })),
};

/** Whether a request takes the price of the moment in which it arrives. */
export function takesMarket<In>({ takesMarket: words }: Operation<In, unknown>, input: In): boolean {
  if (words === undefined) return false;
  const takes = (given: unknown): boolean =>
    typeof given === "object" &&
    given !== null &&
    Object.entries(words).every(
      ([name, word]) => String((given as Readonly<Record<string, unknown>>)[name]) === word,
    );
  return (
    takes(input) || Object.values(input as object).some((each) => Array.isArray(each) && each.some(takes))
  );
}

/** The parameters, which may be left out if none is required. */
export type Call<In, Out> =
  Record<never, never> extends In
    ? (input?: In, options?: CallOptions) => Promise<Out>
    : (input: In, options?: CallOptions) => Promise<Out>;

/** A table of operations as functions of the same names. */
export type Calls<T> = {
  readonly [K in keyof T]: T[K] extends Operation<infer In, infer Out> ? Call<In, Out> : never;
};

/** Groups of operations, as groups of functions. */
export type CallGroups<T> = { readonly [G in keyof T]: Calls<T[G]> };

/** Sends a request of an operation and resolves to the answer's body. */
export type Caller = <In, Out>(
  operation: Operation<In, Out>,
  input: In,
  options?: CallOptions,
) => Promise<Out>;

type Table = Readonly<Record<string, Operation<never, unknown>>>;

/** Makes functions of a table of operations. */
export function callsOf<T extends Table>(table: T, call: Caller): Calls<T> {
  const calls = Object.entries(table).map(([name, operation]) => [
    name,
    async (input: object = {}, options?: CallOptions) => {
      requireArguments(name, CALL, [input, options]);
      return call(operation as Operation<object, unknown>, input, options);
    },
  ]);
  return Object.fromEntries(calls) as Calls<T>;
}

/** Makes groups of functions of groups of tables. */
export function callGroupsOf<T extends Readonly<Record<string, Table>>>(
  groups: T,
  call: Caller,
): CallGroups<T> {
  const calls = Object.entries(groups).map(([name, table]) => [name, callsOf(table, call)]);
  return Object.fromEntries(calls) as CallGroups<T>;
}
