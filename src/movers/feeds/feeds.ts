import type { Command, ContractView, Points, Rate, Rejection, TimeMs } from "../../kernel/core/index.ts";
import { RATE_ONE } from "../../kernel/core/index.ts";
import type { EnginePort, Outcome } from "../../kernel/engine/index.ts";
import { EngineBusyError } from "../../kernel/engine/index.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import { priceOf } from "./contracts.ts";
import type { FeedSpec, PriceFeed } from "./priceFeed.ts";
import { createFeed, PushedFeed } from "./priceFeed.ts";

/** How often index prices are compared with the feeds, ms. */
export const FEED_BEAT_MS = 1000;

/**
 * A beat in which no price has moved by this much (a fifth of a basis point) since it was last sent sends
 * nothing: otherwise an idle market would fill the disk with frames of changes that nobody can see.
 */
const THRESHOLD_RATE: Rate = 2_000;

export interface FeedsOptions {
  readonly engine: Pick<EnginePort, "submit" | "now">;
  /**
   * Contracts as the state has them: a generated price continues from the contract's index, if it has one.
   */
  readonly contracts: readonly ContractView[];
  /** The feeds by symbol; a contract without one gets no prices from the feeds. */
  readonly specs: Readonly<Record<string, FeedSpec>>;
  readonly seed: Seed;
  /**
   * Market time from which prices are generated: now (`skip`: the market stood still while the venue was
   * down), or the last index's time (`catch-up`: it went on).
   */
  readonly from: TimeMs;
  /**
   * Market time at which scripts and recordings begin; moved forward by each downtime during which they were
   * to stand still.
   */
  readonly origin: TimeMs;
}

/** A price that cannot be pushed: the contract is unknown, or the value is not a price. */
export class FeedError extends Error {
  override readonly name = "FeedError";
}

type IndexCommand = Extract<Command, { type: "setIndex" | "pushIndex" }>;
type Submit = (command: IndexCommand) => Promise<Pick<Outcome, "rejection">>;

interface Due {
  readonly line: Line;
  readonly points: Points;
}

interface Line {
  readonly contract: ContractView;
  feed: PriceFeed | undefined;
  /** The price that was last sent to the venue, which may have refused it; 0 for none. */
  sent: Points;
  /** How many calls of {@link Feeds.instead} are under way for the contract. */
  held: number;
}

/** The index prices of all contracts: on a beat, one command for all that moved. */
export class Feeds {
  readonly #options: FeedsOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: FeedsOptions) {
    this.#options = options;
    for (const contract of options.contracts) this.add(contract, options.specs[contract.symbol]);
  }

  /** Adds a contract, or adds it again under a new listing. */
  add(contract: ContractView, spec: FeedSpec | undefined): void {
    this.#lines.set(contract.symbol, { contract, feed: undefined, sent: contract.index, held: 0 });
    if (contract.pushed) this.#line(contract.symbol).feed = new PushedFeed(contract.index);
    else if (spec !== undefined) this.#open(contract.symbol, spec, this.#options.from);
  }

  /** Gives a contract another feed; a generated one continues from the present price. */
  assign(symbol: string, spec: FeedSpec): void {
    this.#open(symbol, spec, this.#options.engine.now());
  }

  /** Gives a contract again the feed with which the market began; false if it had none. */
  follow(symbol: string): boolean {
    const spec = this.#options.specs[symbol];
    if (spec !== undefined) this.assign(symbol, spec);
    return spec !== undefined;
  }

  /** The type of a symbol's feed, undefined without one. */
  sourceOf(symbol: string): FeedSpec["type"] | undefined {
    return this.#lines.get(symbol)?.feed?.type;
  }

  /** Whether a beat would send nothing, now and later, until a feed is changed. */
  get isQuiet(): boolean {
    const time = this.#options.engine.now();
    for (const { feed, sent, held } of this.#lines.values()) {
      if (feed === undefined || held > 0) continue;
      if (!feed.isStill || (feed.at(time) ?? sent) !== sent) return false;
    }
    return true;
  }

  /**
   * The task of {@link FEED_BEAT_MS}: sends the prices that moved, in one command; resolves when it is
   * durable.
   */
  async beat(time: TimeMs): Promise<void> {
    const due: Due[] = [];
    let worth = false;
    for (const line of this.#lines.values()) {
      const points = line.held > 0 ? undefined : line.feed?.at(time);
      if (points === undefined || points === line.sent) continue;
      due.push({ line, points });
      worth ||= Math.abs(points - line.sent) * RATE_ONE >= line.sent * THRESHOLD_RATE;
    }
    if (!worth) return;
    const send = (some: readonly Due[]) =>
      this.#send(some, "setIndex", (command) => this.#options.engine.submit(command));
    try {
      const rejection = await send(due);
      // Price by price, so that one bad price does not hold up the others.
      if (rejection !== undefined && due.length > 1) for (const each of due) await send([each]);
    } catch (error) {
      // A full queue loses nothing: the price is sent at the next beat.
      if (!(error instanceof EngineBusyError)) throw error;
    }
  }

  /**
   * Sets prices from outside, at once and in one command, however small the change. A contract that had
   * another feed is from now on fed by pushes, after a restart too, until `assign` changes that.
   *
   * @param prices points (hundredths of a tick) by symbol
   * @throws FeedError when a symbol is unknown, a price is not a whole number of points ≥ 100, or the venue
   * refuses; nothing is set then
   */
  async push(
    prices: Readonly<Record<string, Points>>,
    submit: Submit = (command) => this.#options.engine.submit(command),
  ): Promise<void> {
    const due = Object.entries(prices).map(([symbol, points]) => {
      const line = this.#line(symbol);
      if (!Number.isSafeInteger(points) || points < 100) {
        throw new FeedError(`a price of ${symbol} is at least one tick, got ${points} points`);
      }
      return { line, points };
    });
    if (due.length === 0) return;
    await this.instead(Object.keys(prices), () => this.#push(due, submit));
  }

  /**
   * Runs `set`, which gives contracts prices from another source. Until it is done, no beat sends prices of
   * these contracts.
   */
  async instead<T>(symbols: readonly string[], set: () => Promise<T>): Promise<T> {
    const lines = symbols.flatMap((symbol) => this.#lines.get(symbol) ?? []);
    for (const line of lines) line.held++;
    try {
      return await set();
    } finally {
      for (const line of lines) line.held--;
    }
  }

  async #push(due: readonly Due[], submit: Submit): Promise<void> {
    const rejection = await this.#send(due, "pushIndex", submit);
    if (rejection?.type === "indexOutOfRange") {
      const { contract } = due.find(({ line }) => line.contract.contract === rejection.contract)!.line;
      throw new FeedError(
        `a price of ${contract.symbol} is at most ${priceOf(rejection.max, contract)}, its contract's highest price, got ${priceOf(rejection.points, contract)}`,
      );
    }
    if (rejection !== undefined) throw new FeedError(`the venue refused the prices: ${rejection.type}`);
    for (const { line, points } of due) line.feed = new PushedFeed(points);
  }

  /** Sends one command, which the venue takes or refuses as a whole. */
  async #send(
    due: readonly Due[],
    type: IndexCommand["type"],
    submit: Submit,
  ): Promise<Rejection | undefined> {
    const prices = due.map(({ line, points }) => ({ contract: line.contract.contract, points }));
    const { rejection } = await submit({ type, prices });
    for (const { line, points } of due) line.sent = points;
    return rejection;
  }

  #open(symbol: string, spec: FeedSpec, from: TimeMs): void {
    const line = this.#line(symbol);
    const { seed, origin } = this.#options;
    line.feed = createFeed(spec, { symbol, grid: line.contract, seed, origin, from, last: line.sent });
  }

  #line(symbol: string): Line {
    const line = this.#lines.get(symbol);
    if (line === undefined) throw new FeedError(`no contract ${symbol}`);
    return line;
  }
}
