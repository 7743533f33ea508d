import type { Static, TSchema } from "typebox";
import type {
  ClusterDatabase,
  ClusterStatus,
  Disturbance,
  ReplayBranch,
  ReplayView,
  ScenarioView,
} from "../../../interface/wire/control/index.ts";
import type { ControlDeclaration } from "../../../interface/wire/control/operation.ts";
import type { Answer, Input, Parameters } from "../../../interface/wire/index.ts";
import type { ActedCommand, Command, ContractView, Points, Ticks } from "../../../kernel/core/index.ts";
import type {
  Engine,
  FastTime,
  Outcome,
  Reexecutor,
  Schedule,
  StepView,
  VenueClock,
} from "../../../kernel/engine/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import type { DiskSpace } from "../../../kernel/host/machineLimits.ts";
import type { Rng } from "../../../kernel/host/rng.ts";
import type { History } from "../../readmodel/index.ts";
import type { MarketViews } from "../../views/index.ts";
import type { SignatureFailure } from "../auth/diagnose.ts";
import type { Vault } from "../auth/vault.ts";
import type { Exports } from "../export/exports.ts";
import type { Faults } from "../faults/faults.ts";
import type { LeaderPort } from "../http/leaderPort.ts";
import type { SentFile } from "../http/respond.ts";
import type { Leaderboard } from "../leaderboard/leaderboard.ts";
import type { Limits } from "../limits/limits.ts";
import type { LimitProfile } from "../limits/profile.ts";
import type { Log } from "../log.ts";
import type { SourceReport } from "../operation.ts";
import type { RequestLog } from "../requestLog/requestLog.ts";
import type { SocketFigures } from "../sockets/sockets.ts";
import type { UploadLog } from "../uploadLog.ts";
import type { Acting } from "./acting.ts";
import type { StoredFrame } from "./journal/entries.ts";
import type { JournalTail } from "./journal/journalTail.ts";
import type { RequestMetrics } from "./metrics/requestMetrics.ts";
import type { MarketNews } from "./news/marketNews.ts";

export { roles } from "../../../interface/wire/control/words.ts";

/** The command that lists a contract. */
export type Listing = Extract<Command, { type: "listContract" }>;

/** The parts of a new contract's listing for which there is no usual rule. */
export interface ListingGrid {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
  readonly orderLotsMax: number;
  /** The largest leverage, in hundredths. */
  readonly leverageMax: number;
}

/** What control may do to the feeds of index prices. */
export interface PriceFeeds {
  /** Sets index prices at once, points by symbol. Rejects when the venue refuses; nothing is set then. */
  push(
    prices: Readonly<Record<string, Points>>,
    submit: (command: ActedCommand) => Promise<Outcome>,
  ): Promise<void>;
  /** Runs `set`, which gives contracts prices from elsewhere; their feeds set none meanwhile. */
  instead<T>(symbols: readonly string[], set: () => Promise<T>): Promise<T>;
  /** Adds a contract that was listed just now; it has no price until one is pushed. */
  add(contract: ContractView, spec: undefined): void;
  /** Lets a symbol follow again the feed with which the market began; false where it had none. */
  follow(symbol: string): boolean;
  /** What feeds a symbol with prices; `undefined`: nothing. */
  sourceOf(symbol: string): string | undefined;
}

/** A market after it started over. */
export interface ResetReport {
  readonly seq: number;
  /** Running digest of all events, in hex. */
  readonly digest: string;
  readonly tookMs: number;
}

/** A saved state. */
export interface StateReport {
  readonly name: string;
  readonly seq: number;
  readonly time: number;
  readonly digest: string;
  readonly savedAt: number;
}

/** A saved state that cannot be read. */
export interface DamageReport {
  readonly name: string;
  readonly damage: string;
}

/** What a backup holds. */
export interface BackupReport {
  readonly directory: string;
  readonly headSeq: number;
  readonly historySeq: number;
  readonly bytes: number;
  readonly secrets: boolean;
}

/** The addresses and credentials of a branch. */
export interface BranchReport {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly controlUrl: string;
}

/** What an operator may know and do of a journal that is replayed. */
export interface ReplayControl {
  show(): ReplayView;
  /** Resumes the replay. @param speed default: as before. Rejects with a RangeError at the replay's end. */
  play(speed: number | "max" | undefined): Promise<void>;
  pause(): void;
  /** Resolves when the market shows this command, or time. */
  seek(moment: { readonly seq: number } | { readonly time: number }): Promise<void>;
  /** Makes a data directory whose market goes on from the command that is shown. */
  branch(directory: string): Promise<Static<typeof ReplayBranch>>;
}

/** What an operator may know and do of a cluster, at one of its nodes. */
export interface ClusterControl {
  status(): ClusterStatus;
  /** What the servers of the database report of themselves, asked now. */
  database(): Promise<ClusterDatabase>;
  /** Gives up the lead, if this node has it, in favour of another one. */
  stepDown(): void;
}

/** Market time, and the parts that make it pass. */
export interface TimeServices {
  readonly venueClock: VenueClock;
  /** Moves market time in barriers. */
  readonly schedule: Schedule;
  /** The step of market time that is under way here, or was the last. */
  readonly lastStep: () => StepView | undefined;
  /** Lets market time run as fast as the machine. */
  readonly fastTime: FastTime;
}

/** What prices are made of, and what everybody is shown. */
export interface PriceServices {
  readonly feeds: PriceFeeds;
  /**
   * The last price as everybody sees it: before the first trade, the last price of the generated past, else
   * the mark; 0: there is none.
   */
  readonly lastPrice: (contract: number) => Ticks;
  /** The usual rules of a contract, as a listing. */
  readonly usualListing: (grid: ListingGrid) => Listing;
  /** The state of each contract of a source that this venue shows; empty where it shows none. */
  readonly sources: () => readonly SourceReport[];
  readonly views: () => MarketViews;
}

/** What keys and secrets are made with, and who may have them. */
export interface KeyServices {
  readonly vault: Vault;
  readonly rng: Rng;
  readonly adminToken: string;
  /** How long a new key takes to become effective, ms of market time. */
  readonly keyDelayMs: number;
  /** Whether users may open accounts themselves. */
  readonly selfService: boolean;
}

/** The clients: their limits, the faults that are injected, and the record of their requests. */
export interface ClientServices {
  readonly limits: Limits;
  readonly faults: Faults;
  /** Every fault and directive that is in force. */
  readonly disturbances: () => Promise<readonly Disturbance[]>;
  readonly uploadLog: UploadLog;
  readonly signatureFailures: () => readonly SignatureFailure[];
  readonly socketFigures: () => SocketFigures;
  /** The number of requests so far that were for no operation, by status. */
  readonly unservedRequests: () => ReadonlyMap<number, number>;
  readonly requestLog: RequestLog;
  readonly metrics: RequestMetrics;
}

/** The records of what has happened. */
export interface RecordServices {
  /** The latest commands with their events, in memory. */
  readonly journal: JournalTail;
  /** Fills, liquidations, settings and the like, in sentences for people. */
  readonly news: MarketNews;
  /** Every command of the journal, without its events. */
  readonly past: PastJournal;
  /** Executes a past command again, to say what it led to. */
  readonly reexecutor: Pick<Reexecutor, "frameOf">;
}

/** Contests, and who is ahead. */
export interface ContestServices {
  /** The leaderboard of the present market. */
  readonly leaderboard: () => Leaderboard;
  /**
   * Whether contests whose teams share a book are refused, since no house and no other user would be in it.
   */
  readonly refusesSharedBooks: boolean;
}

/** The venue as a whole. */
export interface VenueServices {
  /** `simulated`, `empty` or `scenario`, for the status. */
  readonly market: string;
  /** The moments of its scenario, with what became of them. */
  readonly scenario: () => ScenarioView;
  /** Room on the disk of the data directory; `undefined` in memory. */
  readonly disk: (() => Promise<DiskSpace>) | undefined;
  /** Lets the market start over, from nothing or from a saved state. */
  readonly reset: (options: { readonly to?: string | undefined }) => Promise<ResetReport>;
  readonly saveState: (name: string) => Promise<StateReport>;
  readonly states: () => Promise<readonly (StateReport | DamageReport)[]>;
  /** Copies what is durable to a directory on the venue's machine. */
  readonly backup: (directory: string, options: { readonly secrets: boolean }) => Promise<BackupReport>;
  /** Starts a second venue that goes on from this moment. */
  readonly branch: () => Promise<BranchReport>;
  /** Stops the venue cleanly; called once the answer that says so is on its way. */
  readonly stop: () => void;
}

/** The parts of a running venue that an operator commands; a handler takes the groups that it needs. */
export interface ControlServices {
  readonly engine: Engine;
  readonly history: History;
  /** The host's clock; market time is in `time`. */
  readonly clock: Clock;
  /** The way to the leader, where another node may lead. */
  readonly leader: LeaderPort | undefined;
  /** The cluster that this venue is a node of; `undefined` where it is the only one. */
  readonly cluster: ClusterControl | undefined;
  /** The journal that this venue replays, which makes it read-only; `undefined`: it is a venue of its own. */
  readonly replay: ReplayControl | undefined;
  readonly log: Log;
  readonly time: TimeServices;
  readonly prices: PriceServices;
  readonly keys: KeyServices;
  readonly clients: ClientServices;
  readonly records: RecordServices;
  readonly contests: ContestServices;
  readonly venue: VenueServices;
}

/** What a handler of control works with. */
export interface ControlContext extends ControlServices {
  /** The limit profiles by name, the one that the venue started with among them. */
  readonly limitProfiles: ReadonlyMap<string, LimitProfile>;
  /** The host's monotonic time at which control was opened. */
  readonly sinceMs: number;
  readonly caller: Caller;
  /** Aborted once nobody waits for the answer any more; for what takes long and may be ended. */
  readonly gone: AbortSignal | undefined;
  /**
   * Submits a command in the name of the caller; throws the refusal of the market in words.
   *
   * @param contract what the command is about, where it does not say so itself
   */
  submit(command: ActedCommand, contract?: number): Promise<Outcome>;
  readonly acting: Acting;
  /** Runs work that reads the market and changes it by what it read; one such work after the other. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  readonly exports: Exports;
}

/**
 * One operation of the control surface as it is served: its declaration (`wire/control/operations/`) and its
 * handler. The handler returns what is shown as JSON (amounts and prices are decimal strings), or a {@link
 * SentFile} where the declaration `sends` one; it refuses by throwing a `WireError`.
 */
export interface ControlOperation extends ControlDeclaration {
  // biome-ignore lint/suspicious/noExplicitAny: the constructor below ties the input to the declaration
  readonly handle: (context: ControlContext, input: any) => unknown;
}

/** Serves an operation of control that answers with a file. */
export function fileOperation<P extends Parameters, A extends TSchema>(
  declared: ControlDeclaration<P, A>,
  handle: (context: ControlContext, input: Input<P>) => Promise<SentFile>,
): ControlOperation {
  return { ...(declared as unknown as ControlDeclaration), handle };
}

/** Serves an operation of control. */
export function controlOperation<P extends Parameters, A extends TSchema>(
  declared: ControlDeclaration<P, A>,
  handle: (context: ControlContext, input: Input<P>) => Answer<A> | Promise<Answer<A>>,
): ControlOperation {
  return { ...(declared as unknown as ControlDeclaration), handle };
}

/** The stored journal: every command but those that retention has deleted. */
export interface PastJournal {
  head(): { readonly firstSeq: number; readonly nextSeq: number };
  /** Stored frames from the one that holds a command; each is valid until the next is asked for. */
  read(from: number): AsyncIterable<StoredFrame>;
}

/** The operator with the venue's first token: an admin whom nobody can remove. */
export const FIRST_OPERATOR = "admin";

/** Who asks. */
export interface Caller {
  readonly name: string;
  /** A ROLE_ code. */
  readonly role: number;
}
