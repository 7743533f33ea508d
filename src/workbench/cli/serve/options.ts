import type { Command } from "commander";
import { Option } from "commander";
import { parseQuanta } from "../../../assembly/venue/checkOptions.ts";
import type { VenueOptions } from "../../../assembly/venue/index.ts";
import type { Dialect } from "../../../interface/wire/index.ts";
import { dialectNames, WIRE_PROFILE_RULE, wireProfileOf } from "../../../interface/wire/index.ts";
import { ArchiveError } from "../../../kernel/host/archive.ts";
import { timeText } from "../../../kernel/host/clock.ts";
import { readInstant, readTime } from "../../../kernel/host/instant.ts";
import type { PastCandles, Scenario, ShownAs, SourceSizes } from "../../../movers/feeds/index.ts";
import {
  ArchiveFolderError,
  ExchangeError,
  PastError,
  RecordingError,
  readFollow,
  readPastCandles,
  readReplay,
  readScenario,
  sourceSizes,
} from "../../../movers/feeds/index.ts";
import type { LimitProfileName, RequestLogLevel, RiskRules } from "../../../service/gateway/index.ts";
import { ClientAddresses, limitProfiles, requestLogLevels } from "../../../service/gateway/index.ts";
import { collect } from "../arguments.ts";
import { checkedUrl, clusterOption, clusterSingleOption } from "../clusterFlag.ts";
import { adminToken, DEFAULT_DATA, DEFAULT_PORT, demoAccounts, masterKey } from "../config.ts";
import { usage } from "../exitCodes.ts";
import type { LogForm } from "./log.ts";
import { readAccounts, readLimits, retirementOf, sunsetOf } from "./optionValues.ts";

/** The options of `serve` as they stand on the command line. */
export interface ServeOptions {
  readonly port: string;
  readonly host: string;
  readonly controlPort?: string;
  readonly hostName?: readonly string[];
  readonly proxy?: readonly string[];
  readonly data: string;
  readonly keepJournal: string;
  readonly limits: string;
  readonly wire: string;
  readonly dialects?: string;
  readonly market: string;
  readonly from?: string;
  readonly to?: string;
  readonly loop?: boolean;
  readonly contractSize?: readonly string[];
  readonly skipMissing?: boolean;
  readonly symbols?: string;
  readonly sourceUrl?: string;
  readonly sourceSizes?: SourceSizes;
  readonly contracts?: "ours" | "source";
  readonly depthMemory?: string;
  readonly quoteStaleAfter?: string;
  readonly queue?: "behind" | "proportional";
  readonly seed?: string;
  readonly contest?: boolean;
  readonly selfService?: boolean;
  readonly leaderboard?: "operators" | "public";
  readonly leaderboardDelay?: string;
  readonly price?: readonly string[];
  readonly balance?: string;
  readonly accounts?: string;
  readonly prehistory?: string;
  readonly wholePrehistory?: boolean;
  readonly clock?: string;
  readonly downtime: "skip" | "catch-up";
  readonly strictFreshness?: boolean;
  readonly audit?: boolean;
  readonly backgroundAudit: boolean;
  readonly requireHistory?: boolean;
  readonly requests: RequestLogLevel;
  readonly risk?: readonly string[];
  readonly keyDelay: string;
  readonly sunset?: boolean | string;
  readonly retireV2?: string;
  readonly strictConnections?: boolean;
  readonly cluster?: string | true;
  readonly clusterSingle?: boolean;
  readonly advertise?: string;
  readonly clusterListen?: string;
  readonly lease?: string;
  readonly staleAfter?: string;
  readonly readyJson?: boolean;
  readonly exitWithParent?: boolean;
  readonly log: LogForm;
}

const PREHISTORY_MAX = 20_000;
const DEFAULT_PREHISTORY = 1_000;
const LEASE_MIN_MS = 100;
const LEASE_MAX_MS = 60_000;
const STALE_MAX_SECONDS = 3_600;

export function serveOptions(command: Command): Command {
  return command
    .addOption(new Option("--port <n>", "port to listen on; 0 takes a free one").default(DEFAULT_PORT))
    .addOption(new Option("--host <address>", "address to listen on").default("127.0.0.1"))
    .addOption(
      new Option(
        "--control-port <n>",
        "loopback port for control and metrics alone (default: the venue's port on loopback without --proxy, else a free one)",
      ),
    )
    .addOption(
      new Option("--host-name <name>", "a name clients call the venue by; repeatable").argParser(collect),
    )
    .addOption(
      new Option(
        "--proxy <address>",
        "address or CIDR block of a proxy in front, whose X-Forwarded-For says who calls; repeatable",
      ).argParser(collect),
    )
    .addOption(
      new Option("--data <dir>", "data directory, or `memory` to keep nothing").default(DEFAULT_DATA),
    )
    .addOption(
      new Option(
        "--keep-journal <size>",
        "journal that can always be executed again, such as 20GB; older commands are deleted",
      ).default("all"),
    )
    .addOption(new Option("--limits <profile>", "seed, published, off, or a file").default("seed"))
    .addOption(new Option("--wire <profile>", `wire profile: ${WIRE_PROFILE_RULE}`).default("seed"))
    .addOption(dialectsOption())
    .addOption(
      new Option(
        "--market <market>",
        "simulated, empty, follow=EXCHANGE, replay=FOLDER, or a scenario file",
      ).default("simulated"),
    )
    .addOption(
      new Option("--from <time>", "replay: where it begins, such as 2026-01-31 (default: with the files)"),
    )
    .addOption(new Option("--to <time>", "replay: where it ends (default: with the files)"))
    .addOption(new Option("--loop", "replay: begins again at its end"))
    .addOption(
      new Option(
        "--symbols <coins>",
        "follow: coins, separated by commas (default: those that outcry lists by itself and the exchange has)",
      ),
    )
    .addOption(
      new Option(
        "--source-sizes <unit>",
        "follow: the unit of ccxt's sizes (default: auto, as measured)",
      ).choices(sourceSizes),
    )
    .addOption(
      new Option(
        "--source-url <url>",
        "follow: where the exchange is reached instead, such as a proxy or a venue",
      ),
    )
    .addOption(
      new Option(
        "--quote-stale-after <seconds>",
        "replay: how long a touch or a book counts without a line while trades come (default: 10)",
      ),
    )
    .addOption(new Option("--skip-missing", "replay: plays on over days that no file holds"))
    .addOption(
      new Option(
        "--contract-size <coin=size>",
        "replay, prehistory: how many coins a contract has, for files whose sizes are in contracts; repeatable",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--contracts <whose>",
        "follow: whose tick, lot, fees and tiers contracts have (default: ours)",
      ).choices(["ours", "source"]),
    )
    .addOption(
      new Option(
        "--depth-memory <seconds>",
        "follow, replay: how long what a client took stays taken; 0, or `inf` (default: 5)",
      ),
    )
    .addOption(
      new Option(
        "--queue <way>",
        "follow, replay: which of the house's orders shrink when a level shrinks without a trade: the newest, behind clients, or all in proportion (default: behind)",
      ).choices(["behind", "proportional"]),
    )
    .addOption(
      new Option(
        "--seed <n>",
        "what everything random is drawn from: the market repeats, and can be foreseen (default: the scenario's, or a secret one)",
      ),
    )
    .addOption(
      new Option(
        "--contest",
        "refuse to start on prices that somebody can foresee (a known seed, or files that play), and contests whose teams would be alone in one book",
      ),
    )
    .addOption(
      new Option(
        "--self-service",
        "users open accounts with the code of an invitation and make keys, at /join; not in a contest",
      ),
    )
    .addOption(
      new Option("--leaderboard <who>", "who may see the leaderboard")
        .choices(["operators", "public"])
        .default("operators"),
    )
    .addOption(
      new Option(
        "--leaderboard-delay <seconds>",
        "leaderboard, public: how much older than now it is, in market time (default: 0)",
      ),
    )
    .addOption(new Option("--price <coin=price>", "index price at the start; repeatable").argParser(collect))
    .addOption(new Option("--balance <usdt>", "deposit of each account that is opened (default: 100000)"))
    .addOption(
      new Option("--accounts <file>", "JSON list of accounts instead of demo-1, demo-2 and demo-oneway"),
    )
    .addOption(
      new Option(
        "--prehistory <n>",
        "candles of each series before the first start, or a file or folder of one's own, 60 days at most (default: the scenario's, or 1000)",
      ),
    )
    .addOption(
      new Option(
        "--whole-prehistory",
        "refuse candles of --prehistory that have a gap, instead of filling it",
      ),
    )
    .addOption(
      new Option(
        "--clock <clock>",
        "wall, test (frozen in 2026), frozen (where the scenario or the files begin, or now), or a time to freeze at (default: the scenario's, or wall)",
      ),
    )
    .addOption(
      new Option("--downtime <way>", "what the market did while the venue was down: stood still, or went on")
        .choices(["skip", "catch-up"])
        .default("skip"),
    )
    .addOption(new Option("--strict-freshness", "only the host's clock decides whether a request is fresh"))
    .addOption(
      new Option("--requests <level>", "which requests are logged")
        .choices(requestLogLevels)
        .default("errors"),
    )
    .addOption(
      new Option(
        "--risk <rule=max/seconds>",
        "restrict an account past it: invalidRequests=100/60, addresses=5/3600; repeatable (default: never)",
      ).argParser(collect),
    )
    .addOption(new Option("--key-delay <seconds>", "market time until a new API key is valid").default("0"))
    .addOption(
      new Option(
        "--sunset [date]",
        "announce in headers when V2 is sunset (default: 30 September 2026); ISO 8601",
      ),
    )
    .addOption(
      new Option(
        "--retire-v2 <time>",
        "rehearse the end of V2: from then on, in market time, it answers 410; ISO 8601 or Unix ms",
      ),
    )
    .addOption(new Option("--strict-connections", "count this machine's own connections against the limit"))
    .addOption(new Option("--audit", "check every invariant after every command; slow"))
    .addOption(
      new Option("--no-background-audit", "do not check the running venue's invariants again and again"),
    )
    .addOption(
      new Option(
        "--require-history",
        "stop when history cannot be written or is damaged, instead of trading on without it",
      ),
    )
    .addOption(clusterOption("be one of several equal nodes; their commands are in PostgreSQL"))
    .addOption(
      new Option(
        "--advertise <host:port>",
        "cluster: where the other nodes reach this one (default: a free port of this machine)",
      ),
    )
    .addOption(
      new Option(
        "--cluster-listen <host:port>",
        "cluster: where this node listens for the others, if they reach it by another address (default: at --advertise)",
      ),
    )
    .addOption(clusterSingleOption())
    .addOption(
      new Option("--lease <ms>", "cluster: how long a node that has died keeps the lead (default: 2000)"),
    )
    .addOption(
      new Option(
        "--stale-after <seconds>",
        "cluster: without a sign of the leader or of the log's end for so long, /ready answers 503 and sockets are closed (default: 5)",
      ),
    )
    .addOption(new Option("--ready-json", "print one line of JSON on stdout when ready, and nothing else"))
    .addOption(
      new Option("--exit-with-parent", "stop when standard input ends, as it does when the parent dies"),
    )
    .addOption(
      new Option("--log <form>", "log on stderr").choices(["pretty", "json", "off"]).default("pretty"),
    );
}

/**
 * The options of the venue that command line and environment ask for.
 *
 * @param seedElse where neither an option nor the scenario says one
 * @throws CliError, ScenarioError
 */
export async function venueOptions(
  options: ServeOptions,
  seedElse: NonNullable<VenueOptions["seed"]> = "secret",
): Promise<VenueOptions> {
  refuseEmpty(options);
  const market = await marketOf(options);
  const scenario = typeof market === "string" ? undefined : market;
  const seed = options.seed === undefined ? undefined : integer("--seed", options.seed, 4_294_967_295);
  const controlPort =
    options.controlPort === undefined ? undefined : integer("--control-port", options.controlPort, 65_535);
  const journalKeepBytes = keptOf(options.keepJournal);
  const key = masterKey();
  const token = adminToken();
  if (options.balance !== undefined) checkBalance(options.balance);
  const prices = byCoin("--price", "price", options.price ?? [], "btc=60000");
  for (const [coin, price] of Object.entries(prices))
    if (price === 0) throw usage(`--price ${coin} is a number above 0, got 0`);
  const past = await pastOf(options);
  if (options.wholePrehistory === true) {
    if (past.size === 0) throw usage("--whole-prehistory is for --prehistory FILE or FOLDER");
    refuseGaps(past);
  }
  for (const [symbol, { candles }] of past) {
    const coin = /^cmt_(.*)usdt$/.exec(symbol)![1]!;
    if (coin in prices || symbol in prices)
      throw usage(
        `--price ${coin}: the market goes on at the last close of --prehistory ${options.prehistory}`,
      );
    prices[symbol] = Number(candles.at(-1)!.close);
  }
  return {
    port: integer("--port", options.port, 65_535),
    host: options.host,
    hostNames: options.hostName ?? [],
    proxies: proxiesOf(options.proxy ?? []),
    data: options.data,
    limits: await limitsOf(options.limits),
    wire: wireOf(options.wire),
    ...(options.dialects !== undefined && { dialects: dialectsOf(options.dialects) }),
    requests: options.requests,
    risk: riskOf(options.risk ?? []),
    keyDelayMs: integer("--key-delay", options.keyDelay, 86_400) * 1_000,
    sunset: options.retireV2 === undefined ? sunsetOf(options.sunset) : retirementOf(options.retireV2),
    strictConnections: options.strictConnections === true,
    market,
    prices,
    past,
    accounts: options.accounts === undefined ? demoAccounts() : await readAccounts(options.accounts),
    prehistory:
      options.prehistory === undefined || past.size > 0
        ? (scenario?.prehistory ?? DEFAULT_PREHISTORY)
        : integer("--prehistory", options.prehistory, PREHISTORY_MAX),
    clock: clockOf(options.clock, scenario),
    downtime: options.downtime === "skip" ? "skip" : "catchUp",
    strictFreshness: options.strictFreshness === true,
    audit: options.audit === true,
    backgroundAudit: options.backgroundAudit,
    requireHistory: options.requireHistory === true,
    ...(journalKeepBytes !== undefined && { journalKeepBytes }),
    seed: seed ?? scenario?.seed ?? seedElse,
    contest: options.contest === true,
    selfService: options.selfService === true,
    ...leaderboardOf(options),
    ...(options.balance !== undefined && { balance: options.balance }),
    ...(controlPort !== undefined && { controlPort }),
    ...(key !== undefined && { masterKey: key }),
    ...clusterOf(options),
    ...(token !== undefined && { adminToken: token }),
  };
}

/** In words, what halts (the venue, or a node of a cluster), and what that means for others. */
export function haltWords({ cluster }: ServeOptions): { readonly who: string; readonly others: string } {
  return cluster === undefined
    ? { who: "the venue", others: "" }
    : { who: "this node", others: " The other nodes go on." };
}

function leaderboardOf({ leaderboard = "operators", leaderboardDelay: delay }: ServeOptions) {
  if (delay === undefined) return { leaderboard };
  if (leaderboard !== "public") throw usage("--leaderboard-delay is for --leaderboard public");
  return { leaderboard, leaderboardDelayMs: integer("--leaderboard-delay", delay, 86_400) * 1_000 };
}

function clusterOf(options: ServeOptions): Pick<VenueOptions, "cluster" | "staleAfterMs"> {
  const { cluster, advertise, clusterListen, clusterSingle, lease, staleAfter } = options;
  if (cluster === undefined) {
    const ofCluster = {
      "--advertise": advertise,
      "--cluster-listen": clusterListen,
      "--cluster-single": clusterSingle,
      "--lease": lease,
      "--stale-after": staleAfter,
    };
    for (const [option, value] of Object.entries(ofCluster))
      if (value !== undefined) throw usage(`${option} is for --cluster postgres://…`);
    return {};
  }
  if (
    clusterListen !== undefined &&
    (advertise === undefined || addressOf("--advertise", advertise).port === 0)
  )
    throw usage(
      "--cluster-listen needs --advertise host:port with a port: where the other nodes reach this one",
    );
  const leaseMs = lease === undefined ? undefined : integer("--lease", lease, LEASE_MAX_MS);
  if (leaseMs !== undefined && leaseMs < LEASE_MIN_MS)
    throw usage(`--lease must be ${LEASE_MIN_MS} to ${LEASE_MAX_MS} ms, got '${lease}'`);
  const staleAfterMs =
    staleAfter === undefined ? undefined : integer("--stale-after", staleAfter, STALE_MAX_SECONDS) * 1_000;
  if (staleAfterMs === 0)
    throw usage(`--stale-after must be 1 to ${STALE_MAX_SECONDS} s, got '${staleAfter}'`);
  return {
    ...(staleAfterMs !== undefined && { staleAfterMs }),
    cluster: {
      log: checkedUrl(cluster),
      single: clusterSingle === true,
      ...(advertise !== undefined && { advertise: addressOf("--advertise", advertise) }),
      ...(clusterListen !== undefined && { listen: addressOf("--cluster-listen", clusterListen) }),
      ...(leaseMs !== undefined && { leaseMs }),
    },
  };
}

/** An address as `host:port`, also `[::1]:port`. */
function addressOf(option: string, text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535)
    throw usage(`${option} must be host:port, such as 10.0.0.5:8900, got '${text}'`);
  return { host, port: Number(port) };
}

/** The user's own candles, where `--prehistory` names a file or folder instead of a number. */
async function pastOf(options: ServeOptions): Promise<ReadonlyMap<string, PastCandles>> {
  const { prehistory: words } = options;
  if (words === undefined || !isOfCandles(words)) return new Map();
  // A replay has its own sizes of contracts; for candles of a file they are measured.
  const contractSizes = options.market.startsWith(REPLAY) ? undefined : contractSizesOf(options);
  try {
    return await readPastCandles(words, { contractSizes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      throw usage(
        `--prehistory must be a whole number from 0 to ${PREHISTORY_MAX}, a file or a folder, got '${words}'`,
      );
    if (error instanceof PastError || isOfFiles(error)) throw usage(`--prehistory: ${error.message}`);
    throw error;
  }
}

/** Whether `--prehistory` names a file or a folder, and no number. */
function isOfCandles(prehistory: string): boolean {
  return !/^-?\d+$/.test(prehistory);
}

function contractSizesOf({ contractSize = [] }: ServeOptions): Readonly<Record<string, number>> {
  return byCoin("--contract-size", "size", contractSize, "btc=0.01");
}

/** Whether an error is about files or their content. */
function isOfFiles(error: unknown): error is Error {
  return (
    error instanceof ArchiveFolderError || error instanceof RecordingError || error instanceof ArchiveError
  );
}

/** Refuses names that are empty, as those of a variable that is not set are. */
function refuseEmpty({ host, data, hostName = [] }: ServeOptions): void {
  const named = { "--host": [host], "--data": [data], "--host-name": hostName };
  for (const [option, values] of Object.entries(named))
    if (values.includes("")) throw usage(`${option} is empty`);
}

/** Refuses gaps between candles where none may be filled with generated ones. */
function refuseGaps(past: ReadonlyMap<string, PastCandles>): void {
  for (const [symbol, { candles, intervalMs }] of past)
    for (const [i, { time, row }] of candles.entries()) {
      const expected = i === 0 ? time : candles[i - 1]!.time + intervalMs;
      if (time !== expected)
        throw usage(
          `--whole-prehistory: ${row.file}:${row.line}: ${symbol} has a gap before it, from ${timeText(expected)}`,
        );
    }
}

function proxiesOf(entries: readonly string[]): readonly string[] {
  try {
    new ClientAddresses(entries);
    return entries;
  } catch (cause) {
    if (cause instanceof RangeError) throw usage(`--proxy: ${cause.message}`);
    throw cause;
  }
}

/** A size such as `20GB`, in bytes; `undefined` for all. */
function keptOf(size: string): number | undefined {
  if (size === "all") return undefined;
  const [, count, unit] = /^([1-9]\d{0,5})(MB|GB|TB)$/.exec(size) ?? [];
  if (count === undefined)
    throw usage(`--keep-journal must be all, or a size such as 500MB, 20GB, 1TB, got '${size}'`);
  return Number(count) * 1_000 ** ({ MB: 2, GB: 3, TB: 4 }[unit!] ?? 0);
}

/** The forms `replay=FOLDER` and `follow=EXCHANGE`, and the options that belong to only one of them. */
const REPLAY = "replay=";
const FOLLOW = "follow=";

async function marketOf(options: ServeOptions): Promise<"simulated" | "empty" | Scenario> {
  const { market, from, to, loop, skipMissing, symbols, sourceUrl } = options;
  const isReplay = market.startsWith(REPLAY);
  const isFollow = market.startsWith(FOLLOW);
  const ofReplay = {
    ...{ "--from": from, "--to": to, "--loop": loop, "--skip-missing": skipMissing },
    "--quote-stale-after": options.quoteStaleAfter,
  };
  const ofFiles = { "--contract-size": options.contractSize };
  const ofFollow = {
    "--symbols": symbols,
    "--source-url": sourceUrl,
    "--source-sizes": options.sourceSizes,
    "--contracts": options.contracts,
  };
  const ofBoth = { "--depth-memory": options.depthMemory, "--queue": options.queue };
  if (!isReplay && !isFollow) refuseGiven(ofBoth, "follow=EXCHANGE or replay=FOLDER", market);
  if (!isReplay) refuseGiven(ofReplay, "replay=FOLDER", market);
  if (!isReplay && !isOfCandles(options.prehistory ?? "0"))
    refuseGiven(ofFiles, "replay=FOLDER, or --prehistory FILE", market);
  if (!isFollow) refuseGiven(ofFollow, "follow=EXCHANGE", market);
  if (isReplay) return replayOf(market.slice(REPLAY.length), options);
  if (isFollow) return followOf(market.slice(FOLLOW.length), options);
  if (market === "simulated" || market === "empty") return market;
  try {
    return await readScenario(market);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw usage(
      `--market must be simulated, empty, follow=EXCHANGE, replay=FOLDER, or a scenario file; ${market} cannot be read (${code})`,
    );
  }
}

function refuseGiven(given: Readonly<Record<string, unknown>>, only: string, market: string): void {
  for (const [option, value] of Object.entries(given))
    if (value !== undefined) throw usage(`${option} is for --market ${only}, got --market ${market}`);
}

function shownAs({ depthMemory, queue }: ServeOptions): ShownAs {
  return {
    memoryMs: depthMemory === undefined ? undefined : memoryOf(depthMemory),
    proportional: queue === "proportional",
  };
}

function memoryOf(text: string): number {
  if (text === "inf") return Number.POSITIVE_INFINITY;
  return integer("--depth-memory", text, 86_400) * 1_000;
}

async function followOf(exchange: string, options: ServeOptions): Promise<Scenario> {
  const { symbols, sourceUrl: url, sourceSizes: sizes } = options;
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\//.test(url)))
    throw usage(`--source-url must be an address such as http://127.0.0.1:8080, got '${url}'`);
  try {
    return await readFollow(exchange, {
      symbols: symbols?.split(","),
      url,
      sizes,
      contracts: options.contracts,
      shown: shownAs(options),
    });
  } catch (error) {
    if (error instanceof ExchangeError) throw usage(`--market follow: ${error.message}`);
    throw error;
  }
}

async function replayOf(folder: string, options: ServeOptions): Promise<Scenario> {
  const time = (name: string, text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const value = readInstant(text);
    if (value === undefined)
      throw usage(`${name} must be a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z, got '${text}'`);
    return value;
  };
  const from = time("--from", options.from);
  const to = time("--to", options.to);
  const { quoteStaleAfter } = options;
  const staleMs =
    quoteStaleAfter === undefined
      ? undefined
      : integer("--quote-stale-after", quoteStaleAfter, 3_600, 1) * 1_000;
  try {
    return await readReplay(folder, {
      from,
      to,
      loop: options.loop === true,
      skipMissing: options.skipMissing === true,
      contractSizes: contractSizesOf(options),
      staleMs,
      shown: shownAs(options),
    });
  } catch (error) {
    if (isOfFiles(error)) throw usage(`--market replay: ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw usage(`--market replay: ${folder} cannot be read (${code})`);
  }
}

async function limitsOf(limits: string): Promise<NonNullable<VenueOptions["limits"]>> {
  return Object.hasOwn(limitProfiles, limits) ? (limits as LimitProfileName) : readLimits(limits);
}

/** `--wire`, of every command that serves. @throws CliError naming the value and what there is */
export function wireOf(wire: string): string {
  if (wireProfileOf(wire) === undefined)
    throw usage(`--wire must be one of ${WIRE_PROFILE_RULE}, got '${wire}'`);
  return wire;
}

/** `--dialects`, of every command that serves. */
export function dialectsOption(): Option {
  return new Option("--dialects <names>", "dialects that are served, separated by commas").default(
    dialectNames.join(","),
  );
}

function dialectsOf(names: string): readonly Dialect[] {
  const given = names.split(",");
  const served = dialectNames.filter((each) => given.includes(each));
  if (served.length !== given.length)
    throw usage(
      `--dialects must be one or more of ${dialectNames.join(", ")}, each once, separated by commas, got '${names}'`,
    );
  return served;
}

/** A rule of risk control: `invalidRequests=100/60` as 100 within 60 s. */
function riskOf(words: readonly string[]): RiskRules {
  const rules: Record<string, { max: number; windowMs: number }> = {};
  for (const word of words) {
    const [, rule, max, seconds] = /^(invalidRequests|addresses)=(\d{1,9})\/([1-9]\d{0,5})$/.exec(word) ?? [];
    if (rule === undefined) {
      throw usage(
        `--risk must be invalidRequests=max/seconds or addresses=max/seconds, such as addresses=5/3600, got '${word}'`,
      );
    }
    rules[rule] = { max: Number(max), windowMs: Number(seconds) * 1_000 };
  }
  return rules;
}

function clockOf(clock: string | undefined, scenario: Scenario | undefined): "wall" | "test" | number {
  if (clock === undefined) return scenario?.clockSpeed === undefined ? "wall" : "test";
  if (clock === "wall" || clock === "test") return clock;
  const time = clock === "frozen" ? (scenario?.clockStart ?? Date.now()) : readTime(clock);
  if (time === undefined) {
    throw usage(
      `--clock must be wall, test, frozen, Unix ms, or a time such as 2026-01-01T00:00:00Z, got '${clock}'`,
    );
  }
  return time;
}

/** An option with a word for each coin: `btc=60000` as `{ btc: 60000 }`. */
function byCoin(
  option: string,
  what: string,
  words: readonly string[],
  example: string,
): Record<string, number> {
  const values: Record<string, number> = {};
  for (const word of words) {
    const [, coin, value] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(word) ?? [];
    if (coin === undefined) throw usage(`${option} must be coin=${what}, such as ${example}, got '${word}'`);
    values[coin] = Number(value);
  }
  return values;
}

function checkBalance(balance: string): void {
  try {
    if (parseQuanta(balance) >= 0n) return;
  } catch {
    // falls through: text that is no decimal is refused in the same words as a negative number
  }
  throw usage(`--balance must be a decimal of at least 0 with at most 8 places, got '${balance}'`);
}

function integer(option: string, text: string, max: number, min = 0): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw usage(`${option} must be a whole number from ${min} to ${max}, got '${text}'`);
  return value;
}
