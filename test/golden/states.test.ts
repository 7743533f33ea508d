import { describe, expect, test } from "vitest";
import { transcript } from "./transcript.ts";

/**
 * Every row of the table of order states in docs/reference/orders.md that neither liquidation nor funding is
 * part of.
 */

const START = `
  deposit alice 100000
  deposit bob 100000
  index 60000
`;

/** The name of a row, a script, and below it what it leads to. */
const ROWS = `
  1 placed: pending
    alice open long 0.1 @ 60000
      order 1: open long 0.1 @ 60000 gtc, pending, freezes 303.6
  2 plan placed: untriggered
    alice plan open long 0.1 @ 60000 when last 60500
      order 1 (plan): open long 0.1 @ 60000 gtc, untriggered, trigger 60500
  3 refused: no order
    alice open long 0.1 @ 70000
      refused: priceAboveBand
  4 nothing crossed: open
    alice open long 0.1 @ 59990 post-only
      order 1 rests 0.1 @ 59990
  5 some filled: open
    bob open short 0.04 @ 60000 | alice open long 0.1 @ 60000
      order 2 rests 0.06 @ 60000
  6 all filled: filled
    bob open short 0.1 @ 60000 | alice open long 0.1 @ 60000
      order 2 filled, 0 left
  7 post-only would cross
    bob open short 0.1 @ 60000 | alice open long 0.1 @ 60000 post-only
      order 2 canceled: post only, 0.1 left
  8 FOK not fillable in full
    bob open short 0.1 @ 60000 | alice open long 0.2 @ 60000 fok
      order 2 canceled: could not fill, 0.2 left
  9 IOC remainder
    bob open short 0.1 @ 60000 | alice open long 0.2 @ 60000 ioc
      order 2 canceled: could not fill, 0.1 left
  10 self-trade ends the taker
    alice set selfTrade expire taker | alice open short 0.1 @ 60000 | alice open long 0.2 @ 60000
      order 2 canceled: self trade, 0.2 left
  11 re-check at the end of the delay
    alice set orderDelayMs 500 | alice open long 0.1 @ 60900 | index 59000 | wait 500
      order 1 canceled: price band, 0.1 left
  12 cancel before matching
    alice set orderDelayMs 500 | alice open long 0.1 @ 60000 | alice cancel 1
      order 1 canceling
  13 maker partly filled stays open
    alice open long 0.2 @ 60000 | bob open short 0.1 @ 60000 | show market
      bids 0.1 @ 60000 (1)
  14 maker filled
    alice open long 0.1 @ 60000 | bob open short 0.1 @ 60000
      order 1 filled, 0 left
  15 cancel of an open order waits for the account's delay
    alice set cancelDelayMs 500 | alice open long 0.1 @ 60000 | alice cancel 1
      order 1 canceling
  16 self-trade ends the maker
    alice open short 0.1 @ 60000 | alice open long 0.2 @ 60000
      order 1 canceled: self trade, 0.1 left
  20 halted: canceled by the venue
    alice open long 0.1 @ 60000 | status halted
      order 1 canceled: admin, 0.1 left
  20 canceled by the operator
    alice plan open long 0.1 @ 60000 when last 60500 | admin cancel 1
      order 1 canceled: admin, 0.1 left
  21 a fill while canceling counts
    alice set cancelDelayMs 500 | alice open long 0.2 @ 60000 | alice cancel 1 | bob open short 0.1 @ 60000 | wait 500
      order 1 canceled: user, 0.1 left
  22 filled while canceling
    alice set cancelDelayMs 500 | alice open long 0.1 @ 60000 | alice cancel 1 | bob open short 0.1 @ 60000
      order 1 filled, 0 left
  23 the cancel takes effect
    alice set cancelDelayMs 500 | alice open long 0.1 @ 60000 | alice cancel 1 | wait 500
      order 1 canceled: user, 0.1 left
  25 triggered: pending and on
    alice plan open long 0.1 @ 60000 when mark 60500 | index 60500
      order 1 triggers: 0.1 @ 60000
      order 1 rests 0.1 @ 60000
  26 triggered without closable size
    alice tp long 0 @ market when mark 60500 | index 60500
      order 1 canceled: reduce only, 0 left
  26 triggered without margin
    alice plan open long 40 @ 60000 when mark 60500 | index 60500
      order 1 canceled: margin not enough, 40 left
  26 triggered outside the band
    alice plan open long 0.1 @ 60000 when mark 59000 | index 59000
      order 1 canceled: price band, 0.1 left
  27 untriggered canceled at once
    alice set cancelDelayMs 500 | alice plan open long 0.1 @ 60000 when mark 60500 | alice cancel 1
      order 1 canceled: user, 0.1 left
  28 sibling executed
    bob open short 0.1 @ 60000 | alice open long 0.1 @ 60000 tp 60100 sl 59900 | bob open long 0.1 @ 59890 | bob set selfTrade none | bob open short 0.05 @ 59890
      order 3 canceled: oco, 0.1 left
`;
const rows = ROWS.trim()
  .split(/\n {2}(?! )/)
  .map((row) => row.split("\n").map((each) => each.trim()));

describe("order states", () => {
  test.each(rows)("row %s", (_, script, ...said) => {
    expect(said).not.toEqual([]);
    const lines = transcript(START + script!.replaceAll(" | ", "\n")).split("\n");
    for (const each of said) expect(lines).toContain(`  ${each}`);
  });

  test("row 24 a second cancel is a success and changes nothing", () => {
    const text = transcript(`${START}
      alice set cancelDelayMs 500
      alice open long 0.1 @ 60000
      alice cancel 1
      alice cancel 1
    `);
    expect(text.trimEnd().endsWith("order 1 canceling\nalice cancel 1")).toBe(true);
  });

  test("row 29 triggers end with their position where the contract says so, plan orders stay", () => {
    const script = `${START}
      bob open short 0.1 @ 60000
      alice open long 0.1 @ 60000
      alice tp long 0 @ market when last 61000
      alice plan close long 0.1 @ market when last 61000
      bob open long 0.1 @ 59900
      alice close long 0.1 @ 59900
    `;
    const ended = "  order 3 canceled: position closed, 0 left";
    expect(transcript(script, { orphanTriggersKeep: false }).split("\n")).toContain(ended);
    expect(transcript(script).split("\n")).not.toContain(ended);
    expect(transcript(script, { orphanTriggersKeep: false })).not.toContain("order 4 canceled");
  });

  test("row 30 what has ended does not change", () => {
    const text = transcript(`${START}
      alice open long 0.1 @ 60000
      alice cancel 1
      alice cancel 1
    `);
    expect(text).toContain("alice cancel 1\n  refused: orderNotFound");
  });
});
