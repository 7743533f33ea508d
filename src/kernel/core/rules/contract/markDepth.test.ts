import { describe, expect, it } from "vitest";
import { Driver, eventsOf, money } from "../../../../../test/core/driver.ts";
import { CANCEL_ALL_ORDERS, OPEN_LONG, OPEN_SHORT } from "../../data/codes.ts";

const INDEX = 60_000_000;
/** 200 USDT at 200x: what either side must hold. At 60 000 that is 0.6667 BTC. */
const IMPACT_LOTS = 6_667;

function market() {
  const venue = new Driver();
  const mover = venue.user("mover", 1_000_000);
  const bystander = venue.user("bystander", 1_000_000);
  venue.index(INDEX);
  return { venue, mover, bystander };
}

function markOf(venue: Driver): number {
  return venue.exchange.state.contracts[0]!.markPoints;
}

/** Two quotes of the mover around a price, in place of those before. */
function quote(venue: Driver, mover: number, middle: number, lots: number): void {
  venue.accept({ type: "cancelAll", account: mover, contract: 0, which: CANCEL_ALL_ORDERS });
  venue.order({ account: mover, action: OPEN_LONG, price: middle - 10, size: lots });
  venue.order({ account: mover, action: OPEN_SHORT, price: middle + 10, size: lots });
}

describe("an empty market", () => {
  it("cannot be walked away from its index by orders of a lot", () => {
    const { venue, mover } = market();
    for (let minute = 0; minute < 16; minute++) {
      const top = Math.floor(markOf(venue) * 0.000_101_4);
      quote(venue, mover, top * 100, 1);
      venue.wait(30_000);
    }
    expect(markOf(venue)).toBe(INDEX);
  });

  it("is left no further from its index than the bound by orders of any size", () => {
    const { venue, mover } = market();
    for (const away of [606_000, 609_000, 609_000]) {
      quote(venue, mover, away, 10 * IMPACT_LOTS);
      venue.wait(60_000);
      expect(markOf(venue)).toBe(60_300_000);
    }
  });

  it("gives no premium of a side that is thinner than the impact notional", () => {
    for (const [lots, premium] of [
      [1, undefined],
      [IMPACT_LOTS, 99_833_333],
    ] as const) {
      const { venue, mover } = market();
      quote(venue, mover, 606_000, lots);
      expect(venue.exchange.state.contracts[0]!.premiumNow()).toBe(premium);
    }
  });
});

describe("a mark that is moved by one per cent", () => {
  /** Without a bound: by it the mark would stop at half a per cent. */
  function moved(lots: number) {
    const { venue, mover, bystander } = market();
    venue.accept({ type: "setMarkRule", window: 30, impactUnits: 40_000 });
    quote(venue, mover, 606_000, lots);
    venue.wait(30_000);
    return { venue, mover, bystander };
  }

  it("needs the impact notional on both sides, a lot less does nothing", () => {
    expect(markOf(moved(IMPACT_LOTS - 66).venue)).toBe(60_600_000);
    expect(markOf(moved(IMPACT_LOTS - 67).venue)).toBe(INDEX);
  });

  it("costs who holds it there one per cent of the impact notional whenever somebody sells to him, and both fees' margin", () => {
    const { venue, mover, bystander } = moved(IMPACT_LOTS);
    const frozen = venue.ask({ type: "assets", account: mover })!.frozen;
    // 20x and the taker fee of both quotes, and the open loss of the bid.
    expect(frozen).toBe(money("4488.037724"));
    const { events } = venue.order({
      account: bystander,
      action: OPEN_SHORT,
      price: 605_990,
      size: IMPACT_LOTS,
    });
    const [fill] = eventsOf(events, "traded");
    const atIndex = BigInt(fill!.size) * 600_000n * 1_000n;
    expect(fill!.value - atIndex).toBe(money("399.3533"));
  });
});
