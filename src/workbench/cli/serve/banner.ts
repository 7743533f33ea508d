import { join } from "node:path";
import { CREDENTIALS_FILE } from "../../../assembly/venue/credentials.ts";
import { isLoopbackHost } from "../../../assembly/venue/exposure.ts";
import type { Venue, VenueOptions } from "../../../assembly/venue/index.ts";
import type { Disturbance } from "../../../interface/wire/control/index.ts";
import { type Dialect, dialectNames } from "../../../interface/wire/dialects.ts";
import { commandName, commandOn, socketPaths } from "../config.ts";
import { durationText, paint } from "../show/value.ts";

/** A shorter time without the venue, in ms, is not mentioned. */
const DOWNTIME_NOTICE_MS = 5_000;

/** Market time this far ahead of the host's is mentioned, ms. */
const AHEAD_NOTICE_MS = 1_000;

/** The REST path of each dialect, and an example request; in V2 a symbol follows. */
const REST: Readonly<Record<Dialect, { readonly base: string; readonly first: string }>> = {
  v2: { base: "/capi/v2/", first: "market/ticker?symbol=" },
  v3: { base: "/capi/v3/", first: "market/time" },
  fapi: { base: "/fapi/", first: "v1/time" },
};

export interface BannerFacts {
  readonly venue: Venue;
  readonly options: VenueOptions;
  /** How long the venue was down before this start, ms; 0 at the first one. */
  readonly downMs: number;
  /** The symbol in the example request. */
  readonly symbol: string;
  readonly isColoured: boolean;
  /** The faults and directives that are in force from the start on. */
  readonly disturbances: readonly Disturbance[];
}

/** What is printed when the venue is ready: its address, its keys, and a first request. */
export function banner({ venue, options, downMs, symbol, isColoured, disturbances }: BannerFacts): string {
  const { baseUrl, wsUrl, controlUrl } = venue;
  const bold = (text: string): string => paint("bold", text, isColoured);
  const dialects = options.dialects ?? dialectNames;
  const hasV2 = dialects.includes("v2");
  const { base, first } = REST[hasV2 ? "v2" : dialects[0]!];
  const terminal = `${baseUrl}/ (open it in a browser: the market, an account, and a bot to start from)`;
  const rows: (readonly [string, string])[] = [
    ...(hasV2 ? [["Terminal", terminal] as const] : []),
    ["REST", dialects.map((each) => baseUrl + REST[each].base).join(", ")],
    // The host stands once, before the first path.
    ["Sockets", `${wsUrl}${socketPaths(dialects).join(", ")}`],
    ["Reference", `${baseUrl}/docs and ${baseUrl}/docs/sockets`],
    ["Operator", `${controlUrl}/operator (the venue's own page; it asks for the admin token)`],
    ["Control", `${controlUrl}/control/, metrics at ${controlUrl}/metrics`],
    ["Market", `${marketText(options)}${seedText(venue)}`],
    ...sourceRows(venue, options),
    ["Limits", limitsText(venue, options)],
    ["Clock", clockText(venue)],
    ...keyRows(venue, options),
    ...(!isLoopbackHost(options.host ?? "127.0.0.1") ? [["Exposed", exposedText(options)] as const] : []),
    ...disturbances.map(({ by: kind, id, what }) => ["Goes wrong", `${kind} ${id}: ${what}`] as const),
    ...(downMs >= DOWNTIME_NOTICE_MS ? [["Downtime", downtimeText(downMs, options)] as const] : []),
  ];
  return [
    "",
    bold("The venue is ready."),
    "",
    ...rows.map(([name, text]) => `  ${bold(name.padEnd(12))}${text}`),
    "",
    "Try",
    `  curl "${baseUrl}${base}${first}${hasV2 ? symbol : ""}"`,
    ...(options.data === "memory"
      ? []
      : [`  ${cli(options, "env")}`, ...(hasV2 ? [`  ${cli(options, "doctor")}`] : [])]),
    "",
    "",
  ].join("\n");
}

/** Where prices come from, and who quotes in the book. */
export function marketText({ market }: Pick<VenueOptions, "market">): string {
  const prices = "prices are simulated, not those of any market";
  if (market === "simulated") return `${prices}; house accounts quote and trade`;
  if (market === "empty") return `${prices}; the book is the clients' own`;
  if (typeof market === "object" && market.source !== undefined)
    return `${market.source.name}; its book is shown by quotes of the house, and trades here change nothing there`;
  if (typeof market === "object" && market.about !== "")
    return `${market.about.trim()} Prices are not those of any market`;
  return "as the scenario says; prices are not those of any market";
}

/** Of a followed market: how many contracts are live, the states of the others, and the source's notes. */
function sourceRows({ sources }: Venue, { market }: VenueOptions): readonly (readonly [string, string])[] {
  if (sources.length === 0) return [];
  const live = sources.filter(({ state }) => state === "live");
  const others = sources.filter(({ state }) => state !== "live");
  const rest = others.map(({ symbol, state, problem }) =>
    problem === "" ? `${symbol} ${state}` : `${symbol} ${state} (${problem})`,
  );
  const notes = (typeof market === "object" && market.source?.notes) || [];
  return [["Source", [`${live.length} of ${sources.length} contracts live`, ...rest, ...notes].join("; ")]];
}

/** A warning where the seed is known: its market is no secret. */
function seedText({ knownSeed }: Venue): string {
  return knownSeed === undefined
    ? ""
    : `; seed ${knownSeed}: it repeats, and whoever knows the seed can foresee it (no contest should run on it)`;
}

function limitsText({ gateway, accounts }: Venue, options: VenueOptions): string {
  const { name } = gateway.limits.profile;
  if (name === "off") return "off";
  const account = accounts[0]?.name ?? "ACCOUNT";
  return `${name}; lift them for an account: ${cli(options, `limits exempt ${account}`)}`;
}

function clockText({ clock, engine }: Venue): string {
  const mode = clock.mode();
  const aheadMs = clock.aheadMs();
  if (mode.type === "wall")
    return aheadMs < AHEAD_NOTICE_MS
      ? "the host's"
      : `${durationText(aheadMs)} ahead of the host's: it goes on from there, slower by 0.1 percent, until the host's has caught up`;
  const time = new Date(engine.now()).toISOString();
  if (mode.type === "max") return `as fast as the machine, from ${time}`;
  if (mode.type === "frozen") return `frozen at ${time}`;
  return mode.speed === 1
    ? `as fast as the host's, from ${time}`
    : `${mode.speed} times as fast as the host's, from ${time}`;
}

/** Where the keys are; keys of a venue in memory are only printed. */
function keyRows(
  { accounts }: Venue,
  { data = "memory" }: VenueOptions,
): readonly (readonly [string, string])[] {
  const names = accounts.map(({ name }) => name).slice(0, 4);
  if (data === "memory") {
    return accounts.map(
      ({ name, apiKey, secret, passphrase }) => [name, `${apiKey} ${secret} ${passphrase}`] as const,
    );
  }
  const more = accounts.length > names.length ? ", …" : "";
  return [
    ["Credentials", `${join(data, CREDENTIALS_FILE)} (${names.join(", ")}${more}; and the admin token)`],
  ];
}

function exposedText({ host }: VenueOptions): string {
  return `it listens on ${host}: other machines may reach it, and what they send is not encrypted`;
}

function downtimeText(downMs: number, { downtime }: VenueOptions): string {
  const span = `the venue was down for ${durationText(downMs)}; `;
  return downtime === "catchUp"
    ? `${span}index prices went on meanwhile (catch-up), but nobody traded: candles of that time are empty, and no funding was paid`
    : `${span}the market stood still meanwhile (skip): prices go on from where they were, candles of that time are empty, and no funding was paid`;
}

/** A command for this venue, as the user would type it; where the venue has files, `--data` says which. */
function cli({ data = "memory" }: VenueOptions, words: string): string {
  return data === "memory" ? `${commandName()} ${words}` : commandOn(data, words);
}
