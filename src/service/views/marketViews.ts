import type { EventOf, Lots, Points, Quanta, Ticks, TimeMs } from "../../kernel/core/index.ts";
import {
  assert,
  BUY,
  CONTRACT_DELISTED,
  decodeEvent,
  eventLayouts,
  InvariantError,
  isMarketTrade,
  ORIGIN_BOOK,
  ORIGIN_PAPER,
  ORIGIN_PAPER_VALUE,
  offsetsOf,
  RecordView,
  SELL,
  sideOf,
} from "../../kernel/core/index.ts";
import type { Level } from "./book.ts";
import { ContractData } from "./contractData.ts";
import { fundedChanged, fundedListed, specOf } from "./contractSpec.ts";
import type { EventFrame, LiveSource, LiveState, PastSource } from "./sources.ts";
import { readLiveState, readPast } from "./sources.ts";
import type { PublicTrade } from "./tape.ts";

/** The headline figures of a contract. */
export interface TickerView {
  /** 0 while nothing has a price; see {@link ContractData.last}. */
  readonly last: Ticks;
  /** 0 while that side of the book is empty. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  /** The rolling 24 hours; prices are `last` if nothing was ever traded. */
  readonly open24h: Ticks;
  readonly high24h: Ticks;
  readonly low24h: Ticks;
  readonly baseVolume24h: Lots;
  readonly quoteVolume24h: Quanta;
  readonly trades24h: number;
  /** 0 while there is none. */
  readonly mark: Points;
  readonly index: Points;
}

export interface BookView {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Sequence number of the book's last change. */
  readonly version: number;
}

export interface OpenInterestView {
  readonly lots: Lots;
  /** Open interest at mark; at the last price while there is no mark. */
  readonly value: Quanta;
}

/** Called for public changes while a frame is folded, in the order in which they happened. */
export interface MarketListener {
  /** The size at a price is `size` from now on, 0 if nothing rests there. */
  levelChanged?(data: ContractData, side: number, price: Ticks, size: Lots, seq: number): void;
  /** A trade was added to the market's tape, as its newest. */
  traded?(data: ContractData, seq: number): void;
  /** The frame is folded. */
  frameFolded?(frame: EventFrame): void;
}

/**
 * Market data in memory, folded from durable events: it never shows what a crash could take back.
 *
 * Built from a live state of the engine and, for what lies before it, from history (`recall`); then every
 * durable frame is applied in order. The hot kinds are read straight from their words; nothing is decoded for
 * them.
 */
export class MarketViews {
  readonly #contracts: ContractData[] = [];
  readonly #bySymbol = new Map<string, ContractData>();
  readonly #listeners = new Set<MarketListener>();
  /** Last sequence number folded, and market time then. */
  #seq = 0;
  #time: TimeMs;
  #stop = (): void => {};
  /** How often prices, trades or a book were asked for. */
  looks = 0;
  /** Orders placed and trades made since these views were opened, by everybody, on paper too. */
  ordersPlaced = 0;
  tradesMade = 0;
  /**
   * Orders that ended since then, by CANCEL_ code (0: filled), quotes of the house apart; and commands that
   * were refused, by code.
   */
  readonly ordersEnded = new Float64Array(CANCEL_CODES);
  readonly refusals = new Float64Array(REFUSAL_CODES);

  /** Reads the live state and follows every durable frame from there, until {@link close}. */
  static async open(source: LiveSource): Promise<MarketViews> {
    let views: MarketViews | undefined;
    const early: EventFrame[] = [];
    const stop = source.subscribe((frame) => {
      if (views !== undefined) views.apply(frame);
      else early.push({ ...frame, events: frame.events.slice() });
    });
    try {
      const live = await readLiveState(source);
      views = new MarketViews(live);
      for (const frame of early) if (frame.firstSeq > live.seq) views.apply(frame);
    } catch (error) {
      stop();
      throw error;
    }
    views.#stop = stop;
    return views;
  }

  constructor(live: LiveState) {
    this.#seq = live.seq;
    this.#time = live.time;
    for (const contract of live.contracts) {
      const data = this.#list(contract.contract, new ContractData(specOf(contract)));
      data.openInterest = contract.openInterest;
      data.takeOver(contract, live.time);
      data.bookSeq = live.seq;
    }
    for (const { contract, bids, asks } of live.books) {
      const { book } = this.contractAt(contract);
      for (const { price, size } of bids) book.add(BUY, price, size);
      for (const { price, size } of asks) book.add(SELL, price, size);
    }
  }

  /** Follows no further frames. */
  close(): void {
    this.#stop();
  }

  /** Sequence number of the state shown. */
  get seq(): number {
    return this.#seq;
  }

  /** Market time of the state shown. */
  get time(): TimeMs {
    return this.#time;
  }

  /** Every contract ever listed, by contract index. */
  contracts(): readonly ContractData[] {
    return this.#contracts;
  }

  /** A contract by its index. */
  contractAt(contract: number): ContractData {
    const data = this.#contracts[contract];
    if (data === undefined) throw new InvariantError(`contract ${contract} is listed before it is used`);
    return data;
  }

  /** The contract listed last under a symbol. */
  contract(symbol: string): ContractData | undefined {
    return this.#bySymbol.get(symbol);
  }

  /** The contracts that are not delisted. */
  listed(): readonly ContractData[] {
    return [...this.#bySymbol.values()].filter(({ spec }) => spec.status !== CONTRACT_DELISTED);
  }

  /** Whether anybody listens to changes. */
  get isListenedTo(): boolean {
    return this.#listeners.size > 0;
  }

  ticker(contract: number, now: TimeMs): TickerView {
    this.looks++;
    const data = this.contractAt(contract);
    const day = data.day.at(now);
    const { last } = data;
    return {
      last,
      bestBid: data.book.best(BUY),
      bestAsk: data.book.best(SELL),
      open24h: day.open || last,
      high24h: day.high || last,
      low24h: day.low || last,
      baseVolume24h: day.volume,
      quoteVolume24h: day.value,
      trades24h: day.trades,
      mark: data.mark.points,
      index: data.index.points,
    };
  }

  /** Up to `limit` levels of each side. */
  depth(contract: number, limit: number): BookView {
    this.looks++;
    const { book, bookSeq } = this.contractAt(contract);
    return { bids: book.levels(BUY, limit), asks: book.levels(SELL, limit), version: bookSeq };
  }

  /** Up to `limit` recent trades, newest first. */
  trades(contract: number, limit: number): readonly PublicTrade[] {
    this.looks++;
    return this.contractAt(contract).tape.latest(limit);
  }

  openInterest(contract: number): OpenInterestView {
    const { openInterest, mark, last, spec } = this.contractAt(contract);
    const perTick = BigInt(openInterest) * BigInt(spec.quantaPerTickLot);
    const value = mark.points > 0 ? (perTick * BigInt(mark.points)) / 100n : perTick * BigInt(last);
    return { lots: openInterest, value };
  }

  /**
   * Takes over what lies before the live state; before the first trade is folded. Where some contract's past
   * cannot be read the others have theirs all the same.
   *
   * @param read reads a contract's past from the source
   */
  async recall(past: PastSource, now: TimeMs, read = readPast): Promise<void> {
    const contracts = [...this.#contracts];
    const pasts = await Promise.allSettled(contracts.map(({ spec }) => read(past, spec.contract, now)));
    for (const [contract, each] of pasts.entries())
      if (each.status === "fulfilled") contracts[contract]!.recall(each.value);
    for (const each of pasts) if (each.status === "rejected") throw each.reason;
  }

  /** Calls the listener for changes from the next frame on; returns how to stop. */
  listen(listener: MarketListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Folds the next durable frame. */
  apply(frame: EventFrame): void {
    assert(frame.firstSeq > this.#seq, "frames are folded in order");
    this.#time = frame.time;
    const view = new RecordView(frame.events);
    let { time } = frame;
    for (let at = 0; at < view.length; at = view.next(at)) {
      this.#seq = frame.firstSeq + view.index(at);
      if (view.kind(at) === TIME) time = view.words[at + advanced.time]!;
      else this.#fold(view, at, time);
    }
    for (const listener of this.#listeners) listener.frameFolded?.(frame);
  }

  #fold(view: RecordView, at: number, time: TimeMs): void {
    const { words } = view;
    switch (view.kind(at)) {
      case RESTED: {
        const data = this.contractAt(words[at + rested.contract]!);
        const lots = words[at + rested.remaining]!;
        this.#restMore(data, words[at + rested.side]!, words[at + rested.price]!, lots);
        return;
      }
      case PLACED:
        this.ordersPlaced++;
        return;
      case QUOTED: {
        this.ordersPlaced++;
        const data = this.contractAt(words[at + quote.contract]!);
        const side = sideOf(words[at + quote.action]!);
        this.#restMore(data, side, words[at + quote.price]!, words[at + quote.size]!);
        return;
      }
      case WITHDRAWN: {
        const data = this.contractAt(words[at + quote.contract]!);
        const side = sideOf(words[at + quote.action]!);
        this.#restLess(data, side, words[at + quote.price]!, words[at + quote.size]!);
        return;
      }
      case TRADED: {
        this.tradesMade++;
        if (words[at + traded.origin] === ORIGIN_PAPER || words[at + traded.origin] === ORIGIN_PAPER_VALUE)
          return; // no event of the public market
        const data = this.contractAt(words[at + traded.contract]!);
        const price = words[at + traded.price]!;
        const size = words[at + traded.size]!;
        const takerSide = words[at + traded.takerSide]!;
        const value = at + traded.value;
        data.tookPart(words[at + traded.makerAction]!, words[at + traded.makerSize]!);
        data.tookPart(words[at + traded.takerAction]!, words[at + traded.takerSize]!);
        const origin = words[at + traded.origin]!;
        if (!isMarketTrade(origin)) return; // settled by an agreed value, which is no market price
        if (origin === ORIGIN_BOOK) this.#restLess(data, takerSide === BUY ? SELL : BUY, price, size);
        data.trade(
          words[at + traded.trade]!,
          time,
          price,
          size,
          words[value]!,
          words[value + 1]!,
          takerSide,
          words[at + traded.takerOrder]!,
        );
        for (const listener of this.#listeners) listener.traded?.(data, this.#seq);
        return;
      }
      case TURNED: {
        const data = this.contractAt(words[at + opened.contract]!);
        data.tookPart(words[at + opened.action]!, words[at + opened.size]!);
        return;
      }
      case SET_ASIDE: {
        if (words[at + setAside.resting] !== 1) return;
        const data = this.contractAt(words[at + setAside.contract]!);
        const lots = words[at + setAside.remaining]!;
        this.#restLess(data, words[at + setAside.side]!, words[at + setAside.price]!, lots);
        return;
      }
      case AMENDED: {
        if (words[at + amended.resting] !== 1) return;
        const data = this.contractAt(words[at + amended.contract]!);
        this.#restLess(
          data,
          words[at + amended.side]!,
          words[at + amended.priceBefore]!,
          words[at + amended.by]!,
        );
        return;
      }
      case RESIZED: {
        if (words[at + resized.resting] !== 1) return;
        const data = this.contractAt(words[at + resized.contract]!);
        this.#restLess(data, words[at + resized.side]!, words[at + resized.price]!, words[at + resized.by]!);
        return;
      }
      case ENDED: {
        this.ordersEnded[words[at + ended.cancelReason]!]!++;
        if (words[at + ended.resting] !== 1) return;
        const data = this.contractAt(words[at + ended.contract]!);
        const side = sideOf(words[at + ended.action]!);
        this.#restLess(data, side, words[at + ended.price]!, words[at + ended.remaining]!);
        return;
      }
      case REFUSED:
        this.refusals[words[at + refused.code]!]!++;
        return;
      case INDEX:
        this.contractAt(words[at + indexed.contract]!).setIndex(words[at + indexed.points]!, time);
        return;
      case MARK:
        this.contractAt(words[at + marked.contract]!).setMark(words[at + marked.points]!, time);
        return;
      case FUNDING: {
        const data = this.contractAt(words[at + turned.contract]!);
        data.spec = {
          ...data.spec,
          fundingRate: words[at + turned.rate]!,
          fundingDue: words[at + turned.due]!,
        };
        return;
      }
      case FOLLOWED: {
        if (words[at + followed.hasSourceRate] === 0) return;
        const data = this.contractAt(words[at + followed.contract]!);
        const { fundingCapRate: cap } = data.spec;
        const fundingRate = Math.max(-cap, Math.min(cap, words[at + followed.sourceRate]!));
        data.spec = { ...data.spec, fundingRate };
        return;
      }
      case LISTED: {
        const event = decodeEvent(view, at) as EventOf<"contractListed">;
        this.#list(event.contract, new ContractData(fundedListed(event, time)));
        return;
      }
      case CHANGED: {
        const event = decodeEvent(view, at) as EventOf<"contractChanged">;
        const data = this.contractAt(event.contract);
        data.spec = fundedChanged(data.spec, event, time);
        return;
      }
      case STATUS: {
        const data = this.contractAt(words[at + statusChanged.contract]!);
        data.spec = { ...data.spec, status: words[at + statusChanged.status]! };
        return;
      }
    }
  }

  #list(contract: number, data: ContractData): ContractData {
    this.#contracts[contract] = data;
    this.#bySymbol.set(data.spec.symbol, data);
    return data;
  }

  #restMore(data: ContractData, side: number, price: Ticks, lots: Lots): void {
    data.book.add(side, price, lots);
    this.#levelChanged(data, side, price);
  }

  #restLess(data: ContractData, side: number, price: Ticks, lots: Lots): void {
    if (lots === 0) return;
    data.book.take(side, price, lots);
    this.#levelChanged(data, side, price);
  }

  #levelChanged(data: ContractData, side: number, price: Ticks): void {
    data.bookSeq = this.#seq;
    for (const listener of this.#listeners) {
      listener.levelChanged?.(data, side, price, data.book.sizeAt(side, price), this.#seq);
    }
  }
}

/** More than there are codes of each. */
const CANCEL_CODES = 32;
const REFUSAL_CODES = 256;

const REFUSED = eventLayouts.commandRejected.kind;
const TIME = eventLayouts.timeAdvanced.kind;
const RESTED = eventLayouts.orderRested.kind;
const PLACED = eventLayouts.orderPlaced.kind;
const TRADED = eventLayouts.traded.kind;
const TURNED = eventLayouts.tradeTurned.kind;
const AMENDED = eventLayouts.orderAmended.kind;
const SET_ASIDE = eventLayouts.orderSetAside.kind;
const RESIZED = eventLayouts.orderResized.kind;
const ENDED = eventLayouts.orderEnded.kind;
const QUOTED = eventLayouts.quotePlaced.kind;
const WITHDRAWN = eventLayouts.quoteWithdrawn.kind;
const INDEX = eventLayouts.indexChanged.kind;
const MARK = eventLayouts.markChanged.kind;
const LISTED = eventLayouts.contractListed.kind;
const CHANGED = eventLayouts.contractChanged.kind;
const STATUS = eventLayouts.contractStatusChanged.kind;
const FUNDING = eventLayouts.fundingTurned.kind;
const FOLLOWED = eventLayouts.sourceFollowed.kind;

const advanced = offsetsOf(eventLayouts.timeAdvanced);
const rested = offsetsOf(eventLayouts.orderRested);
const traded = offsetsOf(eventLayouts.traded);
const opened = offsetsOf(eventLayouts.tradeTurned);
const amended = offsetsOf(eventLayouts.orderAmended);
const setAside = offsetsOf(eventLayouts.orderSetAside);
const resized = offsetsOf(eventLayouts.orderResized);
const refused = offsetsOf(eventLayouts.commandRejected);
const ended = offsetsOf(eventLayouts.orderEnded);
/** Of `quotePlaced` and `quoteWithdrawn`, whose fields lie alike. */
const quote = offsetsOf(eventLayouts.quotePlaced);
const indexed = offsetsOf(eventLayouts.indexChanged);
const marked = offsetsOf(eventLayouts.markChanged);
const turned = offsetsOf(eventLayouts.fundingTurned);
const followed = offsetsOf(eventLayouts.sourceFollowed);
const statusChanged = offsetsOf(eventLayouts.contractStatusChanged);
