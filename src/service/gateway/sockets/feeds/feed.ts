import type { Lots, Ticks } from "../../../../kernel/core/index.ts";
import type { ContractData, EventFrame } from "../../../views/index.ts";
import type { Audience } from "../audience.ts";

/** One public channel over one market: what it shows, to whom, and how often. */
export interface Feed {
  readonly audience: Audience;
  /** Least time between two refreshes, ms of the host; 0: the feed pushes in {@link folded}. */
  readonly everyMs: number;
  /** The size at a price of a book is another one. */
  levelChanged?(data: ContractData, side: number, price: Ticks, size: Lots): void;
  /** The newest trade of the market's tape is new. */
  traded?(data: ContractData): void;
  /** A durable frame is folded; called for every frame, so it must cost next to nothing. */
  folded?(frame: EventFrame): void;
  /** Pushes what changed since the last time, if anything did. */
  refresh?(): void;
}
