import { expect, test } from "vitest";
import type { AccountView } from "../../account/accountData.ts";
import type { LiveOrder } from "../../account/liveOrder.ts";
import type { Contract } from "../../market/contract.ts";
import { chartLines } from "./lines.ts";

const contract = {
  symbol: "cmt_btcusdt",
  coin: "BTC",
  grid: { priceDecimals: 1, priceStep: 1, sizeDecimals: 4 },
} as Contract;

function order(fields: Partial<LiveOrder>): LiveOrder {
  return {
    ...{ id: "1", clientId: "", symbol: contract.symbol, opens: true, side: "long", price: "59000" },
    ...{ size: "0.1", filled: "0", createdMs: 100, trigger: undefined, ...fields },
  };
}

function linesOf(orders: readonly LiveOrder[], positions: readonly object[] = []) {
  return chartLines({ positions, orders } as unknown as AccountView, contract, "60000");
}

const long = {
  ...{ id: 1, symbol: contract.symbol, side: "LONG", size: "0.1", open_value: "6000" },
  ...{ unrealizePnl: "-5", liquidatePrice: "0", created_time: "200" },
};
const exit = {
  opens: false,
  price: undefined,
  trigger: { price: "61000", watches: "last", follows: undefined, endsWithPosition: false },
} as const;

test("lines have the colour of their side, whatever has been gained", () => {
  expect(
    linesOf([], [long, { ...long, id: 2, side: "SHORT", unrealizePnl: "5" }]).map(({ colour }) => colour),
  ).toEqual(["up", "down"]);
  const short = { side: "short" } as const;
  const orders = [{}, short, { opens: false }, { ...short, opens: false }].map((of, i) =>
    order({ ...of, id: `${i}` }),
  );
  expect(linesOf(orders).map(({ colour }) => colour)).toEqual(["up", "down", "down", "up"]);
});

test("what waits to close a position that has ended is left over: without one, and beside a later one", () => {
  const isLeft = (createdMs: number, positions: readonly object[]) =>
    /left over/.test(linesOf([order({ ...exit, createdMs })], positions).at(-1)!.text);
  expect([isLeft(100, []), isLeft(100, [long])]).toEqual([true, true]);
  expect([isLeft(200, [long]), isLeft(300, [long])]).toEqual([false, false]);
  expect(isLeft(300, [{ ...long, side: "SHORT" }])).toBe(true);
});

test("up to twelve orders of a kind have a line each; more are a few lines, none left out, the next to trade first", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => order({ id: `${i}`, price: String(59_000 - i) }));
  expect(linesOf(many(12))).toHaveLength(12);
  const lines = linesOf(many(100));
  expect(lines).toHaveLength(8);
  expect(lines.map(({ order: own }) => own)).toEqual(Array(8).fill(undefined));
  expect(lines[0]).toMatchObject({ price: "59000.0", short: "13 orders" });
  const counted = lines.map(({ text }) => Number(/· (\d+) orders/.exec(text)![1]));
  expect(counted.reduce((sum, each) => sum + each)).toBe(100);
});
