import { expect, test } from "vitest";
import { isOfHouse, kindsOf, usersFirst } from "./whose.ts";

const kindOf = kindsOf([
  { name: "maker", kind: "house" },
  { name: "crowd", kind: "house" },
  { name: "insurance fund", kind: "system" },
  { name: "alice", kind: "user" },
  { name: "alice-paper", kind: "paper" },
]);

test("users come first, then the venue's own accounts, then house traders, each in order", () => {
  expect(usersFirst(["maker", "insurance fund", "crowd", "alice", "alice-paper"], kindOf)).toEqual([
    ...["alice", "alice-paper", "insurance fund", "maker", "crowd"],
  ]);
});

test("an event is the house's alone if it names nobody else; one that names nobody is everybody's", () => {
  const of = (event: string, fields: Record<string, string | number>) => isOfHouse({ event, fields }, kindOf);
  expect(of("orderEnded", { account: "maker", contract: "cmt_btcusdt" })).toBe(true);
  expect(of("traded", { makerAccount: "maker", takerAccount: "crowd" })).toBe(true);
  expect(of("traded", { makerAccount: "maker", takerAccount: "alice" })).toBe(false);
  expect(of("moneyMoved", { from: "maker", to: "insurance fund" })).toBe(false);
  expect(of("quoteWithdrawn", { account: "maker", contract: "cmt_btcusdt" })).toBe(true);
  expect(of("houseActed", { contract: "cmt_btcusdt" })).toBe(true);
  expect(of("markChanged", { contract: "cmt_btcusdt", points: 1 })).toBe(false);
});
