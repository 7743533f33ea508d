import { expect, test } from "vitest";
import { aliceAndBob } from "./aliceAndBob.ts";

/** account/explain: what control explains of an account, for the account itself, and nothing of others. */

const BTC = "cmt_btcusdt";
const order = { symbol: BTC, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "60000" };

const both = aliceAndBob(async ({ alice, bob }) => {
  await bob.post("order/placeOrder", { ...order, type: "2", size: "0.05" });
  await alice.post("order/placeOrder", order);
});

test("its numbers are those of the other operations", async () => {
  const { alice } = both;
  const { entries } = (await alice.get("account/explain")).body;
  const [asset] = (await alice.get("account/assets")).body;
  const [position] = (await alice.get("account/position/allPosition")).body;
  const numberNamed = (numbers: { name: string; value: string }[], name: string) =>
    numbers.find((each) => each.name === name)?.value;
  expect(entries).toHaveLength(1);
  expect(Number(numberNamed(entries[0].numbers, "equity"))).toBe(Number(asset.equity));
  expect(Number(numberNamed(entries[0].numbers, "available"))).toBe(Number(asset.available));
  expect(entries[0].positions).toMatchObject([{ position: position.id, symbol: BTC, size: "0.0100" }]);
  expect(numberNamed(entries[0].symbols[0].numbers, "liquidationPrice")).toBe(
    position.liquidatePrice === "0" ? "none" : position.liquidatePrice,
  );
});

test("the queue of auto-deleveraging shows the account its own places only", async () => {
  const { alice } = both;
  const { adl } = (await alice.get("account/explain")).body;
  const [position] = (await alice.get("account/position/allPosition")).body;
  expect(adl).toEqual([{ position: position.id, symbol: BTC, rank: 1, light: 5 }]);
});
