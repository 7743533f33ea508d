import type { TSchema } from "typebox";
import type {
  Answer,
  Declaration,
  Input,
  OrderLimit,
  Parameters,
  Vocabulary,
  WireProfile,
} from "../../interface/wire/index.ts";
import { WireError } from "../../interface/wire/index.ts";
import type { SourceState } from "../../interface/wire/v2/market.ts";
import type { Command, TimeMs } from "../../kernel/core/index.ts";
import type { EnginePort, Outcome } from "../../kernel/engine/index.ts";
import type { History, Valuation } from "../readmodel/index.ts";
import type { MarketViews } from "../views/index.ts";
import type { ApiVersion } from "./apiVersion.ts";
import { apiVersionOf } from "./apiVersion.ts";
import type { ContractList } from "./contracts.ts";
import type { Leaderboard } from "./leaderboard/leaderboard.ts";
import type { RequestsPage, RequestsQuery } from "./requestLog/requestLog.ts";
import type { UploadLog } from "./uploadLog.ts";

/**
 * An operation as it is served: its declaration (`wire/v2/operations/`, `wire/v3/operations/`) and its
 * handler. The table of all operations makes the server, the OpenAPI document and the fuzz tests.
 *
 * A handler returns the bare response as the wire shows it (an object or array without envelope) or, where
 * the answer is hot enough to be built by hand, its JSON text as {@link JsonText}. It refuses by throwing
 * {@link WireError}.
 */
export interface Operation extends Declaration {
  /** The version of the interface that the path belongs to. */
  readonly api: ApiVersion;
  /** The path exists only under a wire profile of this SDK dialect. */
  readonly sdk?: WireProfile["sdk"];
  // biome-ignore lint/suspicious/noExplicitAny: the constructors below tie context and input to the declaration
  readonly handle: (context: any, input: any) => unknown;
}

/**
 * How many orders a request places or cancels, at least one: an order that a list names twice counts once.
 * Refuses more orders than the operation takes.
 */
export function orderCount(
  { count = [], max }: OrderLimit,
  input: Readonly<Record<string, unknown>>,
): number {
  const items = count.map((name) => new Set(input[name] as readonly unknown[] | undefined).size);
  const orders = items.reduce((sum, each) => sum + each, 0);
  if (max !== undefined && orders > max)
    throw new WireError(
      "batchTooLarge",
      `A single cancel request may not exceed ${max} orders, got ${orders}`,
    );
  return orders || 1;
}

/** Text that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The state of one contract of a source that the market shows. */
export interface SourceReport {
  readonly symbol: string;
  readonly market: string;
  readonly state: SourceState["state"];
  readonly problem: string;
  readonly sizes: string;
  readonly since: TimeMs;
  readonly divergence: number | undefined;
  readonly leftOut: SourceState["leftOut"];
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
  /** The state of each contract of the source that the market shows; empty if it shows none. */
  readonly sources: () => readonly SourceReport[];
}

/** The context of an operation that anybody may call. */
export interface PublicContext extends Context {
  readonly leaderboard: Leaderboard;
}

/** Settings of an account on which the meaning of its requests, and the look of its orders, depend. */
export interface AccountRules {
  /** HEDGE or ONE_WAY. */
  readonly positionMode: number;
  /** STP_ code. */
  readonly selfTradePrevention: number;
  /**
   * An account gets a margin call when its requirement reaches this share of its equity, in percent; 0: it
   * gets none.
   */
  readonly marginCallPercent: number;
}

/**
 * How an account's orders are meant and shown: by its settings, and by whether its key's profile shows
 * conditional orders among the others.
 */
export interface OrderRules extends AccountRules, Pick<WireProfile, "conditionalOrders"> {}

/** Listen keys: names of user data streams, one for each API key (auth/listenKeys.ts). */
export interface StreamNames {
  issue(key: string): string;
  prolong(key: string, named: string | undefined): string | undefined;
  end(key: string, named: string | undefined): boolean;
}

/** The context of a signed operation; the account comes from the key, never from the request. */
export interface PrivateContext extends Context {
  readonly account: number;
  /** How its orders are meant, and shown. */
  readonly rules: OrderRules;
  /** The operation that was asked for, in whose words refusals are written. */
  readonly operation: Vocabulary;
  /** The price at which positions are valued where the account's performance is shown. */
  readonly valuedAt: Valuation;
  /** The name of the key that signed. */
  readonly key: string;
  /** Identifies the signed request, 52 bits, never 0. */
  readonly requestHash: number;
  /** Submits to the engine; the answer then carries the command's sequence number. */
  submit(command: Command): Promise<Outcome>;
  submitAll(commands: readonly Command[]): Promise<readonly Outcome[]>;
  readonly uploadLog: UploadLog;
  /**
   * The requests of the key's own account, on paper or not; for a while after this the request log shows
   * accepted ones too.
   */
  readRequests(query: Omit<RequestsQuery, "account" | "isOwn">): RequestsPage;
  readonly listenKeys: StreamNames;
  /** A ticket that opens one private socket for the request's key, from its address. */
  issueTicket(): string;
  /** Market time at which a key was last used at this node; 0: not since the node started. */
  lastUse(key: string): TimeMs;
  /** Tells the request log of a refusal inside an answer of status 200, as for a row of a batch. */
  explain(refusal: WireError): void;
}

type Handled<A extends TSchema> = Answer<A> | JsonText;

/** Serves an operation that anybody may call. */
export function publicOperation<P extends Parameters, A extends TSchema>(
  declared: Declaration<P, A>,
  handle: (context: PublicContext, input: Input<P>) => Handled<A> | Promise<Handled<A>>,
): Operation {
  return { ...(declared as unknown as Declaration), api: apiVersionOf(declared.path), handle };
}

/** Serves a signed operation. */
export function privateOperation<P extends Parameters, A extends TSchema>(
  declared: Declaration<P, A>,
  handle: (context: PrivateContext, input: Input<P>) => Handled<A> | Promise<Handled<A>>,
): Operation {
  return { ...(declared as unknown as Declaration), api: apiVersionOf(declared.path), handle };
}
