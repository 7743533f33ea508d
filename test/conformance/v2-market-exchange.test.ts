import fc from "fast-check";
import { expect, test } from "vitest";
import { commandBytes } from "../../src/kernel/core/data/messages/command.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import type { Command } from "../../src/kernel/core/index.ts";
import {
  ACCOUNT_USER,
  CANCEL_ALL_ORDERS,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  EXTERNAL_ACCOUNT,
  FIRST_USER_ACCOUNT,
  MOVE_DEPOSIT,
  PLAIN_ORDER,
  RecordView,
  STP_DECREMENT,
} from "../../src/kernel/core/index.ts";
import { usualListing } from "../../src/movers/feeds/index.ts";
import { MarketViews, specOf } from "../../src/service/views/index.ts";
import { setAccount } from "../core/settings.ts";

/**
 * Market data folded from an exchange's events must equal what the exchange itself answers, after any
 * commands and from wherever the fold starts.
 */

const START = Date.UTC(2025, 10, 30);
const ACCOUNTS = 4;
const INDEX_TICKS = 10_000;
const PROCEEDS_MAX = 100;

const account = fc.integer({ min: FIRST_USER_ACCOUNT, max: FIRST_USER_ACCOUNT + ACCOUNTS - 1 });
const contract = fc.constantFrom(0, 0, 0, 1);
const price = fc.integer({ min: INDEX_TICKS - 30, max: INDEX_TICKS + 30 });
const size = fc.integer({ min: 1, max: 40 });

const order = fc
  .record({
    account,
    contract,
    action: fc.constantFrom(1, 1, 2, 2, 3, 4),
    timeInForce: fc.constantFrom(0, 0, 0, 1, 2, 3),
    market: fc.constantFrom(false, false, false, true),
    price,
    size,
    closeCapped: fc.boolean(),
  })
  .map(
    (fields): Command => ({
      ...PLAIN_ORDER,
      ...fields,
      price: fields.market ? 0 : fields.price,
      timeInForce: fields.market ? 3 : fields.timeInForce,
    }),
  );

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: order },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("placePlan" as const),
      position: fc.constant(0),
      account,
      contract,
      action: fc.constantFrom(1, 2),
      market: fc.constant(true),
      price: fc.constant(0),
      size,
      triggerPrice: price,
      triggerSource: fc.constantFrom(1, 3),
      presetTakeProfit: fc.constant(0),
      presetStopLoss: fc.constant(0),
      presetsOnMark: fc.constant(0),
      marginMode: fc.constant(0),
      requestHash: fc.constant(0),
      clientId: fc.constant(""),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("cancelAll" as const),
      account,
      contract,
      which: fc.constant(CANCEL_ALL_ORDERS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("closePositions" as const),
      account,
      contract,
      position: fc.constant(0),
      cancelAttached: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("setIndex" as const),
      prices: price.map((ticks) => [0, 1].map((contract) => ({ contract, points: ticks * 100 + 7 }))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("setContractStatus" as const),
      contract,
      status: fc.oneof(
        { weight: 8, arbitrary: fc.constant(CONTRACT_TRADING) },
        { weight: 1, arbitrary: fc.constantFrom(CONTRACT_CANCEL_ONLY, CONTRACT_HALTED) },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "advanceTime" as const }) },
);

test("the fold equals the exchange after every frame, also when it starts from a live state", () => {
  let trades = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 4 }), wait: fc.nat(5_000) }),
        {
          minLength: 15,
          maxLength: 40,
          size: "max",
        },
      ),
      fc.nat(40),
      (frames, restart) => {
        const venue = new Venue();
        for (const [i, { commands, wait }] of frames.entries()) {
          venue.frame(commands, wait);
          if (i === restart) venue.startAnew();
          venue.compare();
        }
        trades += venue.views.trades(0, 1_000).length;
      },
    ),
    { numRuns: 150 },
  );
  expect(trades, "trades seen, or nothing was compared").toBeGreaterThan(500);
});

class Venue {
  readonly #exchange = new Exchange();
  #time = START;
  views = new MarketViews({ contracts: [], books: [], seq: 0, time: START });

  constructor() {
    const grid = {
      priceDecimals: 1,
      sizeDecimals: 4,
      lotStep: 1,
      orderLotsMax: 1_000_000,
      leverageMax: 20_000,
    };
    this.frame(
      [
        usualListing({ symbol: "cmt_btcusdt", baseCoin: "BTC", ...grid }),
        usualListing({ symbol: "cmt_ethusdt", baseCoin: "ETH", ...grid }),
        { type: "setIndex", prices: [0, 1].map((contract) => ({ contract, points: INDEX_TICKS * 100 })) },
      ],
      0,
    );
    for (let i = 0; i < ACCOUNTS; i++) {
      const to = FIRST_USER_ACCOUNT + i;
      this.frame(
        [
          { type: "openAccount", kind: ACCOUNT_USER, name: `trader ${i}` },
          {
            type: "moveMoney",
            movement: MOVE_DEPOSIT,
            from: EXTERNAL_ACCOUNT,
            to,
            amount: 1_000_000_000_000n,
          },
          setAccount(to, { selfTradePrevention: STP_DECREMENT }),
        ],
        0,
      );
    }
  }

  /**
   * Executes commands as one frame, with what they leave to do in frames of their own, and folds the events.
   */
  frame(commands: readonly Command[], wait: number): void {
    this.#time += wait;
    const exchange = this.#exchange;
    const firstSeq = exchange.seq + 1;
    exchange.beginFrame(firstSeq, this.#time);
    for (const command of commands) {
      exchange.execute(new RecordView(commandBytes(command)), 0);
      for (let left = PROCEEDS_MAX; exchange.pendingSteps() > 0; left--) {
        expect(left, "internal steps come to an end").toBeGreaterThan(0);
        exchange.execute(new RecordView(commandBytes({ type: "proceed" })), 0);
      }
    }
    this.views.apply({ firstSeq, time: this.#time, events: exchange.events.slice() });
  }

  startAnew(): void {
    const contracts = this.#exchange.answer({ type: "contracts" });
    const books = contracts.map(({ contract }) => this.#book(contract));
    this.views = new MarketViews({ contracts, books, seq: this.#exchange.seq, time: this.#time });
  }

  compare(): void {
    const contracts = this.#exchange.answer({ type: "contracts" });
    expect(this.views.contracts().map(({ spec }) => spec)).toEqual(contracts.map(specOf));
    for (const { contract, last, mark, index, openInterest, bestBid, bestAsk } of contracts) {
      const ticker = this.views.ticker(contract, this.#time);
      expect(ticker).toMatchObject({
        mark,
        index,
        bestBid: Math.max(bestBid, 0),
        bestAsk: Math.max(bestAsk, 0),
      });
      if (last > 0) expect(ticker.last).toBe(last);
      expect(this.views.openInterest(contract)).toMatchObject({ lots: openInterest });
      const { bids, asks } = this.views.depth(contract, 10_000);
      expect({ contract, bids, asks }).toEqual(this.#book(contract));
    }
  }

  #book(contract: number) {
    return this.#exchange.answer({ type: "depth", contract, limit: 10_000 })!;
  }
}
