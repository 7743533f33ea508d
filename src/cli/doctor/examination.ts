import type { AccountMirror, Credentials } from "../../client/index.ts";
import { NoAnswerError, V2Client, VenueError } from "../../client/index.ts";
import type { ContractInformation } from "../../wire/v2/market.ts";
import { adviceOn } from "./advice.ts";
import { compareAccount } from "./compare.ts";
import type { Report } from "./findings.ts";
import { Notes } from "./findings.ts";
import type { MarketData } from "./marketData.ts";
import { watchMarket } from "./marketData.ts";
import { trade } from "./trading.ts";

export interface Examined {
  readonly url: string;
  /** Default: `url` with `ws` for `http`. */
  readonly wsUrl?: string | undefined;
  /** Without, market data only. */
  readonly credentials?: Credentials | undefined;
  /** A second account, to trade with where the book is empty. */
  readonly counterparty?: Credentials | undefined;
  /** The contract to look at closely; default: the first that takes orders. */
  readonly symbol?: string | undefined;
  /** Looks, and places nothing. */
  readonly readOnly: boolean;
  readonly onProgress: (step: string, share: number) => void;
}

/** What a signature's window allows. */
const SKEW_MAX_MS = 30_000;
/** A difference beyond this is no clock that goes wrong: the market has a time of its own. */
const OWN_TIME_MS = 3_600_000;
/** How long one part may take. */
const PART_MAX_MS = 60_000;
const PINGS = 5;
const REFUSALS_SHOWN = 3;

/**
 * Examines a venue as a client meets it.
 *
 * @throws NoAnswerError when nobody answers at the address
 */
export async function examine(examined: Examined): Promise<Report> {
  const notes = new Notes();
  const { url, wsUrl, credentials, counterparty, onProgress } = examined;
  const sockets = wsUrl === undefined ? {} : { wsUrl };
  const client = new V2Client({ baseUrl: url, ...sockets, ...(credentials && { credentials }) });
  const other = counterparty && new V2Client({ baseUrl: url, ...sockets, credentials: counterparty });
  let market: MarketData | undefined;
  let mirror: AccountMirror | undefined;
  /** A part that fails is a finding, and the next one begins. */
  const part = async (step: string, share: number, run: () => Promise<void>): Promise<void> => {
    onProgress(step, share);
    await inTime(step, run()).catch((error: unknown) => notes.wrong(step, adviceOn(error)));
  };
  try {
    onProgress("time", 0);
    await examineTime(client, notes);
    let contracts: readonly ContractInformation[] = [];
    let contract: ContractInformation | undefined;
    await part("contracts", 0.1, async () => {
      contracts = await notes.timed("GET market/contracts", client.market.contracts());
      contract = contracts.find(({ symbol }) => symbol === (examined.symbol ?? contracts[0]?.symbol));
      if (contract === undefined) throw new Error(`there is no contract ${examined.symbol ?? ""}`);
      notes.ok("contracts", `${contracts.length}; looking closely at ${contract.symbol}`);
    });
    if (contract === undefined) return notes.report(url);
    const { symbol } = contract;
    await part("public socket", 0.2, async () => {
      const others = contracts.map((each) => each.symbol).filter((each) => each !== symbol);
      market = await watchMarket(client, symbol, others);
      for (let i = 0; i < PINGS; i++) notes.took("ping → pong, public socket", await client.echo("public"));
      notes.ok("public socket", `${market.channels} channels subscribed`);
    });
    await part("market data", 0.35, async () => market?.compare(notes));
    if (credentials === undefined) {
      for (const check of ["key", "account", "trading"]) notes.skip(check, "no key was given");
    } else {
      let isKeyGood = false;
      await part("key", 0.5, async () => {
        await examineKey(client, notes);
        isKeyGood = true;
      });
      if (!isKeyGood) notes.skip("account", "the key is refused");
      else {
        await part("private socket", 0.6, async () => {
          mirror = await client.accountMirror();
          for (let i = 0; i < PINGS; i++)
            notes.took("ping → pong, private socket", await client.echo("private"));
          notes.compared(
            "account",
            await compareAccount(client, mirror),
            "the first look at it as REST has it",
          );
        });
        const book = market?.books[0];
        const account = mirror as AccountMirror | undefined;
        if (examined.readOnly) notes.skip("trading", "only to look was asked for");
        else if (account !== undefined && book !== undefined) {
          const trading = { client, mirror: account, book, contract, counterparty: other, notes };
          await part("trading", 0.7, () => trade(trading));
        }
      }
    }
    await part("lost connections", 0.9, async () => {
      await loseConnections(client, market, mirror, notes);
    });
    onProgress("done", 1);
    return notes.report(url);
  } finally {
    market?.close();
    mirror?.close();
    client.close();
    other?.close();
  }
}

/** No venue makes the doctor wait without end. */
async function inTime(step: string, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = `${step} was not through after ${PART_MAX_MS / 1000} s`;
    timer = setTimeout(() => reject(new Error(text)), PART_MAX_MS);
  });
  await Promise.race([done, late]).finally(() => clearTimeout(timer));
}

async function examineTime(client: V2Client, notes: Notes): Promise<void> {
  for (let i = 0; i < PINGS; i++) await notes.timed("GET market/time", client.market.time());
  const { offsetMs, uncertaintyMs } = await client.clock.measure(PINGS);
  notes.skewMs = Math.round(offsetMs);
  const skew = `the venue's time is ${Math.abs(notes.skewMs)} ms ${offsetMs < 0 ? "behind" : "ahead of"} this machine's`;
  if (Math.abs(offsetMs) <= SKEW_MAX_MS) {
    notes.ok("clock", `${skew}, exact to ${Math.ceil(uncertaintyMs)} ms`);
  } else if (Math.abs(offsetMs) > OWN_TIME_MS) {
    notes.note("clock", `${skew}: market time is its own; signatures follow the machine's`);
  } else {
    notes.wrong(
      "clock",
      `${skew}: signatures are refused beyond ${SKEW_MAX_MS / 1000} s; set this machine's clock`,
    );
  }
}

/** Whether the key is taken, and what the venue has refused it lately. */
async function examineKey(client: V2Client, notes: Notes): Promise<void> {
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
}

/** Drops both connections and looks whether everything is built up again. */
async function loseConnections(
  client: V2Client,
  market: MarketData | undefined,
  mirror: AccountMirror | undefined,
  notes: Notes,
): Promise<void> {
  const startMs = performance.now();
  if (market !== undefined) {
    client.dropConnection("public");
    for (const book of market.books) await book.until(({ isLive }) => isLive);
    notes.took("connection lost → books live again", performance.now() - startMs);
    await market.compare(notes, ", connected again");
  }
  if (mirror !== undefined) {
    const lostMs = performance.now();
    client.dropConnection("private");
    await mirror.upToDate();
    notes.took("connection lost → account live again", performance.now() - lostMs);
    notes.compared("account after a lost connection", await compareAccount(client, mirror), "as REST has it");
  }
  if (market !== undefined || mirror !== undefined) notes.ok("lost connections", "opened and filled again");
}

/** Whether an error says that nobody is there. */
export function isNobodyThere(error: unknown): boolean {
  return error instanceof NoAnswerError;
}
