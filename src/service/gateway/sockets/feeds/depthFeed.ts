import { BUY, SELL } from "../../../../kernel/core/index.ts";
import type { ContractData, ContractSpec, Level, MarketViews } from "../../../views/index.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";
import { levelsChanged } from "./levelsChanged.ts";

/** The best levels of a book at one of its versions. */
export interface DepthWindow {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Sequence number of the book's last change. */
  readonly version: number;
}

/** How a version writes depth. */
export interface DepthEncoder {
  /** The whole window. @param before version of the push before this one; its own, of the first */
  snapshot(spec: ContractSpec, window: DepthWindow, before: number): Frame;
  /**
   * What turns the window before into this one; left out, each push is a whole window. `window` holds the
   * levels that changed, size 0 where one left.
   *
   * @param before version of the push before this one
   */
  change?(spec: ContractSpec, window: DepthWindow, before: number): Frame;
}

/**
 * The best levels of a book: a snapshot, then its changes. A listener that applies them has the window itself
 * at every version pushed: a level that leaves the window is pushed as gone, even if orders still rest there.
 *
 * All listeners share one window. A new listener gets it as it was last pushed, so that the next push fits
 * everybody.
 */
export class DepthFeed implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string;
  readonly #levels: number;
  readonly #encoder: DepthEncoder;
  #data: ContractData;
  #window: DepthWindow;
  /** Version of the window that was pushed before this one. */
  #before: number;
  #snapshot: Frame | undefined;

  constructor(
    views: MarketViews,
    symbol: string,
    { levels, everyMs, encoder }: { levels: number; everyMs: number; encoder: DepthEncoder },
  ) {
    this.#views = views;
    this.#symbol = symbol;
    this.#levels = levels;
    this.everyMs = everyMs;
    this.#encoder = encoder;
    this.#data = views.contract(symbol)!;
    this.#window = this.#look();
    this.#before = this.#window.version;
    this.audience = new Audience("conflate", () => this.#snapshotFrame());
  }

  refresh(): void {
    const data = this.#views.contract(this.#symbol)!;
    if (data !== this.#data) {
      this.#data = data; // listed anew under the same symbol: another book
      this.#window = this.#look();
      this.#before = this.#window.version;
      this.#snapshot = undefined;
      this.audience.publish(this.#snapshotFrame());
      return;
    }
    const before = this.#window;
    if (data.bookSeq === before.version) return;
    const { bids, asks, version } = this.#look();
    const changes: DepthWindow = {
      bids: levelsChanged(before.bids, bids, true),
      asks: levelsChanged(before.asks, asks, false),
      version,
    };
    if (changes.bids.length === 0 && changes.asks.length === 0) return; // it changed outside the window
    this.#window = { bids, asks, version };
    this.#before = before.version;
    this.#snapshot = undefined;
    const change = this.#encoder.change?.(data.spec, changes, before.version);
    this.audience.publish(change ?? this.#snapshotFrame());
  }

  #look(): DepthWindow {
    const { book, bookSeq } = this.#data;
    return {
      bids: book.levels(BUY, this.#levels),
      asks: book.levels(SELL, this.#levels),
      version: bookSeq,
    };
  }

  #snapshotFrame(): Frame {
    this.#snapshot ??= this.#encoder.snapshot(this.#data.spec, this.#window, this.#before);
    return this.#snapshot;
  }
}
