import { expect, test } from "vitest";
import { eventsOf } from "../../../../../test/core/driver.ts";
import { INDEX, insideVenue, spreadOf } from "../../../../../test/core/house.ts";
import { BUY, IOC, OPEN_LONG, OPEN_SHORT, SELL } from "../../data/codes.ts";
import { hashOf } from "../../data/house/draws.ts";

/**
 * Nobody earns from the house by seeing the present before others do. Each of a hundred storms has an index
 * that jumps by up to half a percent every second, and a bot that acts in the very next command after it,
 * before anybody else, whenever it likes.
 */

const SECONDS = 4;
/** Of a price, in 1e-8: what a taker pays. */
const TAKER_RATE = 60_000;
const LOTS = 1_000;

/** How the index jumps: seeded, one number a second. */
function jumpsOf(seed: number): readonly number[] {
  return Array.from({ length: SECONDS }, (_, i) => (hashOf([seed, 1, 2, 3], i, 0) % 600_001) - 300_000);
}

test("a hundred storms: who takes what the new index makes cheap finds nothing, and who runs after it or against it pays", () => {
  let picked = 0;
  let chased = 0;
  let faded = 0;
  let trades = 0;
  for (let seed = 0; seed < 100; seed++) {
    const venue = insideVenue(seed);
    const thief = venue.user("thief", 10_000_000);
    let index = INDEX;
    for (const jump of jumpsOf(seed)) {
      venue.wait(1_000);
      index += jump;
      venue.index(index);
      const fair = index / 100;
      // What is for sale below the price of now, or wanted above it.
      for (const [action, side] of [
        [OPEN_LONG, BUY],
        [OPEN_SHORT, SELL],
      ] as const) {
        const price = side === BUY ? Math.floor(fair) : Math.ceil(fair);
        const { events } = venue.order({ account: thief, action, price, size: LOTS, timeInForce: IOC });
        for (const { price: at, size } of eventsOf(events, "traded")) {
          picked += size * ((side === BUY ? fair - at : at - fair) - (at * TAKER_RATE) / 1e8);
          trades++;
        }
      }
      // The way that it went, or against it, held until the next one: bought at the ask, sold at the bid.
      const { bid, ask } = spreadOf(venue);
      venue.wait(900);
      const later = spreadOf(venue);
      const fees = (2 * fair * TAKER_RATE) / 1e8;
      const long = later.bid - ask - fees;
      const short = bid - later.ask - fees;
      chased += jump > 0 ? long : short;
      faded += jump > 0 ? short : long;
    }
    venue.exchange.audit();
  }
  expect(picked).toBeLessThanOrEqual(0);
  expect(chased).toBeLessThan(0);
  expect(faded).toBeLessThan(0);
  expect(trades).toBeGreaterThan(0);
});
