import { hash } from "node:crypto";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import type { Scenario } from "../../movers/feeds/index.ts";
import type { Log } from "../../service/gateway/index.ts";
import { LEASE_MS } from "../cluster/index.ts";
import { SetUpError } from "./firstStart.ts";
import type { SettledOptions } from "./options.ts";

/** Begins the name of a setting of the cluster's store that holds an option. */
const PREFIX = "option.";
/** Of a longer value, the digest is stored and compared. */
const SHOWN_MAX = 40;
const DIGEST_CHARACTERS = 12;
/** Fields of a scenario that say where its files are, which may differ between machines. */
const PLACES = ["file", "files", "folder", "path"];

/**
 * The options that every node must have alike, since any may come to lead: by their names on the command
 * line, as texts that are equal where they mean the same.
 */
export function sharedOptions(settled: SettledOptions): ReadonlyMap<string, string> {
  const { market, past, journalKeepBytes } = settled;
  const { leaseMs } = { leaseMs: LEASE_MS, ...settled.cluster };
  const ofScenario = typeof market === "object" ? market.accounts.map(({ name }) => name) : [];
  const accounts = settled.accounts.filter(({ name }) => !ofScenario.includes(name));
  const values = {
    market: typeof market === "object" ? marketText(market) : market,
    seed: settled.seed,
    price: Object.entries(settled.prices).toSorted(),
    balance: settled.balance,
    // Whoever reads the database learns no secret of theirs.
    accounts: accounts.map(({ name, balance = "", apiKey = "", positionMode = "hedge" }) =>
      positionMode === "hedge" ? [name, balance, apiKey] : [name, balance, apiKey, positionMode],
    ),
    prehistory: past.size === 0 ? settled.prehistory : pastText(past),
    limits: settled.limits,
    wire: settled.wire,
    dialects: settled.dialects.toSorted().join(","),
    risk: settled.risk,
    "key-delay": settled.keyDelayMs,
    sunset: settled.sunset,
    contest: settled.contest,
    "self-service": settled.selfService,
    leaderboard: settled.leaderboard,
    "leaderboard-delay": settled.leaderboardDelayMs,
    downtime: settled.downtime,
    "strict-freshness": settled.strictFreshness,
    "keep-journal": journalKeepBytes ?? "all",
    lease: leaseMs,
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  return text.length <= SHOWN_MAX
    ? text
    : `sha256:${hash("sha256", text, "hex").slice(0, DIGEST_CHARACTERS)}`;
}

/**
 * A scenario as text, without the places of its files. Of one that follows a source: the source and its
 * contracts only.
 */
function marketText({ source, listings, ...rest }: Scenario): string {
  if (source !== undefined) return textOf([source.kind, listings.map(({ symbol }) => symbol)]);
  const text = JSON.stringify({ listings, ...rest }, (key, value) =>
    PLACES.includes(key) ? undefined : value,
  );
  return textOf(text.padEnd(SHOWN_MAX + 1));
}

function pastText(past: SettledOptions["past"]): string {
  return textOf(
    [...past].map(([symbol, { candles }]) => [symbol, candles.map(({ row: _, ...candle }) => candle)]),
  );
}

/** The options among a cluster's settings, by name. */
export function optionsIn(settings: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const those = [...settings].filter(([name]) => name.startsWith(PREFIX));
  return new Map(those.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

/** Options as settings of the cluster's store. */
export function asSettings(options: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...options].map(([name, value]) => [PREFIX + name, value]));
}

/** Where a node's options are not the cluster's: `--limits is off here, and published in the cluster`. */
function differences(own: ReadonlyMap<string, string>, kept: ReadonlyMap<string, string>): readonly string[] {
  return [...own].flatMap(([name, value]) => {
    const there = kept.get(name);
    if (there === undefined || there === value) return [];
    return [`--${name} is ${value} here, and ${there} in the cluster`];
  });
}

/**
 * Compares this node's options with the cluster's, which the first node set by its own.
 *
 * @throws SetUpError naming every option in which this node differs
 */
export async function refuseOtherOptions(
  { settings }: Pick<ClusterLog, "settings">,
  settled: SettledOptions,
): Promise<void> {
  const own = sharedOptions(settled);
  const other = differences(own, optionsIn(await settings.begin(asSettings(own))));
  if (other.length === 0) return;
  throw new SetUpError(
    `${other.join("; ")}: what the leader goes by is one for all nodes, and kept in the database. Start this node with what is there, or ` +
      'change it for all with "outcry cluster options set"',
  );
}

/**
 * Warns when the cluster's options are changed while this node runs: it goes on with its own until it is
 * started again.
 */
export class OptionsWatch {
  readonly #own: ReadonlyMap<string, string>;
  readonly #log: Log;
  #warnedOf = "";

  constructor(settled: SettledOptions) {
    this.#own = sharedOptions(settled);
    this.#log = settled.log;
  }

  heard(settings: ReadonlyMap<string, string>): void {
    const other = differences(this.#own, optionsIn(settings)).join("; ");
    if (other !== this.#warnedOf && other !== "")
      this.#log.warn(
        {},
        `the cluster's options were changed: ${other}. Start this node again, with what is there`,
      );
    this.#warnedOf = other;
  }
}
