import type { ContractView, TimeMs } from "../../../kernel/core/index.ts";
import { BUY, POINTS_PER_TICK, RATE_ONE, SELL } from "../../../kernel/core/index.ts";
import { DAY_MS, dayText, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { ArchiveFile, ArchiveKind, ContractSizes } from "../archive/catalogue.ts";
import {
  ArchiveFolderError,
  catalogue,
  lengthOf,
  missingDays,
  refuseOverlap,
  shortest,
  withContractSizes,
} from "../archive/catalogue.ts";
import { lotsOf, nearestPoints, ticksOf, whole } from "../archive/grid.ts";
import type { Item } from "../archive/items.ts";
import { decimalsOf } from "../archive/items.ts";
import type { RowsLeftOut } from "../archive/playback.ts";
import { NO_ROWS_LEFT_OUT, Playback, Stream, sumOf } from "../archive/playback.ts";
import type { Listing } from "../contracts.ts";
import { defaultContracts, usualListing } from "../contracts.ts";
import type { Scenario } from "../scenario.ts";
import { defaultScenario } from "../scenario.ts";
import { MadeBook } from "./madeBook.ts";
import type { MarketSource, ShownAs, SourceLineView, SourceMessage, SourceState } from "./marketSource.ts";

export interface ReplayOptions {
  /** Market time that is played; absent: the span for which every contract has files. */
  readonly from?: TimeMs | undefined;
  readonly to?: TimeMs | undefined;
  /** Whether the replay begins again at its end, whole days later. */
  readonly loop?: boolean;
  /** Whether it plays on over missing days. */
  readonly skipMissing?: boolean;
  readonly shown?: ShownAs | undefined;
  readonly contractSizes?: ContractSizes | undefined;
  /** A touch or book without a new line for this long, ms, while trades come is stale; default 10,000. */
  readonly staleMs?: number | undefined;
}

/**
 * The default of {@link ReplayOptions.staleMs}: how long a touch or a book counts without a new line in its
 * files while others have one, ms.
 */
const STALE_MS = 10_000;
/**
 * A trade at a price that the files' touch does not allow shows that the touch is old. That is reported as a
 * problem once the touch has not moved for this long, ms: it often moves a little later.
 */
const OLD_TOUCH_MS = 1_000;

/** The kinds of files that trades can come from, the best first. */
const TRADES = ["aggTrades", "trades", "klines"] as const satisfies readonly ArchiveKind[];
/** The kinds that are played beside the trades. */
const BESIDE = [
  "book",
  "bookTicker",
  "bookDepth",
  "markPriceKlines",
  "indexPriceKlines",
  "derivativeTicker",
  "fundingRate",
] as const;

interface Pair {
  readonly name: string;
  readonly listing: Listing;
  /** One list of files for each kind, trades first. */
  readonly kinds: readonly (readonly ArchiveFile[])[];
  readonly firstPrice: number;
  readonly firstTime: TimeMs;
}

/**
 * A scenario that plays the files of a folder, named as the public archives name them. The clock starts at
 * the files' beginning.
 *
 * @throws ArchiveFolderError, RecordingError, ArchiveError
 */
export async function readReplay(folder: string, options: ReplayOptions = {}): Promise<Scenario> {
  const files = withContractSizes(await catalogue(folder), options.contractSizes ?? {});
  const names = [...new Set(files.map(({ pair }) => pair))].sort();
  const found = names.flatMap((name) => chosen(name, files));
  if (found.length === 0)
    throw new ArchiveFolderError(
      `${folder}: no file named as the public archives name klines, aggTrades or trades, such as BTCUSDT-1m-2026-01-31.zip`,
    );
  for (const kinds of found) for (const each of kinds) refuseOverlap(each);
  const firstDay = options.from ?? Math.max(...found.map(([trades]) => trades[0]!.from));
  const to =
    options.to ?? Math.min(...found.map(([trades]) => Math.max(...trades.map((each) => each.until))));
  if (firstDay >= to)
    throw new ArchiveFolderError(
      `${folder}: nothing to play: from ${dayText(firstDay)} to before ${dayText(to)}`,
    );
  const pairs: Pair[] = [];
  for (const kinds of found) {
    const [trades] = kinds;
    const missing = missingDays(trades, firstDay, to);
    if (missing.length > 0 && options.skipMissing !== true) {
      const { pair, kind, interval } = trades[0]!;
      const days = missing.slice(0, 3).map(dayText).join(", ");
      throw new ArchiveFolderError(
        `${folder}: ${pair}-${interval || kind} of ${days}${missing.length > 3 ? ` and ${missing.length - 3} more days` : ""} is missing; --skip-missing plays on over it`,
      );
    }
    pairs.push(await pairOf(kinds, firstDay, to));
  }
  // Where files begin in the middle of their day, so does the market.
  const firstTrade = Math.max(...pairs.map(({ firstTime }) => firstTime));
  const from = options.from ?? Math.max(firstDay, Math.floor(firstTrade / MINUTE_MS) * MINUTE_MS);
  const madeUp = pairs.some(({ kinds }) => kinds[0]![0]!.kind === "klines");
  const name = `replay of ${folder}${madeUp ? ", trades and book made up from candles" : ""}`;
  const isLooped = options.loop === true;
  return {
    ...defaultScenario("empty"),
    clockStart: from,
    clockSpeed: 1,
    listings: inOrder(pairs.map(({ listing }) => listing)),
    feeds: Object.fromEntries(
      pairs.map(({ listing, firstPrice }) => [listing.symbol, { type: "pushed", price: firstPrice }]),
    ),
    source: {
      name,
      kind: "replay",
      shown: options.shown,
      open: async (contracts, start, onState) => {
        const replay = new Replay(name, pairs, contracts, {
          from,
          to,
          isLooped,
          onState,
          staleMs: options.staleMs ?? STALE_MS,
        });
        await replay.skipTo(start);
        return replay;
      },
    },
  };
}

type Kinds = readonly [readonly ArchiveFile[], ...(readonly ArchiveFile[])[]];

/**
 * The files of a pair that are played: its best kind of trades, and the kinds beside them. Nothing without
 * trades.
 */
function chosen(pair: string, files: readonly ArchiveFile[]): readonly Kinds[] {
  const of = (kind: ArchiveKind) => files.filter((file) => file.pair === pair && file.kind === kind);
  const trades = TRADES.map(of).find((each) => each.length > 0);
  if (trades === undefined) return [];
  const beside = BESIDE.map(of).filter((each) => each.length > 0);
  return [[shortest(trades), ...beside.map(shortest)]];
}

async function pairOf(kinds: Kinds, from: TimeMs, to: TimeMs): Promise<Pair> {
  const [trades] = kinds;
  const { pair } = trades[0]!;
  const stream = new Stream(trades, from, to);
  await stream.fill();
  const first: Item[] = [];
  for (let item = stream.head; item !== undefined && first.length < 500; item = stream.head) {
    first.push(item);
    stream.take();
  }
  await stream.close();
  const prices = first.flatMap((item) => (item.type === "trade" ? [item] : []));
  if (prices.length === 0)
    throw new ArchiveFolderError(
      `${trades[0]!.path}: nothing from ${dayText(from)} to before ${dayText(to)} was traded`,
    );
  return {
    name: pair,
    listing: listingOf(pair, prices),
    kinds,
    firstPrice: prices[0]!.price,
    firstTime: prices[0]!.time,
  };
}

/** The default contract; for another coin the usual terms, with as many decimals as its first trades have. */
function listingOf(
  pair: string,
  trades: readonly { readonly price: number; readonly size: number }[],
): Listing {
  const coin = /^(.+)USDT$/.exec(pair)?.[1];
  if (coin === undefined)
    throw new ArchiveFolderError(`${pair}: only contracts in USDT can be played, such as BTCUSDT`);
  const known = defaultContracts.find(({ listing }) => listing.baseCoin === coin);
  if (known !== undefined) return known.listing;
  const priceDecimals = Math.max(...trades.map(({ price }) => decimalsOf(price)));
  const sizeDecimals = Math.min(
    Math.max(...trades.map(({ size }) => decimalsOf(size))),
    EXACT_DECIMALS - priceDecimals,
  );
  if (sizeDecimals < 0)
    throw new ArchiveFolderError(
      `${pair}: its prices have ${priceDecimals} decimals; ${priceDecimals} + 2 for the mark + 0 for the size is more than 8, so values would not be exact`,
    );
  return usualListing({
    symbol: `cmt_${coin.toLowerCase()}usdt`,
    baseCoin: coin,
    priceDecimals,
    sizeDecimals,
    lotStep: 1,
    orderLotsMax: 100_000_000,
    leverageMax: 75_00,
  });
}

/**
 * Decimals of price and size together: with the mark's two more they make eight (docs/decisions/0001: values
 * are exact in 1e-8).
 */
const EXACT_DECIMALS = 6;

/** Listings in the order of the default contracts, others after them. */
function inOrder(listings: readonly Listing[]): readonly Listing[] {
  const place = (listing: Listing): number => {
    const at = defaultContracts.findIndex((each) => each.listing.symbol === listing.symbol);
    return at < 0 ? defaultContracts.length : at;
  };
  return [...listings].sort((a, b) => place(a) - place(b));
}

/**
 * After a silence this long, ms, the files may have missed anything: a skipped day, a recorder that stopped.
 */
const SILENCE_MS = 600_000;
/**
 * A trade farther than this share of the price from the middle shows that the price has jumped. The share is
 * less than the price band, so that such a trade is not left out: a book is made around it first.
 */
const GAP_PART = 0.01;

/** Drops what is played only in order to come to a later time. */
const UNHEARD = (): void => undefined;

interface Span {
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly isLooped: boolean;
  readonly staleMs: number;
  /** Called when a contract's files begin, fall silent, or end. */
  readonly onState: (line: SourceLineView) => void;
}

/** Plays a folder. */
class Replay implements MarketSource {
  readonly name: string;
  readonly contracts: readonly number[];
  readonly #pairs: readonly Pair[];
  readonly #contracts: readonly ContractView[];
  readonly #span: Span;
  /** Market time at which this round began; each round begins later. */
  #start: TimeMs;
  #tracks: readonly Track[];
  #isBroken = false;

  constructor(name: string, pairs: readonly Pair[], contracts: readonly ContractView[], span: Span) {
    this.name = name;
    this.#pairs = pairs;
    this.#contracts = contracts;
    this.#span = span;
    this.#start = span.from;
    this.#tracks = this.#open();
    this.contracts = this.#tracks.map(({ contract }) => contract);
  }

  /** Skips to a time: of everything before it only what still holds then is given out. */
  async skipTo(time: TimeMs): Promise<void> {
    const { from, to, isLooped } = this.#span;
    if (isLooped) this.#start += Math.floor(Math.max(0, time - from) / roundMs(from, to)) * roundMs(from, to);
    await this.play(time - 1, UNHEARD);
    for (const track of this.#tracks) track.forget();
  }

  /**
   * Gives out what the files say up to `time`. A line that cannot be read ends the replay: what follows it
   * would not be what the files say.
   */
  async play(time: TimeMs, emit: (message: SourceMessage) => void): Promise<void> {
    if (this.#isBroken) return;
    try {
      await this.#play(time, emit);
    } catch (error) {
      this.#isBroken = true;
      const problem = error instanceof Error ? error.message : String(error);
      for (const track of this.#tracks) track.end(problem, emit);
      throw error;
    }
  }

  async #play(time: TimeMs, emit: (message: SourceMessage) => void): Promise<void> {
    const { from, to, isLooped } = this.#span;
    for (;;) {
      const inRound = time - this.#start + from;
      for (const track of this.#tracks) await track.play(inRound, emit);
      const next = this.#start + roundMs(from, to);
      if (!isLooped || time < next) break;
      await this.close();
      // The price jumps at the seam of two rounds: no quote of the old round may be taken there.
      for (const track of this.#tracks) emit({ type: "withdraw", contract: track.contract });
      this.#start = next;
      this.#tracks = this.#open();
    }
  }

  async close(): Promise<void> {
    for (const track of this.#tracks) await track.close();
  }

  #open(): readonly Track[] {
    return this.#pairs.flatMap((pair) => {
      const contract = this.#contracts.find(({ symbol }) => symbol === pair.listing.symbol);
      return contract === undefined ? [] : [new Track(pair, contract, this.#span)];
    });
  }
}

/** What was left out of a contract's files, in a sentence without a stop; "" for nothing. */
function leftOutWords({ twice, otherDays, oneSided, disordered }: RowsLeftOut): string {
  const parts = [
    twice > 0 && `trades that stand there twice: ${twice}`,
    otherDays > 0 && `lines of other days than the files are named after: ${otherDays}`,
    oneSided > 0 && `touches of one side: ${oneSided}`,
    disordered > 0 && `touches out of order: ${disordered}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : `left out of its files: ${parts.join(", ")}`;
}

/** The length of a round of a loop: whole days, so that settlements keep their time of day. */
function roundMs(from: TimeMs, to: TimeMs): number {
  return Math.ceil((to - from) / DAY_MS) * DAY_MS;
}

/** Kinds of items that become stale when their files have no new line for long. */
type Judged = "touch" | "level" | "index" | "mark";

/** Plays the files of one contract. */
class Track {
  readonly contract: number;
  readonly #view: ContractView;
  readonly #playback: Playback;
  readonly #made: MadeBook;
  /** Whole books, where the files have them: lots by price, of each side. */
  readonly #levels: readonly [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  readonly #hasBooks: boolean;
  /** The files' last mark, in points; 0 before the first. */
  #mark = 0;
  /** The files' last funding rate; undefined before the first. */
  #rate: number | undefined;
  /** The fraction of a lot that trades left over, by side. */
  readonly #carried: [number, number] = [0, 0];
  /** The time of a snapshot whose levels are being read. */
  #snapshotTime: TimeMs | undefined;
  /** The index that was given out last, in points; 0 before the first. */
  #sentIndex = 0;
  /** Whether what was given out last was dropped, on the way to a later time. */
  #isUnheard = false;
  /** The time of the last item. */
  #latest: TimeMs;
  /** Whether the files say nothing, after a long silence or at their end: the mirror is withdrawn. */
  #isSilent = false;
  /** Whether a side of the files' whole book has no levels: the mirror is withdrawn then, too. */
  #isEmpty = false;
  readonly #until: TimeMs;
  /**
   * What books and trades have in place of the source's time: the number of items so far, which are in order.
   * It counts further within an item that becomes several messages, so that these are in order as well.
   */
  #count = 0;
  /** The time of the last item of each kind beside trades; kinds that the files do not have are missing. */
  readonly #heardAt = new Map<Judged, TimeMs | undefined>();
  /** How long each kind counts without a new line, ms. */
  readonly #countsMs: Readonly<Record<Judged, number>>;
  readonly #stale = new Set<Judged>();

  #leftOut = NO_ROWS_LEFT_OUT;
  #state: SourceState = "starting";
  #problem = "";
  readonly #name: string;
  readonly #onState: Span["onState"];

  constructor(pair: Pair, contract: ContractView, { from, to, staleMs, onState }: Span) {
    this.#view = contract;
    this.#name = pair.name;
    this.#onState = onState;
    this.#latest = from;
    this.#until = to;
    this.contract = contract.contract;
    this.#playback = new Playback(pair.kinds.map((files) => new Stream(files, from, to)));
    this.#made = new MadeBook(contract);
    const has = (kind: ArchiveKind) => pair.kinds.some(([first]) => first?.kind === kind);
    this.#hasBooks = has("book");
    const hasTicker = has("derivativeTicker");
    if (this.#hasBooks) this.#heardAt.set("level", undefined);
    if (has("bookTicker")) this.#heardAt.set("touch", undefined);
    if (hasTicker || has("indexPriceKlines")) this.#heardAt.set("index", undefined);
    if (hasTicker || has("markPriceKlines")) this.#heardAt.set("mark", undefined);
    const priceMs = Math.max(SILENCE_MS, ...pair.kinds.map(([first]) => lengthOf(first!.interval) ?? 0));
    this.#countsMs = { level: staleMs, touch: staleMs, index: priceMs, mark: priceMs };
    onState({ symbol: contract.symbol, market: pair.name, state: "starting", problem: "", sizes: "" });
  }

  async play(time: TimeMs, emit: (message: SourceMessage) => void): Promise<void> {
    const isUnheard = this.#isUnheard && this.#count > 0;
    this.#isUnheard = false;
    if (isUnheard) {
      this.#emitBook(emit);
      this.#emitIndex(emit);
      if (this.#mark > 0) emit({ type: "mark", contract: this.contract, points: this.#mark });
      if (this.#rate !== undefined) emit({ type: "rate", contract: this.contract, rate: this.#rate });
    }
    let last: Item | undefined;
    for (
      let item = await this.#playback.next(time);
      item !== undefined;
      item = await this.#playback.next(time)
    ) {
      // Changes of a book at one time are one update.
      if (last?.type === "level" && (item.type !== "level" || item.time !== last.time)) this.#emitBook(emit);
      this.#play(item, emit);
      last = item;
    }
    if (last?.type === "level") this.#emitBook(emit);
    if (last !== undefined) {
      this.#emitIndex(emit);
      this.#latest = last.time;
      this.#isSilent = false;
      this.#countLeftOut();
      const stale = this.#staleness(last.time);
      if (!this.#isEmpty) this.#become(stale === "" ? "live" : "made", stale);
    }
    if (this.#isSilent) return;
    if (time >= this.#until) this.end("its files are at their end", emit);
    else if (time - this.#latest > SILENCE_MS) {
      this.#isSilent = true;
      this.#become("stale", `its files say nothing for ${SILENCE_MS / 60_000} minutes`);
      emit({ type: "withdraw", contract: this.contract });
    }
  }

  /** Reports that nothing is left to play. */
  end(problem: string, emit: (message: SourceMessage) => void): void {
    this.#isSilent = true;
    this.#countLeftOut();
    this.#become("gone", problem);
    emit({ type: "withdraw", contract: this.contract });
  }

  /**
   * Changes the state, and reports what was left out until now.
   *
   * @param reason in a sentence without a stop; "" for none
   */
  #become(state: SourceState, reason: string): void {
    const problem = [reason, leftOutWords(this.#leftOut)].filter((each) => each !== "").join("; ");
    if (state === this.#state && problem === this.#problem) return;
    this.#state = state;
    this.#problem = problem;
    this.#onState({ symbol: this.#view.symbol, market: this.#name, state, problem, sizes: "" });
  }

  /** Counts the rows that were left out. Files are read some lines ahead, and counted so far ahead, too. */
  #countLeftOut(): void {
    this.#leftOut = sumOf([this.#leftOut, this.#playback.takeLeftOut()]);
  }

  /** Forgets what was given out, so that all of it is given out again: nobody received it. */
  forget(): void {
    this.#sentIndex = 0;
    this.#isUnheard = true;
    this.#isSilent = false;
  }

  close(): Promise<void> {
    return this.#playback.close();
  }

  /** Whether the files' own book is shown: there is one, and it is not stale. */
  get #usesBook(): boolean {
    return this.#hasBooks && !this.#stale.has("level");
  }

  /** Whether the files' own index, or mark, is taken: there is one, and it is not stale. */
  #uses(kind: "index" | "mark"): boolean {
    return this.#heardAt.has(kind) && !this.#stale.has(kind);
  }

  /**
   * Finds the kinds that have no new line any more while trades, touches or books come. In a quiet market, in
   * which nothing comes, no kind becomes stale.
   */
  #judge({ type, time }: Item, emit: (message: SourceMessage) => void): void {
    if (type === "depth" || type === "rate") return;
    if (type !== "trade") {
      this.#heardAt.set(type, time);
      this.#stale.delete(type);
    }
    if (type === "index" || type === "mark") return;
    for (const [kind, at] of this.#heardAt) {
      if (at === undefined) {
        // A touch or book that has not come yet ages from now on: then the book is made of what comes.
        // Nothing is made in place of an index or mark that has not come yet.
        if (kind === "touch" || kind === "level") this.#heardAt.set(kind, time);
      } else if (time - at >= this.#countsMs[kind] && !this.#stale.has(kind)) this.#becomeStale(kind, emit);
    }
  }

  #becomeStale(kind: Judged, emit: (message: SourceMessage) => void): void {
    this.#stale.add(kind);
    if (kind === "touch") this.#made.untouched();
    if (kind !== "mark") return;
    this.#mark = 0; // the venue makes one
    emit({ type: "mark", contract: this.contract, points: 0 });
  }

  /** What is stale, in sentences without a stop; "" while what is shown is fresh. */
  #staleness(now: TimeMs): string {
    const silent = (kind: Judged) => `said nothing for ${this.#countsMs[kind] / 1_000} s while trades came`;
    const prices = [
      this.#stale.has("index") &&
        `its index ${silent("index")}: ${this.#uses("mark") ? "its mark" : "the middle of the book"} stands in for it`,
      this.#stale.has("mark") && `its mark ${silent("mark")}: the venue makes one`,
    ];
    return [this.#bookStaleness(now, silent), ...prices].filter((each) => each).join("; ");
  }

  #bookStaleness(now: TimeMs, silent: (kind: Judged) => string): string {
    if (this.#usesBook) return "";
    const { passedAt } = this.#made;
    if (this.#stale.has("touch")) return `its touch ${silent("touch")}: the book is made of its trades`;
    if (passedAt !== undefined && now - passedAt >= OLD_TOUCH_MS)
      return "trades have passed its touch, which has not moved since: the book is made of its trades";
    if (!this.#hasBooks) return "";
    return `its book ${silent("level")}: it is made of its ${this.#made.isReal ? "touch" : "trades"}`;
  }

  #play(item: Item, emit: (message: SourceMessage) => void): void {
    this.#count++;
    this.#judge(item, emit);
    switch (item.type) {
      case "trade": {
        // Without a touch of the files, the book is made around the first trade, the first after a silence,
        // and one after a jump, before that trade is given out: it happens in this book.
        const { middle, isReal } = this.#made;
        const isFirst =
          !this.#usesBook &&
          (middle === undefined || (!isReal && (this.#isSilent || this.#isGap(item, middle))));
        if (!isFirst) this.#trade(item, emit);
        this.#made.traded(item.takerSide, item.price, item.size, item.time);
        if (!isFirst) break;
        this.#isSilent = false;
        this.#emitIndex(emit);
        this.#emitBook(emit);
        this.#count++; // the trade is later than that book, and the book below later than the trade
        this.#trade(item, emit);
        this.#count++;
        break;
      }
      case "touch":
        this.#made.touched(item.bid, item.ask, item.time);
        break;
      case "depth":
        this.#made.deep(item.side, item.part, item.size);
        return;
      case "level": {
        if (item.isSnapshot && this.#snapshotTime !== item.time) {
          this.#snapshotTime = item.time;
          for (const side of this.#levels) side.clear();
        }
        const price = ticksOf(item.level.price, this.#view, item.side === BUY ? "down" : "up");
        const lots = whole(lotsOf(item.level.size, this.#view), "down");
        if (lots === 0) this.#levels[item.side as 0 | 1].delete(price);
        else this.#levels[item.side as 0 | 1].set(price, lots);
        return;
      }
      case "index":
        this.#emitPoints(nearestPoints(item.price, this.#view), emit);
        return;
      case "mark":
        this.#mark = nearestPoints(item.price, this.#view);
        emit({ type: "mark", contract: this.contract, points: this.#mark });
        // Where the files have no index, or a stale one, the mark takes its place.
        if (!this.#uses("index")) this.#emitPoints(this.#mark, emit);
        return;
      case "rate":
        this.#rate = Math.round(item.rate * RATE_ONE);
        emit({ type: "rate", contract: this.contract, rate: this.#rate });
        return;
    }
    if (!this.#usesBook) this.#emitBook(emit);
  }

  /** Whether a trade is too far from the middle, in points, for the price band to let it through. */
  #isGap({ price, takerSide }: Extract<Item, { type: "trade" }>, middle: number): boolean {
    const points = ticksOf(price, this.#view, takerSide === SELL ? "down" : "up") * POINTS_PER_TICK;
    return Math.abs(points - middle) > middle * GAP_PART;
  }

  #trade(item: Extract<Item, { type: "trade" }>, emit: (message: SourceMessage) => void): void {
    const { takerSide, price, size } = item;
    const side = takerSide as 0 | 1;
    const exact = this.#carried[side] + lotsOf(size, this.#view);
    const lots = Math.floor(exact + 1e-9);
    this.#carried[side] = exact - lots;
    if (lots === 0) return emit({ type: "leftOut", contract: this.contract, why: "lot" });
    const ticks = ticksOf(price, this.#view, takerSide === SELL ? "down" : "up");
    const trade = { takerSide, price: ticks, lots, sourceTime: this.#count };
    emit({ type: "trade", contract: this.contract, trade });
  }

  #emitBook(emit: (message: SourceMessage) => void): void {
    if (!this.#usesBook) {
      this.#isEmpty = false;
      const [bids, asks] = [this.#made.side(BUY), this.#made.side(SELL)];
      emit({ type: "book", contract: this.contract, bids, asks, sourceTime: this.#count });
      return;
    }
    const [bids, asks] = this.#levels.map((side, i) =>
      [...side]
        .map(([price, lots]) => ({ price, lots }))
        .sort((a, b) => (i === BUY ? b.price - a.price : a.price - b.price)),
    );
    // A recorder that lost its source writes an empty book.
    this.#isEmpty = bids!.length === 0 || asks!.length === 0;
    if (this.#isEmpty) {
      this.#become("stale", "its book in the files is empty on a side");
      emit({ type: "withdraw", contract: this.contract });
    } else {
      emit({ type: "book", contract: this.contract, bids: bids!, asks: asks!, sourceTime: this.#count });
    }
  }

  #emitIndex(emit: (message: SourceMessage) => void): void {
    const points = this.#uses("index") || this.#uses("mark") ? undefined : this.#middle();
    if (points !== undefined) this.#emitPoints(points, emit);
  }

  #middle(): number | undefined {
    if (!this.#usesBook) return this.#made.middle;
    const [bids, asks] = this.#levels;
    if (bids.size === 0 || asks.size === 0) return undefined;
    return Math.round((POINTS_PER_TICK / 2) * (Math.max(...bids.keys()) + Math.min(...asks.keys())));
  }

  #emitPoints(points: number, emit: (message: SourceMessage) => void): void {
    if (points === this.#sentIndex) return;
    this.#sentIndex = points;
    emit({ type: "index", contract: this.contract, points });
  }
}
