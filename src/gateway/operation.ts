import type { TSchema } from "typebox";
import type { Command, TimeMs } from "../core/index.ts";
import type { EnginePort, Outcome } from "../engine/index.ts";
import type { History } from "../readmodel/index.ts";
import type { MarketViews } from "../views/index.ts";
import type { Input, Parameters, WireProfile } from "../wire/index.ts";
import type { ContestLog } from "./contestLog.ts";
import type { ContractList } from "./contracts.ts";
import type { RequestLog } from "./requestLog/requestLog.ts";
import type { Surface } from "./surface.ts";
import { surfaceOf } from "./surface.ts";

/**
 * One operation of the REST interface, declared once: the route, its documentation, its cost and its handler. The
 * table of all operations generates the server, the OpenAPI document and the fuzz tests.
 *
 * A handler returns the bare response as the wire shows it (an object or array without envelope) or, where the answer is
 * hot enough to be built by hand, its JSON text as {@link JsonText}. It refuses by throwing {@link WireError}.
 */
export interface Operation {
  readonly method: Method;
  /** As clients call it: "/capi/v2/order/placeOrder". */
  readonly path: string;
  /** The version of the interface that the path belongs to. */
  readonly surface: Surface;
  readonly summary: string;
  /** What it means, in sentences; who may call it and what it costs is said by the rest. */
  readonly meaning: string;
  /** Group and name of the typed client's function: "orders.place"; none of what is hidden. */
  readonly call?: string;
  /** Parameters of which exactly one is sent. */
  readonly oneOf?: readonly string[];
  /** Parameters that may be left out only where an alias stands for them: the typed client always sends them. */
  readonly needed?: readonly string[];
  /** Parameters that are taken for compatibility: each means what another does, and the typed client has one name for one thing. */
  readonly aliases?: readonly string[];
  /**
   * Done twice it would not be as if done once, and a venue that has restarted no longer knows that it was done: a client does not send it
   * again for so long that it could have.
   */
  readonly isForgotten?: true;
  /** Where the interface document, or what stands in for it, describes the operation. */
  readonly source: string;
  readonly weight: Weight;
  readonly access: Access;
  readonly orders?: OrderLimit;
  /** The engine itself gives a repeated request its first answer, so the gateway need not keep it. */
  readonly remembered?: true;
  /** Query parameters, or body fields; see {@link takesBody}. */
  readonly parameters: Parameters;
  /** Served, but not documented: another's alias. */
  readonly hidden?: true;
  /** A DELETE whose parameters are the fields of a body. */
  readonly deletesByBody?: true;
  readonly response: TSchema;
  /** The same without what only {@link aliases} are answered with, where they are answered otherwise. */
  readonly answer?: TSchema;
  // biome-ignore lint/suspicious/noExplicitAny: the constructors below tie context and input to the declaration
  readonly handle: (context: any, input: any) => unknown;
}

export type Method = "GET" | "POST" | "DELETE";

/** Whether an operation's parameters are fields of a body: those of a POST are, and of a DELETE that says so. */
export function takesBody({ method, deletesByBody }: Operation): boolean {
  return method === "POST" || deletesByBody === true;
}

/** What a request costs against the budgets of its address and of its account. */
export interface Weight {
  readonly ip: number;
  readonly uid: number;
}

/**
 * Who may call: anybody; a key that may read; a key that may trade; the same to cancel; the same to place (other code). A
 * restricted account's key cancels, and places what the market lets it: closes.
 */
export type Access = "public" | "read" | "trade" | "cancel" | "place";

/** How an operation counts against the limits on orders. */
export interface OrderLimit {
  readonly family: "place" | "cancel";
  /** Whose limits it counts against; futures if left out. There is no spot market, so no operation says spot. */
  readonly market?: "futures" | "spot";
  /** Lists whose items are the orders that a request places or cancels, or how many it counts as; 1 if left out. */
  readonly count?: readonly string[] | number;
}

/** How many orders a request counts as: at least one. */
export function orderCount({ count = 1 }: OrderLimit, input: Readonly<Record<string, unknown>>): number {
  if (typeof count === "number") return count;
  const items = count.map((name) => (input[name] as readonly unknown[] | undefined)?.length ?? 0);
  return items.reduce((sum, each) => sum + each, 0) || 1;
}

/** Text that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** How it is with a contract of the market that this one shows. */
export interface SourceReport {
  readonly symbol: string;
  readonly market: string;
  readonly state: "starting" | "live" | "stale" | "crossed" | "gap" | "reconnecting" | "gone";
  readonly problem: string;
  readonly since: TimeMs;
  readonly divergence: number | undefined;
}

/** What every handler gets. */
export interface Context {
  readonly engine: EnginePort;
  readonly views: MarketViews;
  readonly history: History;
  readonly contracts: ContractList;
  /** Market time now. */
  readonly now: () => TimeMs;
  readonly profile: WireProfile;
  /** Of the market that this one shows, contract by contract; empty where it shows none. */
  readonly sources: () => readonly SourceReport[];
}

/** What a handler of a signed operation gets; the account comes from the key, never from the request. */
export interface PrivateContext extends Context {
  readonly account: number;
  /** Identifies the signed request, 52 bits, never 0. */
  readonly requestHash: number;
  /** Submits to the engine; the answer then carries the command's sequence number. */
  submit(command: Command): Promise<Outcome>;
  submitAll(commands: readonly Command[]): Promise<readonly Outcome[]>;
  readonly contestLog: ContestLog;
  readonly requestLog: RequestLog;
  /** The owner looks at its request log: from now on for a while it shows accepted requests too. */
  watchRequests(): void;
  /** A ticket that opens one private socket for the request's key, from its address. */
  issueTicket(): string;
  /** Tells the request log why an answer of status 200 is a refusal all the same. */
  explain(reason: string): void;
}

interface Declared<P extends Parameters> {
  readonly path: string;
  readonly summary: string;
  readonly meaning: string;
  readonly call?: string;
  readonly oneOf?: readonly (keyof P & string)[];
  readonly aliases?: readonly (keyof P & string)[];
  readonly needed?: readonly (keyof P & string)[];
  readonly isForgotten?: true;
  readonly source: string;
  readonly parameters: P;
  readonly response: TSchema;
  readonly answer?: TSchema;
}

/** Declares an operation that anybody may call: a GET. */
export function publicOperation<const P extends Parameters>(
  declared: Declared<P> & {
    /** Weight against the budget of the address. */
    readonly weight: number;
    readonly handle: (context: Context, input: Input<P>) => unknown;
  },
): Operation {
  const { weight, ...rest } = declared;
  const surface = surfaceOf(rest.path);
  return { method: "GET", access: "public", weight: { ip: weight, uid: 0 }, surface, ...rest };
}

/** Declares a signed operation. */
export function privateOperation<const P extends Parameters>(
  declared: Declared<P> & {
    readonly method: Method;
    readonly deletesByBody?: true;
    readonly weight: Weight;
    readonly access: Exclude<Access, "public">;
    readonly remembered?: true;
    readonly orders?: {
      readonly family: "place" | "cancel";
      readonly count?: readonly (keyof P & string)[] | number;
    };
    readonly handle: (context: PrivateContext, input: Input<P>) => unknown;
  },
): Operation {
  return { ...declared, surface: surfaceOf(declared.path) };
}
