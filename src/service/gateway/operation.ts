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
  /** The dialect of an SDK to which alone the path exists. */
  readonly sdk?: WireProfile["sdk"];
  // biome-ignore lint/suspicious/noExplicitAny: the constructors below tie context and input to the declaration
  readonly handle: (context: any, input: any) => unknown;
}

/**
 * How many orders a request places or cancels, at least one: what a list names twice is one. Refuses more
 * than it may.
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

/** The state of one contract of the market that this one shows. */
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
  /** The states of the market that this one shows, contract by contract; empty if it shows none. */
  readonly sources: () => readonly SourceReport[];
}

/** What a handler of an operation gets that anybody may call. */
export interface PublicContext extends Context {
  readonly leaderboard: Leaderboard;
}

/** Settings of an account that decide what its requests mean, and how its orders are shown. */
export interface AccountRules {
  /** HEDGE or ONE_WAY. */
  readonly positionMode: number;
  /** STP_ code. */
  readonly selfTradePrevention: number;
  /** From what part of its equity on, in per cent, its margin is called for; 0: it is not. */
  readonly marginCallPercent: number;
}

/**
 * How an account's orders are meant and shown: its settings, and how its key's profile shows conditional
 * ones.
 */
export interface OrderRules extends AccountRules, Pick<WireProfile, "conditionalOrders"> {}

/** Names of user data streams, one a key (auth/listenKeys.ts). */
export interface StreamNames {
  issue(key: string): string;
  prolong(key: string, named: string | undefined): string | undefined;
  end(key: string, named: string | undefined): boolean;
}

/** What a handler of a signed operation gets; the account comes from the key, never from the request. */
export interface PrivateContext extends Context {
  readonly account: number;
  /** How its orders are meant, and shown. */
  readonly rules: OrderRules;
  /** What was asked for, for refusals in its words. */
  readonly operation: Vocabulary;
  /** What its positions count at where it is told how it did. */
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
  /** Market time of the last use of a key at this node; 0: none since that started. */
  lastUse(key: string): TimeMs;
  /** Tells the request log why an answer of status 200 is nevertheless a refusal. */
  explain(reason: string): void;
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
