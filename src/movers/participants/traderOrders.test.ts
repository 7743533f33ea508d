import { expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver } from "../../../test/core/driver.ts";
import type { Command } from "../../kernel/core/index.ts";
import { CLOSE_LONG, GTC, IOC, LONG, OPEN_LONG, OPEN_SHORT, POST_ONLY } from "../../kernel/core/index.ts";
import type { Instruction } from "../traders/index.ts";
import { ParticipantError } from "./account.ts";
import type { ContractState } from "./traderOrders.ts";
import { commandsOf, tradedContract } from "./traderOrders.ts";

/** BTC at 60 000 with an account that is long 2 and has an order to close 1.5 of it. */
function state(): { readonly state: ContractState; readonly closing: number; readonly account: number } {
  const venue = new Driver([btc]);
  venue.index(60_000_000);
  const [alice, bob] = [venue.user("alice", 10_000_000), venue.user("bob", 10_000_000)];
  venue.trade(alice, bob, 600_000, 20_000);
  const closing = venue.order({ account: alice, action: CLOSE_LONG, price: 605_000, size: 15_000 }).id;
  const [contract] = venue.ask({ type: "contracts" });
  const all = { account: alice, contract: undefined } as const;
  return {
    account: alice,
    closing,
    state: {
      contract: contract!,
      depth: venue.ask({ type: "depth", contract: 0, limit: 20 }),
      positions: venue.ask({ type: "positions", ...all }),
      orders: venue.ask({ type: "orders", ...all, which: "resting" }),
      leverage: 20,
    },
  };
}

const placed = (commands: readonly Command[]) =>
  commands.flatMap((each) =>
    each.type === "placeOrder"
      ? [
          {
            action: each.action,
            price: each.price,
            size: each.size,
            timeInForce: each.timeInForce,
            market: each.market,
          },
        ]
      : [],
  );
const order = (more: object): Instruction =>
  ({ do: "order", symbol: "cmt_btcusdt", side: "buy", size: 1, ...more }) as Instruction;

test("a contract is shown in coins: prices by the tick, sizes by the lot, longs above zero", () => {
  const { state: here, closing } = state();
  expect(tradedContract(here)).toMatchObject({
    symbol: "cmt_btcusdt",
    ...{ tick: 0.1, lot: 0.0001, sizeMin: 0.0001, ask: 60_500, bid: 0, last: 60_000, index: 60_000 },
    ...{ position: 2, unrealized: 0, leverage: 20 },
    orders: [{ id: closing, side: "sell", price: 60_500, size: 1.5 }],
    asks: [{ price: 60_500, size: 1.5 }],
    bids: [],
  });
});

test("bids are rounded down to the tick, asks up, sizes down to the lot; less than the least is left out", () => {
  const { state: here, account } = state();
  const of = (instruction: Instruction) => placed(commandsOf(account, [instruction], [here]));
  expect(of(order({ price: 59_999.99, size: 0.00019 }))).toEqual([
    { action: OPEN_LONG, price: 599_999, size: 1, timeInForce: GTC, market: false },
  ]);
  expect(of(order({ price: 0.3, size: 0.0003 }))).toMatchObject([{ price: 3, size: 3 }]);
  expect(of(order({ side: "sell", price: 60_000.01, size: 5, as: "post" }))).toMatchObject([
    { action: CLOSE_LONG, price: 600_001, size: 5_000, timeInForce: POST_ONLY },
    { action: OPEN_SHORT, price: 600_001, size: 45_000, timeInForce: POST_ONLY },
  ]);
  expect(of(order({}))).toMatchObject([{ timeInForce: IOC, market: true, price: 0 }]);
  expect(of(order({ size: 0.00009 }))).toEqual([]);
});

test("what no other order closes is closed first, once a turn; what goes gives back what it had reserved", () => {
  const { state: here, account, closing } = state();
  const sell = order({ side: "sell", size: 0.4, price: 60_600 });
  expect(placed(commandsOf(account, [sell, sell], [here])).map(({ action, size }) => [action, size])).toEqual(
    [
      [CLOSE_LONG, 4_000],
      [CLOSE_LONG, 1_000],
      [OPEN_SHORT, 3_000],
    ],
  );
  for (const gone of [
    { do: "cancel", order: closing },
    { do: "cancelAll", symbol: "cmt_btcusdt" },
  ] as const) {
    const commands = commandsOf(account, [gone, sell, sell], [here]);
    expect(placed(commands).every(({ action }) => action === CLOSE_LONG)).toBe(true);
    expect(commands).toHaveLength(3);
  }
  expect(here.positions[0]!.leg).toBe(LONG);
});

test.each([
  ["sell", 0.05, [[CLOSE_LONG, 500]]],
  ["sell", 0.04, []],
  ["sell", 0.12, [[CLOSE_LONG, 500]]],
  [
    "sell",
    0.15,
    [
      [CLOSE_LONG, 500],
      [OPEN_SHORT, 1_000],
    ],
  ],
  ["buy", 0.05, []],
] as const)(
  "where 0.05 is left of a long and no order is smaller than 0.1, a %s of %f",
  (side, size, wanted) => {
    const { state: here, account } = state();
    const rest = { ...here.positions[0]!, size: 500, reserved: 0 };
    const small = {
      ...here,
      contract: { ...here.contract, orderLotsMin: 1_000 },
      positions: [rest],
      orders: [],
    };
    const commands = commandsOf(account, [order({ side, size, price: 60_000 })], [small]);
    expect(placed(commands).map((each) => [each.action, each.size])).toEqual(wanted);
  },
);

test.each([
  [order({ symbol: "cmt_dogeusdt" }), "symbol must be one of the turn's contracts, got cmt_dogeusdt"],
  [order({ size: Number.NaN }), "size in cmt_btcusdt must be a number from 0 up, got NaN"],
  [order({ price: -1 }), "price in cmt_btcusdt must be a number above 0, got -1"],
  [order({ side: "long" }), "side must be buy or sell, got long"],
  [order({ as: "fok", price: 1 }), "as must be gtc, ioc or post, got fok"],
  [{ do: "dance" } as never, 'an instruction must order, cancel or cancelAll, got {"do":"dance"}'],
])("%j is a mistake of the trader's, and is named", (instruction, message) => {
  const { state: here, account } = state();
  expect(() => commandsOf(account, [instruction], [here])).toThrow(new ParticipantError(message));
});
