import type { Static, TSchema } from "typebox";
import type { Parameters } from "./parameter.ts";

/**
 * One operation of the REST interface, declared once: its route, permission, cost, parameters and answer. Its
 * handler's types, the server's routes and checks, OpenAPI, and the typed client are made from the
 * declaration.
 */
export interface Declaration<P extends Parameters = Parameters, A extends TSchema = TSchema> {
  readonly method: Method;
  /** As clients call it: "/capi/v2/order/placeOrder". */
  readonly path: string;
  /** Further paths under which the same is served, undocumented. */
  readonly alsoAt?: readonly string[];
  readonly summary: string;
  /** What it does, in sentences; other fields say who may call it and what it costs. */
  readonly meaning: string;
  /** Group and name of the typed client's function: "orders.place"; absent for hidden operations. */
  readonly call?: string;
  /** Whether it is served but not documented: an alias of another operation. */
  readonly hidden?: true;
  /** Which document of others describes the operation; where it is left out, docs/reference/ alone does. */
  readonly source?: string;
  readonly weight: Weight;
  /** What more it costs its address by what is asked for; `weight` is the least. */
  readonly heavier?: WeightRule<keyof P & string>;
  readonly access: Access;
  /** Whether a request names its key and need not be signed. */
  readonly keyOnly?: true;
  /** Names by which a message asks for it on the socket of requests of its dialect. */
  readonly messages?: readonly string[];
  /** Whether it shows what an account holds, has resting or was filled with, and not its settings alone. */
  readonly showsAccount?: true;
  readonly orders?: OrderLimit<keyof P & string>;
  /**
   * Whether the core itself gives a repeated request its first answer, so that the gateway need not keep it.
   */
  readonly remembered?: true;
  /**
   * Whether repeating it changes something again. A restarted venue has forgotten that it was done, so a
   * client stops repeating it after a time in which a restart is possible.
   */
  readonly isForgotten?: true;
  /**
   * What makes it take the price of the moment in which it arrives: a parameter, of its own or of an item of
   * its lists, and its word; no parameter: it always does. A client does not go on sending it for as long as
   * what has a price of its own.
   */
  readonly takesMarket?: Readonly<Record<string, string>>;
  /**
   * Whether it is the leading node's to answer although it changes nothing: what it gives is that node's to
   * know.
   */
  readonly isLeaders?: true;
  /** Query parameters, or body fields; see {@link takesBody}. */
  readonly parameters: P;
  /** Whether it is a DELETE whose parameters are the fields of a body. */
  readonly deletesByBody?: true;
  /** Whether its parameters may stand in the query as well as in a body, whatever its method. */
  readonly inQuery?: true;
  /** Parameters of which exactly one is sent. */
  readonly oneOf?: readonly (keyof P & string)[];
  /**
   * Parameters accepted for compatibility: each means the same as another one, and the typed client has only
   * one name for it.
   */
  readonly aliases?: readonly (keyof P & string)[];
  /** Parameters that may be left out only if an alias is sent: the typed client always sends them. */
  readonly needed?: readonly (keyof P & string)[];
  /**
   * The commands that it gives the market, and what their fields are called here where that is another word:
   * a refusal names the parameter that was sent.
   */
  readonly commands?: Readonly<Record<string, FieldNames>>;
  /** What it answers with 200. */
  readonly response: A;
  /**
   * The answer without the fields that only a request by {@link aliases} gets; left out if there is no
   * difference.
   */
  readonly answer?: TSchema;
}

/** Parameters by the fields of a command that they fill. */
export type FieldNames = Readonly<Record<string, string>>;

/** The words of an operation: what it takes, and what that becomes. */
export type Vocabulary = Pick<Declaration, "parameters" | "commands"> & Partial<Pick<Declaration, "path">>;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Whether an operation's parameters are fields of a body: those of a POST are, and of a DELETE that says so.
 */
export function takesBody({
  method,
  deletesByBody,
  inQuery,
}: Pick<Declaration, "method" | "deletesByBody" | "inQuery">): boolean {
  return inQuery !== true && (method === "POST" || deletesByBody === true);
}

/** What a request costs against the budgets of its address and of its account. */
export interface Weight {
  readonly ip: number;
  readonly uid: number;
}

/** A weight that follows what is asked for: without a parameter, or by how much one asks for. */
export type WeightRule<Name extends string = string> =
  | { readonly without: Name; readonly weight: number }
  /** Above each bound of the parameter the weight behind it, bounds ascending. */
  | { readonly by: Name; readonly steps: readonly (readonly [above: number, weight: number])[] };

/** What a request costs its address, once it is known what it asks for. */
export function weightOf(
  { weight, heavier }: Pick<Declaration, "weight" | "heavier">,
  input: Readonly<Record<string, unknown>>,
): number {
  if (heavier === undefined) return weight.ip;
  if ("without" in heavier) return input[heavier.without] === undefined ? heavier.weight : weight.ip;
  const asked = Number(input[heavier.by]);
  return heavier.steps.findLast(([above]) => asked > above)?.[1] ?? weight.ip;
}

/**
 * Who may call it: anybody; a key that may read; a key that may trade; the same to cancel; the same to place
 * (with another code). The key of a restricted account may cancel, and may place orders that close.
 */
export type Access = "public" | "read" | "trade" | "cancel" | "place";

/** How an operation counts against the limits on orders. */
export interface OrderLimit<Name extends string = string> {
  readonly family: "place" | "cancel";
  /**
   * The market whose limits it counts against; futures if left out. There is no spot market, so no operation
   * has spot.
   */
  readonly market?: "futures" | "spot";
  /** Lists whose items are the orders that a request places or cancels; one order if left out. */
  readonly count?: readonly Name[];
  /** As how many it counts at least against the limits of the interface. */
  readonly least?: number;
  /** How many orders one request may cancel. */
  readonly max?: number;
  /**
   * What a request costs in the short window of a dialect that has one, where that is not a cost of 1 an
   * order.
   */
  readonly burst?: number;
}

/**
 * What a handler may return: optional fields may be `undefined` (they are not shown), lists and objects may
 * be read-only.
 */
export type Answerable<T> = T extends readonly (infer E)[]
  ? readonly Answerable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: undefined extends T[K] ? Answerable<T[K]> | undefined : Answerable<T[K]> }
    : T;

/** What a handler may answer. */
export type Answer<A extends TSchema> = Answerable<Static<A>>;

type Rest = "method" | "access" | "weight";

/** Declares an operation that anybody may call: a GET. @param weight against the budget of the address */
export function open<const P extends Parameters, A extends TSchema>({
  weight,
  ...rest
}: Omit<Declaration<P, A>, Rest> & { readonly weight: number }): Declaration<P, A> {
  return { ...rest, method: "GET", access: "public", weight: { ip: weight, uid: 0 } };
}

/** Declares an operation that needs a key. */
export function signed<const P extends Parameters, A extends TSchema>(
  declared: Declaration<P, A> & { readonly access: Exclude<Access, "public"> },
): Declaration<P, A> {
  return declared;
}
