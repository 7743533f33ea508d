import { expect, test } from "vitest";
import { transcript } from "./transcript.ts";

/** What matching engines get wrong, one test each, through the whole exchange. */

const START = `
  deposit alice 1000000
  deposit bob 1000000
  deposit carol 1000000
  index 60000
`;

/** The lines that one script leads to, without its commands. */
function said(script: string): string[] {
  return transcript(START + script)
    .split("\n")
    .filter((each) => each.startsWith("  "))
    .map((each) => each.trim());
}

/** Makers and sizes of the fills of a script, in order. */
function fills(script: string): string[] {
  return said(script)
    .filter((each) => each.startsWith("fill"))
    .map((each) => `${each.split(" ")[1]} of ${/maker (\d+)/.exec(each)![1]} @ ${each.split(" ")[3]}`);
}

test("a cancel in the middle of a queue, then a sweep", () => {
  expect(
    fills(`
      alice open short 0.1 @ 60000
      bob open short 0.2 @ 60000
      alice open short 0.3 @ 60000
      bob cancel 2
      carol open long 0.6 @ 60000
    `),
  ).toEqual(["0.1 of 1 @ 60000", "0.3 of 3 @ 60000"]);
});

test("a residual becomes the touch", () => {
  const lines = said(`
    alice open short 0.1 @ 60000
    bob open short 0.1 @ 60010
    carol open long 0.5 @ 60005
    show market
  `);
  expect(lines).toContain("bids 0.4 @ 60005 (3)");
  expect(lines).toContain("asks 0.1 @ 60010 (2)");
});

test("two orders on a price: one goes, the other stays", () => {
  const lines = said(`
    alice open short 0.1 @ 60000
    bob open short 0.2 @ 60000
    alice cancel 1
    show market
  `);
  expect(lines).toContain("asks 0.2 @ 60000 (2)");
});

test("a cancel after a full fill, or a second one, is refused", () => {
  const lines = said(`
    alice open short 0.1 @ 60000
    bob open long 0.1 @ 60000
    alice cancel 1
    bob open long 0.1 @ 60000
    bob cancel 3
    bob cancel 3
  `);
  expect(lines.filter((each) => each === "refused: orderNotFound")).toHaveLength(2);
});

test("a client id is free again after a cancel and after a fill, not before", () => {
  const lines = said(`
    alice open short 0.1 @ 60000 id x
    alice open short 0.1 @ 60000 id x
    alice cancel 1
    alice open short 0.1 @ 60000 id x
    bob open long 0.1 @ 60000
    alice open short 0.1 @ 60000 id x
  `);
  expect(lines.filter((each) => each === "refused: clientIdLive")).toHaveLength(1);
  expect(lines).toContain("order 4 rests 0.1 @ 60000");
});

test("a marketable limit order stops at its own price", () => {
  expect(
    fills(`
      alice open short 0.1 @ 60000
      alice open short 0.1 @ 60005
      alice open short 0.1 @ 60005.1
      bob open long 0.3 @ 60005
    `),
  ).toEqual(["0.1 of 1 @ 60000", "0.1 of 2 @ 60005"]);
});

test("the residual of an IOC order never rests", () => {
  const lines = said(`
    alice open short 0.1 @ 60000
    bob open long 0.3 @ 60000 ioc
    show market
  `);
  expect(lines).toContain("order 2 canceled: could not fill, 0.2 left");
  expect(lines).toContain("bids");
});

test("no phantom best price after the best level is canceled", () => {
  const script = `
    alice open short 0.1 @ 60000
    alice open short 0.1 @ 60010
    alice cancel 1
    bob open long 0.1 @ 60005
    show market
  `;
  expect(fills(script)).toEqual([]);
  expect(said(script)).toContain("asks 0.1 @ 60010 (2)");
});

test("time priority survives a partial fill", () => {
  expect(
    fills(`
      alice open short 0.3 @ 60000
      bob open short 0.3 @ 60000
      carol open long 0.1 @ 60000
      carol open long 0.3 @ 60000
    `),
  ).toEqual(["0.1 of 1 @ 60000", "0.2 of 1 @ 60000", "0.1 of 2 @ 60000"]);
});

test("a decremented order keeps its place in the queue", () => {
  expect(
    fills(`
      alice set selfTrade decrement
      alice open short 0.3 @ 60000
      bob open short 0.3 @ 60000
      alice open long 0.1 @ 60000
      carol open long 0.3 @ 60000
    `),
  ).toEqual(["0.2 of 1 @ 60000", "0.1 of 2 @ 60000"]);
});

test("a sweep through hundreds of orders at one price and of hundreds of levels", () => {
  const queue = Array.from({ length: 150 }, () => "alice open short 0.0001 @ 60000");
  const levels = Array.from(
    { length: 150 },
    (_, i) => `bob open short 0.0001 @ ${(60_000.1 + i / 10).toFixed(1)}`,
  );
  const all = fills([...queue, ...levels, "carol open long 0.03 @ 60100"].join("\n"));
  expect(all).toHaveLength(300);
  expect(all[149]).toBe("0.0001 of 150 @ 60000");
  expect(all[299]).toBe("0.0001 of 300 @ 60015");
});

test("best bid and ask are right after every command, not only after trades", () => {
  const lines = said(`
    alice open long 0.1 @ 59990
    show market
    alice open long 0.1 @ 59995
    show market
    alice cancel 2
    show market
    alice cancel 1
    show market
  `);
  expect(lines.filter((each) => each.startsWith("bids"))).toEqual([
    "bids 0.1 @ 59990 (1)",
    "bids 0.1 @ 59995 (2), 0.1 @ 59990 (1)",
    "bids 0.1 @ 59990 (1)",
    "bids",
  ]);
});
