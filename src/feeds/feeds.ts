import type { Command, ContractView, Points, Rate, Rejection, TimeMs } from "../core/index.ts";
import { RATE_ONE } from "../core/index.ts";
import type { EnginePort, Outcome } from "../engine/index.ts";
import { EngineBusyError } from "../engine/index.ts";
import type { Seed } from "../host/seed.ts";
import { priceOf } from "./contracts.ts";
import type { FeedSource, FeedSpec } from "./source.ts";
import { createSource, PushedSource } from "./source.ts";

/** How often index prices are looked at. */
export const FEED_BEAT_MS = 1000;

/**
 * A beat in which no price moved this much since it was last sent (1.5 basis points) sends nothing: an idle market
 * would otherwise fill the disk with frames that say what nobody can see.
 */
export const FEED_THRESHOLD_RATE: Rate = 15_000;

export interface FeedsOptions {
  readonly engine: Pick<EnginePort, "submit" | "now">;
  /** As the state has them now: generated prices go on from each one's index, where it has one. */
  readonly contracts: readonly ContractView[];
  /** By symbol; a contract without one gets no prices from here. */
  readonly specs: Readonly<Record<string, FeedSpec>>;
  readonly seed: Seed;
  /**
   * Market time from which prices are generated: now (`skip`: the market stood still while the venue was down), or
   * the last index's time (`catch-up`: it went on).
   */
  readonly from: TimeMs;
  /** Market time at which scripts and recordings begin; moved forward by each pause that they shall not notice. */
  readonly origin: TimeMs;
  readonly thresholdRate?: Rate;
}

/** A price that cannot be pushed: no such contract, or not a price. */
export class FeedError extends Error {
  override readonly name = "FeedError";
}

type IndexCommand = Extract<Command, { type: "setIndex" | "pushIndex" }>;
type Submit = (command: IndexCommand) => Promise<Pick<Outcome, "rejection">>;

/** An index price that is about to be set. */
export interface IndexPrice {
  readonly contract: number;
  readonly points: Points;
}

/**
 * Who quotes around the index: sets prices by calling `send` once, with its own commands right before and behind, so that
 * nobody meets a quote of the price before.
 */
export type Companion = <T>(prices: readonly IndexPrice[], send: () => Promise<T>) => Promise<T>;

interface Due {
  readonly line: Line;
  readonly points: Points;
}

interface Line {
  readonly contract: ContractView;
  source: FeedSource | undefined;
  /** What the venue was last told (it may have refused), 0 for nothing. */
  told: Points;
}

/** The index prices of all contracts: on a beat, one command for all that moved. */
export class Feeds {
  readonly #options: FeedsOptions;
  readonly #threshold: Rate;
  readonly #lines = new Map<string, Line>();
  #companion: Companion = (_prices, send) => send();

  constructor(options: FeedsOptions) {
    this.#options = options;
    this.#threshold = options.thresholdRate ?? FEED_THRESHOLD_RATE;
    for (const contract of options.contracts) this.add(contract, options.specs[contract.symbol]);
  }

  /** Takes a contract in, or in again under a new listing. */
  add(contract: ContractView, spec: FeedSpec | undefined): void {
    this.#lines.set(contract.symbol, { contract, source: undefined, told: contract.index });
    if (contract.pushed) this.#line(contract.symbol).source = new PushedSource(contract.index);
    else if (spec !== undefined) this.#open(contract.symbol, spec, this.#options.from);
  }

  /** Gives a contract another source; a generated one goes on from the price that there is. */
  assign(symbol: string, spec: FeedSpec): void {
    this.#open(symbol, spec, this.#options.engine.now());
  }

  /** Gives a contract the source again that the market began with; false where that is none. */
  follow(symbol: string): boolean {
    const spec = this.#options.specs[symbol];
    if (spec !== undefined) this.assign(symbol, spec);
    return spec !== undefined;
  }

  /** From now on no price is set but together with this one's quotes. */
  accompany(companion: Companion): void {
    this.#companion = companion;
  }

  /** What feeds a symbol, undefined for nothing. */
  sourceOf(symbol: string): FeedSpec["type"] | undefined {
    return this.#lines.get(symbol)?.source?.type;
  }

  /** The task of {@link FEED_BEAT_MS}: sends what moved, in one command; resolves when it is durable. */
  async beat(time: TimeMs): Promise<void> {
    const due: Due[] = [];
    let worth = false;
    for (const line of this.#lines.values()) {
      const points = line.source?.at(time);
      if (points === undefined || points === line.told) continue;
      due.push({ line, points });
      worth ||= Math.abs(points - line.told) * RATE_ONE >= line.told * this.#threshold;
    }
    if (!worth) return;
    try {
      await this.#send(due, "setIndex", (command) => this.#options.engine.submit(command));
    } catch (error) {
      // A full queue loses nothing: what was not sent is still due at the next beat.
      if (!(error instanceof EngineBusyError)) throw error;
    }
  }

  /**
   * Sets prices from outside, at once and in one command, whatever their size. A contract fed otherwise until now is
   * from here on fed by pushes, after a restart too, until `assign` says otherwise.
   *
   * @param prices points (hundredths of a tick) by symbol
   * @throws FeedError when a symbol is unknown, a price is not a whole number of points ≥ 100, or the venue refuses;
   *   nothing is set then
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
    const rejection = await this.#send(due, "pushIndex", submit);
    if (rejection?.type === "indexOutOfRange") {
      const { contract } = due.find(({ line }) => line.contract.contract === rejection.contract)!.line;
      throw new FeedError(
        `a price of ${contract.symbol} is at most ${priceOf(rejection.max, contract)}, its contract's highest price, got ${priceOf(rejection.points, contract)}`,
      );
    }
    if (rejection !== undefined) throw new FeedError(`the venue refused the prices: ${rejection.type}`);
    for (const { line, points } of due) line.source = new PushedSource(points);
  }

  /** One command; refused as a whole, it is sent again price by price, so that a bad one does not hold up the others. */
  async #send(
    due: readonly Due[],
    type: IndexCommand["type"],
    submit: Submit,
  ): Promise<Rejection | undefined> {
    const prices = due.map(({ line, points }) => ({ contract: line.contract.contract, points }));
    const { rejection } = await this.#companion(prices, () => submit({ type, prices }));
    if (rejection !== undefined && due.length > 1) {
      for (const each of due) await this.#send([each], type, submit);
    } else {
      for (const { line, points } of due) line.told = points;
    }
    return rejection;
  }

  #open(symbol: string, spec: FeedSpec, from: TimeMs): void {
    const line = this.#line(symbol);
    const { seed, origin } = this.#options;
    line.source = createSource(spec, { symbol, grid: line.contract, seed, origin, from, last: line.told });
  }

  #line(symbol: string): Line {
    const line = this.#lines.get(symbol);
    if (line === undefined) throw new FeedError(`no contract ${symbol}`);
    return line;
  }
}
