import type { Points, TimeMs } from "../core/index.ts";
import type { EnginePort } from "../engine/index.ts";
import type { Seed } from "../host/seed.ts";
import type { InsideMarket } from "./insideMarket.ts";

export interface ParticipantsOptions {
  readonly engine: EnginePort;
  readonly seed: Seed;
  /** Each contract is quoted by one of the makers; its taker flow is shared by all takers. */
  readonly makers: number;
  readonly takers: number;
  /** Multiplies the size of quotes. */
  readonly depth: number;
  /** Multiplies how often takers trade. */
  readonly flow: number;
  /** Whether the house acts inside the exchange (insideHouse.ts). */
  readonly inside?: boolean;
  /** Where a scenario's contracts differ from the default market, by symbol; for a house inside the exchange. */
  readonly contracts?: Readonly<Record<string, Partial<InsideMarket>>>;
}

/** An index price that is about to be set. */
export interface IndexPrice {
  readonly contract: number;
  readonly points: Points;
}

/** The house's traders, ready to act. */
export interface Participants {
  /** The task of `HOUSE_BEAT_MS`, after the feeds' of the same beat; resolves when all of it is durable. */
  beat(time: TimeMs): Promise<void>;
  /**
   * Sets index prices by calling `send`, and moves the quotes that the new prices make stale: right before it, so
   * that nothing that the prices trigger meets a stale quote, and once more after it where the move is larger than
   * the price band allows in advance. Nobody else's command comes in between.
   */
  move<T>(prices: readonly IndexPrice[], send: () => Promise<T>): Promise<T>;
  /** Called when the house was switched off, or on again. */
  switch(isOn: boolean): Promise<void>;
  readonly makers: readonly number[];
  readonly takers: readonly number[];
}
