import type { Dialect, WireProfileName } from "../../interface/wire/index.ts";
import { dialectNames } from "../../interface/wire/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { PastCandles, Scenario } from "../../movers/feeds/index.ts";
import type {
  LimitProfile,
  LimitProfileName,
  Log,
  RequestLogLevel,
  RiskRules,
  Sunset,
  TrafficObserver,
} from "../../service/gateway/index.ts";
import type { OpenClusterLog } from "./storage.ts";

/** An account that exists when the venue is ready, with one API key of all permissions. */
export interface AccountSpec {
  readonly name: string;
  /** USDT deposited when the account is opened, a decimal; default: the venue's `balance`. */
  readonly balance?: string;
  /** The three strings of its key; generated if they are not given. */
  readonly apiKey?: string;
  readonly secret?: string;
  readonly passphrase?: string;
  /**
   * Whether it holds a leg each way, or one net position a contract, from its opening on. Default `hedge`.
   */
  readonly positionMode?: "hedge" | "one-way";
}

/** How a node takes part in a cluster. */
export interface ClusterOptions {
  /**
   * The log that the nodes share: in PostgreSQL, `postgres://…` with all its servers, or what opens a handle
   * on it.
   */
  readonly log: string | OpenClusterLog;
  /** Whether one PostgreSQL without standbys is meant. Default false: such a one is refused. */
  readonly single?: boolean;
  /** Where the other nodes reach this one; port 0 takes a free one. Default: 127.0.0.1 and a free port. */
  readonly advertise?: { readonly host: string; readonly port: number };
  /** Where it listens for them, if that is another address, as behind a proxy. Default: at `advertise`. */
  readonly listen?: { readonly host: string; readonly port: number };
  /** How long a leader that has died keeps the lead, ms. Default 2000. */
  readonly leaseMs?: number;
}

/** Everything has a default; the defaults are those of a test suite. */
export interface VenueOptions {
  /** Beside those of the scenario. Default: `demo-1` and `demo-2`, where the scenario names none. */
  readonly accounts?: readonly AccountSpec[];
  /** Deposit of an account that names no balance, USDT as a decimal. Default "100000". */
  readonly balance?: string;
  /** Start prices by coin or symbol: `{ btc: 60000 }`. */
  readonly prices?: Readonly<Record<string, number>>;
  /**
   * The source of everything random: the same seed gives the same market, which everybody who knows the seed
   * can foresee. `secret`: 128 random bits that nobody knows, drawn at the first start and kept encrypted.
   * Default: the scenario's, or 1, which suits tests.
   */
  readonly seed?: number | "secret";
  /**
   * Refuses to start a market that anybody can foresee, one of a known seed or one that plays files, and
   * contests whose teams would be alone in one book. Default false.
   */
  readonly contest?: boolean;
  /**
   * Lets users open accounts with the code of an invitation and make keys, at `/join`; not in a contest.
   * Default false.
   */
  readonly selfService?: boolean;
  /** Who may see the leaderboard: `operators` (default), or everybody. */
  readonly leaderboard?: "operators" | "public";
  /** How much older than now the leaderboard is that everybody sees, ms of market time. Default 0. */
  readonly leaderboardDelayMs?: number;
  /**
   * `test` (default): market time stands still at {@link TEST_CLOCK_START} until it is stepped or run; a
   * scenario may set its start and its speed. `wall`: market time is the host's. A number: a test clock that
   * stands at this time, Unix ms.
   */
  readonly clock?: "test" | "wall" | number;
  /**
   * The host's time: market time follows it, and it measures signatures, limits and pings. Default: this
   * machine's.
   */
  readonly hostClock?: Clock;
  /** `memory` (default): nothing is kept after the stop. Otherwise the path of the data directory. */
  readonly data?: string;
  /** Default `off`. */
  readonly limits?: LimitProfileName | LimitProfile;
  /** Default `seed`. A profile's name, or a name with switches: `seed,history=all`. */
  readonly wire?: WireProfileName | (string & {});
  /**
   * The dialects that are served: `v2`, `v3`, `fapi`; everything of another one is answered with 404.
   * The pages `/`, `/leaderboard` and `/join` speak V2, and are served with it alone. Default: all.
   */
  readonly dialects?: readonly Dialect[];
  /** Whether connections from this machine count too. Default false: they are exempt. */
  readonly strictConnections?: boolean;
  /**
   * Which requests are logged. Default `errors`. The log is in memory, and in files if there is a data
   * directory.
   */
  readonly requests?: RequestLogLevel;
  /** When the venue restricts an account by itself. Default: never. */
  readonly risk?: RiskRules;
  /** How long a key created through control takes to become effective, ms of market time. Default 0. */
  readonly keyDelayMs?: number;
  /**
   * Announces the end of V2 in headers: `true` as the interface document says it. With `retires` the end is
   * rehearsed: from that date on, in market time, V2 answers 410. Default: not announced.
   */
  readonly sunset?: boolean | Sunset;
  /** `empty` (default): index prices only. `simulated`: house participants too. Or a scenario. */
  readonly market?: "empty" | "simulated" | Scenario;
  /**
   * Least number of candles of each series before the first start. Default 0, whatever a scenario in `market`
   * says.
   */
  readonly prehistory?: number;
  /**
   * Candles for the time before the first start, by symbol, as `readPastCandles` reads them; the market
   * continues at their last close.
   */
  readonly past?: ReadonlyMap<string, PastCandles>;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /**
   * A loopback port for control and metrics alone, 0 for a free one. Default: the venue's own port if that is
   * on loopback and no proxy is named, else a free one.
   */
  readonly controlPort?: number;
  /**
   * Bytes of journal that are kept executable; older commands are deleted, see docs/operations.md. Default:
   * everything is kept.
   */
  readonly journalKeepBytes?: number;
  /** Names under which clients call the venue, besides localhost and plain addresses. */
  readonly hostNames?: readonly string[];
  /**
   * Addresses and CIDR blocks of proxies in front of the venue, whose `X-Forwarded-For` names the caller.
   * Default: none; the caller is the connected address.
   */
  readonly proxies?: readonly string[];
  /** After downtime: `skip` (default): the market stood still meanwhile; `catchUp`: its prices went on. */
  readonly downtime?: "skip" | "catchUp";
  /** Checks every invariant after every command: slow, for tests. Default false. */
  readonly audit?: boolean;
  /**
   * Checks every invariant of the running venue, and every row of its history, again and again, with a
   * hundredth of a core. Default true.
   */
  readonly backgroundAudit?: boolean;
  /**
   * Stops the venue when history fails, and refuses to start while it is damaged. Default false: reads of
   * history are refused with the reason, and everything else goes on.
   */
  readonly requireHistory?: boolean;
  /**
   * Whether only the host's clock decides if a signature is fresh. Default false: the venue's clock counts
   * too.
   */
  readonly strictFreshness?: boolean;
  /**
   * Of a node: after how long without a sign of the leader or of the log's end it says that it is stale, ms;
   * never within a lease. Default 5000.
   */
  readonly staleAfterMs?: number;
  /**
   * Makes this venue one of several equal nodes of a cluster; see docs/cluster.md. Default: it is the only
   * one.
   */
  readonly cluster?: ClusterOptions;
  /** 32 bytes that encrypt API secrets; default: `<data>/master.key`, made at the first start. */
  readonly masterKey?: Uint8Array;
  readonly adminToken?: string;
  /** Default: nothing is logged. */
  readonly log?: Log;
  /** Sees everything that passes between clients and the venue; see `outcry exam`. Default: nobody is. */
  readonly onTraffic?: TrafficObserver;
  /**
   * Calls a start off, at its next step or while it waits for the node that leads: it rejects with the
   * signal's reason. Once the venue has started it does nothing.
   */
  readonly signal?: AbortSignal;
  /** Called for the steps of a start that take long, with a share from 0 to 1 if one is known. */
  readonly onProgress?: (step: string, share: number | undefined) => void;
  /** Called once if the venue stops by itself: a failed disk, a broken invariant. */
  readonly onHalt?: (reason: Error) => void;
}

/** The time at which a test clock starts: 2026-01-01 00:00:00 UTC. */
export const TEST_CLOCK_START = 1_767_225_600_000;

/** After so long without a sign of the others a node is stale, ms. */
export const STALE_AFTER_MS = 5_000;

const DEMO_ACCOUNTS: readonly AccountSpec[] = [{ name: "demo-1" }, { name: "demo-2" }];

const SILENT: Log = { info() {}, warn() {}, error() {} };

/** The options with all defaults filled in; what is `undefined` counts as left out. */
export function withDefaults(given: VenueOptions) {
  const options: VenueOptions = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const { market } = options;
  return {
    balance: "100000",
    prices: {},
    seed: ((typeof market === "object" ? market.seed : undefined) ?? 1) as number | "secret",
    contest: false,
    selfService: false,
    leaderboard: "operators" as const,
    leaderboardDelayMs: 0,
    clock: "test" as const,
    hostClock: systemClock as Clock,
    data: "memory",
    limits: "off" as const,
    wire: "seed" as const,
    dialects: dialectNames,
    market: "empty" as const,
    host: "127.0.0.1",
    port: 0,
    hostNames: [],
    proxies: [],
    downtime: "skip" as const,
    audit: false,
    backgroundAudit: true,
    requireHistory: false,
    strictFreshness: false,
    strictConnections: false,
    requests: "errors" as const,
    risk: {},
    keyDelayMs: 0,
    staleAfterMs: STALE_AFTER_MS,
    sunset: false,
    log: SILENT,
    onProgress: () => {},
    onHalt: () => {},
    ...options,
    accounts: accountsOf(options),
    past: options.past ?? new Map<string, PastCandles>(),
    prehistory: options.prehistory ?? 0,
  };
}

/** The accounts of the options, then the scenario's; the demo accounts where neither name any. */
function accountsOf({ accounts, market }: VenueOptions): readonly AccountSpec[] {
  const needed = typeof market === "object" ? market.accounts : [];
  const given = accounts ?? (needed.length > 0 ? [] : DEMO_ACCOUNTS);
  const missing = needed.filter(({ name }) => !given.some((each) => each.name === name));
  return [
    ...given,
    ...missing.map(({ name, balance }) => ({ name, ...(balance !== undefined && { balance }) })),
  ];
}

/** Options with every default filled in. */
export type SettledOptions = ReturnType<typeof withDefaults>;
