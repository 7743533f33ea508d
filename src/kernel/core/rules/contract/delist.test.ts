import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money, placeOrder } from "../../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  CONTRACT_TRADING,
  INSURANCE_ACCOUNT,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_PAPER_VALUE,
  ORIGIN_SETTLEMENT,
} from "../../data/codes.ts";
import { State } from "../../data/state/state.ts";

const DAY = 86_400_000;

/**
 * Alice long 0.5 shared, Carol long 0.1 isolated at 10x, Bob short 0.6, Dave long 0.2 on paper; all at 60
 * 000.
 */
function market() {
  const venue = new Driver([btc], new State());
  const [alice, bob, carol, dave] = ["alice", "bob", "carol", "dave"].map((name) =>
    venue.user(name, 10_000),
  ) as [number, number, number, number];
  venue.deposit(INSURANCE_ACCOUNT, 1_000);
  venue.index(60_000_000);
  venue.mode(carol, ISOLATED);
  venue.leverage(carol, 1_000, 1_000, ISOLATED);
  venue.order({ account: bob, action: OPEN_SHORT, price: 600_000, size: 6_000 });
  venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 5_000 });
  venue.order({ account: carol, action: OPEN_LONG, price: 600_000, size: 1_000 });
  const paper = venue.accept({ type: "openPaper", account: dave, amount: money("10000") }).id;
  venue.trade(paper, bob, 600_000, 2_000);
  const delist = (at: number) => ({ type: "delistContract", contract: 0, at }) as const;
  const open = (account: number) => venue.ask({ type: "positions", account, contract: undefined });
  const wallet = (account: number) => venue.ask({ type: "assets", account })!.wallet;
  return { venue, alice, bob, carol, paper, delist, open, wallet };
}

describe("delisting", () => {
  it("gives notice: only closes go on, until what is open is settled at the index, with bills and without fees", () => {
    const { venue, alice, bob, carol, paper, delist, open, wallet } = market();
    const at = venue.time + DAY;
    venue.accept(delist(at));
    expect(venue.ask({ type: "contracts" })[0]).toMatchObject({
      status: CONTRACT_CANCEL_ONLY,
      delistingDue: at,
    });
    expect(
      venue.refuse(placeOrder({ account: alice, action: OPEN_LONG, price: 590_000, size: 1 })).type,
    ).toBe("contractNotTradable");
    venue.order({ account: alice, action: CLOSE_LONG, price: 605_000, size: 100 });
    expect(venue.exchange.nextDue()).toBeLessThanOrEqual(at);
    venue.exchange.state.contracts[0]!.fundingRate = 0;
    venue.folded!.contracts[0]!.fundingRate = 0;
    venue.wait(DAY - 1);
    expect(open(alice)).toHaveLength(1);
    venue.index(60_600_050);
    const before = [alice, bob, carol, paper].map((account) => wallet(account));
    for (const state of [venue.exchange.state, venue.folded!]) state.contracts[0]!.fundingRate = 0;
    const { events } = venue.wait(1);
    // The first opened first: Bob's short of 0.6 against Alice's 0.5, then Carol's 0.1.
    const settled = eventsOf(events, "traded");
    expect(settled.map(({ origin, size, price, value }) => [origin, size, price, value])).toEqual([
      [ORIGIN_SETTLEMENT, 5_000, 606_000, money("30300.025")],
      [ORIGIN_SETTLEMENT, 1_000, 606_000, money("6060.005")],
      [ORIGIN_PAPER_VALUE, 2_000, 606_000, money("12120.01")],
    ]);
    expect(settled.every(({ makerFee, takerFee }) => makerFee === 0n && takerFee === 0n)).toBe(true);
    expect(settled.every(({ makerBill, takerBill }) => makerBill > 0 && takerBill > 0)).toBe(true);
    for (const account of [alice, bob, carol, paper]) expect(open(account)).toEqual([]);
    const after = [alice, bob, carol, paper].map((account) => wallet(account));
    const gains = after.map((each, i) => each - before[i]!);
    expect(gains).toEqual([money("300.025"), money("-360.03"), money("60.005"), money("120.01")]);
    expect(eventsOf(events, "orderEnded").filter(({ account }) => account === alice)).toHaveLength(2);
    const [contract] = venue.ask({ type: "contracts" });
    expect(contract).toMatchObject({ status: CONTRACT_DELISTED, delistingDue: 0, openInterest: 0 });
    expect(venue.folded!.contracts[0]!.status).toBe(CONTRACT_DELISTED);
    expect(eventsOf(venue.wait(DAY).events, "fundingTurned")).toEqual([]);
  });

  it("covers what an isolated position loses beyond its margin, as any close does", () => {
    const { venue, carol, delist, open } = market();
    const fund = () => venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.wallet;
    const before = fund();
    // The index falls in the instant of the end: nobody was liquidated before.
    venue.exchange.state.contracts[0]!.indexPoints = 53_000_000;
    venue.folded!.contracts[0]!.indexPoints = 53_000_000;
    venue.accept(delist(0));
    expect(open(carol)).toEqual([]);
    expect(fund()).toBe(before - money("100"));
  });

  it("is taken back by another status, and final once it is done", () => {
    const { venue, delist, alice, open } = market();
    const status = { type: "setContractStatus", contract: 0, status: CONTRACT_TRADING } as const;
    venue.accept(delist(venue.time + DAY));
    venue.accept(status);
    venue.wait(2 * DAY);
    expect(open(alice)).toHaveLength(1);
    expect(venue.refuse({ ...status, status: CONTRACT_DELISTED }).type).toBe("invalidValue");
    venue.accept(delist(venue.time));
    for (const command of [delist(0), status, delist(venue.time + DAY)])
      expect(venue.refuse(command).type).toBe("invalidValue");
  });

  it("leaves the symbol to a new listing, which is the one that it names", () => {
    const { venue, alice, delist } = market();
    expect(venue.refuse(btc).type).toBe("symbolTaken");
    venue.accept(delist(venue.time + DAY));
    expect(venue.refuse(btc).type).toBe("symbolTaken");
    venue.wait(DAY);
    const { id } = venue.accept(btc);
    expect(venue.exchange.state.contractBySymbol.get(btc.symbol)).toBe(id);
    venue.index(61_000_000, id);
    venue.order({ account: alice, contract: id, action: OPEN_LONG, price: 610_000, size: 1 });
    expect(
      venue.refuse(placeOrder({ account: alice, action: OPEN_LONG, price: 610_000, size: 1 })).type,
    ).toBe("contractNotTradable");
  });
});
