import type { AccountMirror, Credentials } from "../../../interface/client/index.ts";
import {
  NoAnswerError,
  RefusedForGood,
  ThrottledError,
  V2Client,
  VenueError,
} from "../../../interface/client/index.ts";
import type { ContractInformation } from "../../../interface/wire/v2/market.ts";
import { CliError, usage } from "../exitCodes.ts";
import { compareAccount } from "./compare.ts";
import type { Report } from "./findings.ts";
import { Notes } from "./findings.ts";
import { inTime } from "./inTime.ts";
import type { WatchedChannels } from "./publicChannels.ts";
import { watchPublicChannels } from "./publicChannels.ts";
import { trade } from "./trading.ts";

export interface Examined {
  readonly url: string;
  /** Address of the sockets; default: `url` with `ws` for `http`. */
  readonly wsUrl?: string | undefined;
  /** The key to examine with; absent: only market data is examined. */
  readonly credentials?: Credentials | undefined;
  /** A second account, to trade with where the book is empty. */
  readonly counterparty?: Credentials | undefined;
  /** The contract to examine closely; default: the first one that takes orders. */
  readonly symbol?: string | undefined;
  /** Whether to place no orders. */
  readonly readOnly: boolean;
  /** Asks control whether market time is frozen; absent where control cannot be asked. */
  readonly isFrozen?: (() => Promise<boolean>) | undefined;
  readonly onProgress: (step: string, share: number) => void;
}

/** How far a signature's time may differ, ms. */
const SKEW_MAX_MS = 30_000;
/** A larger difference, in ms, is not a wrong clock: then the market has a time of its own. */
const OWN_TIME_MS = 3_600_000;
/** How long one part may take, ms, so that no venue makes the doctor wait without end. */
const PART_MAX_MS = 60_000;
const PINGS = 5;
const REFUSALS_SHOWN = 3;

/**
 * Examines a venue from a client's side.
 *
 * @throws NoAnswerError when nobody answers at the address
 */
export async function examine(examined: Examined): Promise<Report> {
  const examination = new Examination(examined);
  try {
    await examination.run();
    return examination.notes.report(examined.url);
  } finally {
    examination.close();
  }
}

class Examination {
  readonly notes = new Notes();
  readonly #examined: Examined;
  readonly #client: V2Client;
  readonly #counterparty: V2Client | undefined;
  #market: WatchedChannels | undefined;
  #mirror: AccountMirror | undefined;

  constructor(examined: Examined) {
    const { url, wsUrl, credentials, counterparty } = examined;
    const venue = { baseUrl: url, ...(wsUrl !== undefined && { wsUrl }) };
    this.#examined = examined;
    this.#client = new V2Client({ ...venue, ...(credentials && { credentials }) });
    this.#counterparty = counterparty && new V2Client({ ...venue, credentials: counterparty });
  }

  /**
   * Runs the parts, in an order in which each has what it needs. A part that fails is a finding, and the next
   * one begins.
   */
  async run(): Promise<void> {
    this.#examined.onProgress("time", 0);
    const began = await timeOf(this.#client);
    await examineTime(this.#client, this.notes);
    const contract = await this.#part("contracts", 0.1, () => this.#contract());
    if (contract === undefined) return;
    await this.#part("source", 0.15, () => examineSource(this.#client, this.notes));
    await this.#part("public socket", 0.2, () => this.#watchPublicChannels(contract.symbol));
    await this.#part("market data", 0.35, async () => this.#market?.compare(this.notes));
    if (this.#examined.credentials === undefined) {
      for (const check of ["key", "account", "trading"]) this.notes.skip(check, "no key was given");
    } else if (await this.#part("key", 0.5, () => examineKey(this.#client, this.notes))) {
      await this.#part("private socket", 0.6, () => this.#openMirror());
      await this.#part("trading", 0.7, () => this.#trade(contract));
    }
    await this.#part("lost connections", 0.9, () => this.#loseConnections());
    await this.#part("market time", 0.95, () => this.#moves(began));
    this.#examined.onProgress("done", 1);
  }

  close(): void {
    this.#market?.close();
    this.#mirror?.close();
    this.#client.close();
    this.#counterparty?.close();
  }

  /** Checks that market time moves. If it stands still and nobody froze it, the venue is stuck. */
  async #moves(began: Moment): Promise<void> {
    const now = await timeOf(this.#client);
    const movedMs = now.marketMs - began.marketMs;
    const passedMs = Math.round(now.ownMs - began.ownMs);
    const moved = `it moved by ${movedMs} ms in ${passedMs} ms`;
    if (movedMs > 0) return this.notes.ok("market time", moved);
    const isFrozen = await this.#examined.isFrozen?.();
    if (isFrozen === true) return this.notes.note("market time", "an operator froze it: outcry clock wall");
    if (isFrozen === undefined)
      return this.notes.note("market time", `${moved}; whether it is frozen, control says`);
    this.notes.wrong(
      "market time",
      `${moved}, and nobody froze it: look at the venue's log, and start it again`,
    );
  }

  async #part<T>(step: string, share: number, run: () => Promise<T>): Promise<T | undefined> {
    this.#examined.onProgress(step, share);
    try {
      return await inTime(run(), PART_MAX_MS, `${step} was not through after ${PART_MAX_MS / 1_000} s`);
    } catch (error) {
      if (error instanceof CliError) throw error; // the command line is wrong, not the venue
      this.notes.wrong(step, adviceOn(error));
      return undefined;
    }
  }

  /** The contract to examine closely. */
  async #contract(): Promise<ContractInformation> {
    const contracts = await this.notes.timed("GET market/contracts", this.#client.market.contracts());
    const { symbol = contracts[0]?.symbol } = this.#examined;
    const contract = contracts.find((each) => each.symbol === symbol);
    if (contract === undefined) {
      if (this.#examined.symbol === undefined) throw new Error("there is no contract");
      throw usage(
        `--symbol: there is no contract '${symbol}', of ${contracts.map((each) => each.symbol).join(", ")}`,
      );
    }
    this.notes.ok("contracts", `${contracts.length}; looking closely at ${contract.symbol}`);
    return contract;
  }

  async #watchPublicChannels(symbol: string): Promise<void> {
    const contracts = await this.#client.market.contracts();
    const others = contracts.map((each) => each.symbol).filter((each) => each !== symbol);
    this.#market = await watchPublicChannels(this.#client, symbol, others);
    await this.#echo("public");
    this.notes.ok("public socket", `${this.#market.channels} channels subscribed`);
  }

  async #openMirror(): Promise<void> {
    this.#mirror = await this.#client.accountMirror();
    await this.#echo("private");
    const differences = await compareAccount(this.#client, this.#mirror);
    this.notes.compared("account", differences, "the first look at it as REST has it");
  }

  async #echo(socket: "public" | "private"): Promise<void> {
    for (let i = 0; i < PINGS; i++) {
      this.notes.took(`ping → pong, ${socket} socket`, await this.#client.echo(socket));
    }
  }

  async #trade(contract: ContractInformation): Promise<void> {
    const mirror = this.#mirror;
    const book = this.#market?.books[0];
    if (this.#examined.readOnly) return this.notes.skip("trading", "only to look was asked for");
    if (mirror === undefined || book === undefined) {
      return this.notes.skip("trading", "nothing would be seen of it without both sockets");
    }
    await trade({
      client: this.#client,
      counterparty: this.#counterparty,
      mirror,
      book,
      contract,
      notes: this.notes,
    });
  }

  /** Drops the connections and checks that everything is subscribed again. */
  async #loseConnections(): Promise<void> {
    const client = this.#client;
    const market = this.#market;
    const mirror = this.#mirror;
    if (market !== undefined) {
      const lostMs = performance.now();
      client.dropConnection("public");
      for (const book of market.books) await book.until(({ isLive }) => isLive);
      this.notes.took("connection lost → books live again", performance.now() - lostMs);
      await market.compare(this.notes, ", connected again");
    }
    if (mirror !== undefined) {
      const lostMs = performance.now();
      client.dropConnection("private");
      await mirror.upToDate();
      this.notes.took("connection lost → account live again", performance.now() - lostMs);
      this.notes.compared("account, connected again", await compareAccount(client, mirror), "as REST has it");
    }
  }
}

/** The venue's time, and this machine's monotonic time, at one moment. */
interface Moment {
  readonly marketMs: number;
  readonly ownMs: number;
}

async function timeOf(client: V2Client): Promise<Moment> {
  const { timestamp } = await client.market.time();
  return { marketMs: timestamp, ownMs: performance.now() };
}

async function examineTime(client: V2Client, notes: Notes): Promise<void> {
  for (let i = 0; i < PINGS; i++) await notes.timed("GET market/time", client.market.time());
  const { offsetMs, uncertaintyMs } = await client.clock.measure(PINGS);
  timeNote(notes, offsetMs, SKEW_MAX_MS, `, exact to ${Math.ceil(uncertaintyMs)} ms`);
}

/**
 * Reports how far the venue's time is from this machine's.
 *
 * @param offsetMs how far the venue's time is ahead; negative: behind
 * @param skewMaxMs by how much a signature's time may differ
 */
export function timeNote(notes: Notes, offsetMs: number, skewMaxMs: number, exactly = ""): void {
  notes.skewMs = Math.round(offsetMs);
  const skew = `the venue's time is ${Math.abs(notes.skewMs)} ms ${offsetMs < 0 ? "behind" : "ahead of"} this machine's`;
  if (Math.abs(offsetMs) <= skewMaxMs) {
    notes.ok("clock", `${skew}${exactly}`);
  } else if (Math.abs(offsetMs) > OWN_TIME_MS) {
    notes.note("clock", `${skew}: market time is its own; signatures follow the machine's`);
  } else {
    notes.note(
      "clock",
      `${skew}: market time is its own, or this machine's clock is wrong; with a key, the next lines say whether its signatures are taken`,
    );
  }
}

/**
 * Checks whether the key is accepted, and reports what the venue has refused it lately. Resolves to true if
 * it is accepted.
 */
async function examineKey(client: V2Client, notes: Notes): Promise<true> {
  const assets = await notes.timed("GET account/assets, signed", client.account.assets());
  const usdt = assets.find(({ coinName }) => coinName === "USDT");
  notes.ok(
    "key",
    `signed requests are taken; ${usdt?.available ?? "0"} of ${usdt?.equity ?? "0"} USDT available`,
  );
  if (client.clock.correctionMs !== 0) {
    notes.wrong(
      "key",
      "the venue refuses this machine's time for signatures; its own was taken. Set the clock",
    );
  }
  try {
    const { entries } = await client.account.requestLog({ refused: true, limit: REFUSALS_SHOWN });
    for (const { code, path, reason } of entries) {
      notes.note("refused lately", `${path}: ${code} ${reason}`);
    }
  } catch (error) {
    if (!(error instanceof VenueError && error.status === 404)) throw error;
    notes.skip("refused lately", "this venue keeps no request log");
  }
  return true;
}

/**
 * For a venue that shows another market: whether it still receives that market. For other venues, nothing is
 * reported.
 */
async function examineSource(client: V2Client, notes: Notes): Promise<void> {
  let lines: Awaited<ReturnType<V2Client["market"]["source"]>>;
  try {
    lines = await client.market.source({});
  } catch (error) {
    if (error instanceof VenueError) return;
    throw error;
  }
  if (lines.length === 0) return;
  const saying = (some: typeof lines): string =>
    some.map(({ symbol, state, problem }) => `${symbol} is ${state}${problem && ` (${problem})`}`).join("; ");
  const thin = lines.filter(({ state }) => state === "thin");
  if (thin.length > 0)
    notes.note(
      "source",
      `${saying(thin)}: tiers that allow larger positions show more of it (outcry contract change SYMBOL tiers=…, or a start without --contracts source)`,
    );
  const misfits = lines.filter(({ state }) => state === "misfit");
  if (misfits.length > 0) notes.wrong("source", `${saying(misfits)}: its sizes may be read in a wrong unit`);
  const made = lines.filter(({ state }) => state === "made");
  if (made.length > 0) notes.wrong("source", saying(made));
  const bad = lines.filter(({ state }) => !["live", "thin", "misfit", "made", "gap"].includes(state));
  if (bad.length > 0) {
    const text = `${saying(bad)}: nothing of it stands in the book, and what is open is held`;
    if (bad.every(({ state }) => state === "starting")) notes.note("source", text);
    else notes.wrong("source", text);
  } else if (thin.length + misfits.length + made.length === 0)
    notes.ok(
      "source",
      `${lines.length === 1 ? "the contract shows" : `${lines.length} contracts show`} another market as it is`,
    );
}

/** Whether an error says that nobody is there. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof NoAnswerError;
}

/** What to do about refusals of a key or a signature. */
const ADVICE: Readonly<Record<string, string>> = {
  40006:
    "the venue does not know this key: compare it with demo-credentials.json, or create one with `outcry key create`",
  40008: "set this machine's clock; the venue takes 30 s either way",
  40009:
    "the secret is not this key's, or something on the way changes path, query or body. `outcry doctor` signs by the interface's own examples, so start with the secret",
  40012: "the passphrase is not this key's",
  40013: "the account is frozen: `outcry account set <account> status=normal`",
  40014: "the key lacks a permission: create one with `outcry key create`",
  40018: "the key is bound to other addresses",
  40022: "the key lacks a permission: create one with `outcry key create`",
  40753: "the account is restricted: `outcry account set <account> status=normal`",
  "-1052": "the key may not place orders, or the contract is closed to API trading: `outcry contract list`",
};

/** An error in one sentence, with what can be done about it. */
function adviceOn(error: unknown): string {
  if (error instanceof RefusedForGood) return adviceOn(error.cause);
  if (error instanceof VenueError) {
    const advice = ADVICE[error.code];
    return advice === undefined ? error.message : `${error.message}. ${advice}`;
  }
  if (error instanceof NoAnswerError || error instanceof ThrottledError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
