import { expect, test } from "vitest";
import { delayOf, summaryOf } from "./summary.ts";

const row = (fields: object, events: readonly string[] = []) =>
  summaryOf({
    fields: fields as Parameters<typeof summaryOf>[0]["fields"],
    events: events.map((event) => ({ event, fields: {} })),
  });

test("what a command wants, in a few words of its own fields", () => {
  const order = { account: "demo-1", contract: "cmt_btcusdt", action: "open long", size: "0.5" };
  expect(row({ ...order, market: true }, ["orderPlaced", "traded", "traded"])).toBe(
    "open long 0.5 cmt_btcusdt at market (2 trades)",
  );
  expect(row({ ...order, price: "60000.0", clientId: "mine" })).toBe(
    "open long 0.5 cmt_btcusdt @ 60000.0 “mine”",
  );
  expect(row({ movement: "deposit", from: "external", to: "demo-1", amount: "5" })).toBe(
    "5 USDT from external to demo-1",
  );
  expect(
    row(
      {
        prices: [
          { contract: "a", points: "1" },
          { contract: "b", points: "2" },
        ],
      },
      ["liquidationStarted"],
    ),
  ).toBe("a 1 and 1 more (1 liquidation)");
  expect(row({})).toBe("");
});

test("how long it took to be durable is told only where market time is the host's", () => {
  expect(delayOf({ time: 1_000, durableAt: 1_004 })).toBe("4");
  expect(delayOf({ time: 1_000, durableAt: 9_000_000 })).toBe("");
  expect(delayOf({ time: 2_000, durableAt: 1_000 })).toBe("");
});
