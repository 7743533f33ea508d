import type { Lots, Quanta, Ticks, TimeMs } from "../../../../kernel/core/index.ts";
import {
  BUY,
  eventLayouts,
  KIND_LIQUIDATION,
  offsetsOf,
  quantaOf,
  RecordView,
  sideOf,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec, EventFrame, MarketViews } from "../../../views/index.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/** An order by which a position was liquidated, and what it came to. */
export interface Liquidation {
  readonly contract: number;
  readonly isBuy: boolean;
  readonly size: Lots;
  readonly price: Ticks;
  readonly filled: Lots;
  readonly value: Quanta;
  /** Of its last trade; 0 without one. */
  readonly lastFill: Lots;
  readonly time: TimeMs;
}

/** The latest liquidation of each contract since the last push, of one contract or of all. */
export class LiquidationFeed implements Feed {
  readonly audience = new Audience("every");
  readonly everyMs: number;
  readonly #views: MarketViews;
  readonly #symbol: string | undefined;
  readonly #encode: (spec: ContractSpec, liquidation: Liquidation) => Frame;
  #latest = new Map<number, Liquidation>();

  /** @param symbol of the one contract; `undefined`: all */
  constructor(
    views: MarketViews,
    symbol: string | undefined,
    options: { everyMs: number; encode: (spec: ContractSpec, liquidation: Liquidation) => Frame },
  ) {
    this.#views = views;
    this.#symbol = symbol;
    this.everyMs = options.everyMs;
    this.#encode = options.encode;
  }

  folded({ events, time }: EventFrame): void {
    const view = new RecordView(events);
    let lastFill = 0;
    for (let at = 0; at < view.length; at = view.next(at)) {
      const kind = view.kind(at);
      const word = (offset: number): number => view.words[at + offset]!;
      if (kind === TRADED && word(traded.takerKind) === KIND_LIQUIDATION) lastFill = word(traded.size);
      else if (kind === ENDED && word(ended.kind) === KIND_LIQUIDATION) {
        const filled = word(ended.size) - word(ended.remaining);
        this.#latest.set(word(ended.contract), {
          contract: word(ended.contract),
          isBuy: sideOf(word(ended.action)) === BUY,
          size: word(ended.size),
          price: word(ended.price),
          filled,
          value: filled === 0 ? 0n : quantaOf(word(ended.filledValue), word(ended.filledValue + 1)),
          lastFill: filled === 0 ? 0 : lastFill,
          time,
        });
      }
    }
  }

  refresh(): void {
    for (const each of this.#latest.values()) {
      const { spec } = this.#views.contractAt(each.contract);
      if (this.#symbol === undefined || spec.symbol === this.#symbol)
        this.audience.publish(this.#encode(spec, each));
    }
    this.#latest = new Map();
  }
}

const TRADED = eventLayouts.traded.kind;
const ENDED = eventLayouts.orderEnded.kind;
const traded = offsetsOf(eventLayouts.traded);
const ended = offsetsOf(eventLayouts.orderEnded);
