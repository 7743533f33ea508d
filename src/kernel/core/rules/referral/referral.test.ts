import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money } from "../../../../../test/core/driver.ts";
import {
  BILL_TRANSFER_IN,
  CLOSE_LONG,
  FEE_ACCOUNT,
  ISOLATED,
  MOVE_REBATE,
  OPEN_LONG,
  OPEN_SHORT,
} from "../../data/codes.ts";
import { bookings } from "../../data/ledger/movement.ts";
import { State } from "../../data/state/state.ts";
import { Exchange } from "../../exchange/exchange.ts";
import { writeSnapshot } from "../../exchange/snapshot.ts";

const TWENTY_PERCENT = 20_000_000;

/**
 * A user and its agent, a counterparty, and a mark of 60 000. Folded and restored states are compared at the
 * end of each test.
 */
function opened() {
  const venue = new Driver([btc], new State());
  const [agent, user, other] = [
    venue.user("agent", 100),
    venue.user("user", 1_000_000),
    venue.user("other", 1_000_000),
  ];
  venue.index(60_000_000);
  const trade = (action: number, size: number) => {
    const back = action === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
    venue.order({ account: other, action: back, price: 600_000, size });
    venue.order({ account: user, action, price: 600_000, size });
  };
  const refer = (rebateRate = TWENTY_PERCENT, by = agent) =>
    venue.accept({ type: "setReferral", account: user, agent: by, rebateRate });
  const pay = () => venue.accept({ type: "payRebates", account: user });
  const amountOf = (account: number) => venue.ask({ type: "account", account })!.entries[0]!.amount;
  const due = () => venue.ask({ type: "referrals", agent: undefined })[0]?.due;
  const settled = () => {
    expect(writeSnapshot(venue.folded!)).toEqual(venue.exchange.snapshot());
    expect(Exchange.restore(venue.exchange.snapshot()).snapshot()).toEqual(venue.exchange.snapshot());
  };
  return { venue, agent, user, other, trade, refer, pay, amountOf, due, settled };
}

describe("a rebate", () => {
  it("is the agent's part of the fees since the referral, paid once, out of the fee account", () => {
    const { venue, agent, user, trade, refer, pay, amountOf, due, settled } = opened();
    trade(OPEN_LONG, 100); // before the referral: nobody's
    const referredAt = refer() && venue.exchange.seq;
    expect(due()).toBe(0n);
    trade(OPEN_LONG, 100);
    const before = amountOf(FEE_ACCOUNT);
    const expected = due()!;
    expect(expected > 0n).toBe(true);
    const { events } = pay();
    const [paid] = eventsOf(events, "rebatePaid");
    expect(paid).toMatchObject({ account: user, agent, sinceSeq: referredAt, rebateRate: TWENTY_PERCENT });
    expect(paid!.amount).toBe((paid!.fees * 20n) / 100n);
    expect(paid!.amount).toBe(expected);
    const [moved] = eventsOf(events, "moneyMoved");
    expect(moved).toMatchObject({ movement: MOVE_REBATE, fromAccount: FEE_ACCOUNT, toAccount: agent });
    expect(bookings[MOVE_REBATE]!.toBill).toBe(BILL_TRANSFER_IN);
    expect(amountOf(agent)).toBe(money("100") + expected);
    expect(amountOf(FEE_ACCOUNT)).toBe(before - expected);
    expect(venue.refuse({ type: "payRebates", account: user })).toEqual({
      type: "noRebateDue",
      account: user,
    });
    settled();
  });

  it("counts the fees of isolated positions, of those that are gone too", () => {
    const { venue, user, other, trade, refer, pay, settled } = opened();
    venue.mode(user, ISOLATED);
    refer();
    trade(OPEN_LONG, 100);
    venue.order({ account: other, action: OPEN_LONG, price: 600_000, size: 100 });
    const closing = venue.order({ account: user, action: CLOSE_LONG, price: 600_000, size: 100 });
    expect(eventsOf(closing.events, "positionClosed").some(({ account }) => account === user)).toBe(true);
    const [closed] = eventsOf(closing.events, "positionClosed").filter(({ account }) => account === user);
    const [paid] = eventsOf(pay().events, "rebatePaid");
    expect(paid!.fees).toBe(closed!.openFee + closed!.closeFee);
    settled();
  });

  it("is rounded down, and nothing is due of less than a quantum", () => {
    const { venue, user, trade, refer, pay, due } = opened();
    refer(1); // 1e-8 of 0.36
    trade(OPEN_LONG, 100);
    expect(venue.ask({ type: "referrals", agent: undefined })[0]!.fees).toBe(money("0.36"));
    expect(venue.refuse({ type: "payRebates", account: user })).toMatchObject({ type: "noRebateDue" });
    refer(8); // 2.88 quanta
    trade(OPEN_LONG, 100);
    expect(due()).toBe(2n);
    expect(eventsOf(pay().events, "rebatePaid")).toMatchObject([{ fees: money("0.36"), amount: 2n }]);
  });

  it("is refused where the fee account holds less; nothing is paid in part", () => {
    const { venue, agent, user, trade, refer, amountOf } = opened();
    refer();
    trade(OPEN_LONG, 100);
    const all = amountOf(FEE_ACCOUNT);
    venue.accept({ type: "moveMoney", movement: 6, from: FEE_ACCOUNT, to: agent, amount: all });
    expect(venue.refuse({ type: "payRebates", account: user })).toMatchObject({
      type: "balanceInsufficient",
      withdrawable: 0n,
    });
    const ending = { type: "setReferral", account: user, agent: 0, rebateRate: 0 } as const;
    expect(venue.refuse(ending)).toMatchObject({ type: "balanceInsufficient" });
  });
});

describe("a referral", () => {
  it("that changes or ends pays first what is due", () => {
    const { venue, agent, user, other, trade, refer, due, amountOf, settled } = opened();
    refer();
    trade(OPEN_LONG, 100);
    const owed = due()!;
    const changed = refer(TWENTY_PERCENT / 2, other);
    expect(eventsOf(changed.events, "rebatePaid")).toMatchObject([{ agent, amount: owed }]);
    expect(amountOf(agent)).toBe(money("100") + owed);
    expect(due()).toBe(0n);
    expect(venue.ask({ type: "referrals", agent })).toEqual([]);
    expect(venue.ask({ type: "referrals", agent: other })).toMatchObject([
      { account: user, rebateRate: 10_000_000 },
    ]);
    venue.accept({ type: "setReferral", account: user, agent: 0, rebateRate: 0 });
    expect(venue.ask({ type: "referrals", agent: undefined })).toEqual([]);
    settled();
  });

  it("leads to no one's own account, and is between users", () => {
    const { venue, agent, user, other, refer } = opened();
    const set = (account: number, by: number, rebateRate = TWENTY_PERCENT) =>
      venue.execute({ type: "setReferral", account, agent: by, rebateRate }).rejection;
    refer();
    expect(set(other, user)).toBeUndefined(); // the user is a sub-agent now
    expect(set(user, user)).toMatchObject({ type: "referralCircular" });
    expect(set(agent, other)).toEqual({ type: "referralCircular", account: agent, agent: other });
    expect(set(FEE_ACCOUNT, agent)).toMatchObject({ type: "unknownAccount", account: FEE_ACCOUNT });
    expect(set(user, FEE_ACCOUNT)).toMatchObject({ type: "unknownAccount", account: FEE_ACCOUNT });
    expect(set(user, 99)).toMatchObject({ type: "unknownAccount", account: 99 });
    for (const [by, rate] of [
      [agent, 0],
      [agent, 100_000_001],
      [agent, -1],
      [0, 1],
    ] as const)
      expect(set(user, by, rate)).toMatchObject({ type: "invalidValue", value: rate });
  });
});

describe("the audit finds", () => {
  const tamperings: [rule: string, tamper: (s: State, agent: number, user: number) => void][] = [
    ["who has no agent has no rebate rate", (s, agent) => (s.accounts.rebateRate[agent] = 1)],
    ["users bring users", (s, _, user) => (s.accounts.agent[user] = FEE_ACCOUNT)],
    ["a rebate is a part of the fees", (s, _, user) => (s.accounts.rebateRate[user] = 0)],
    ["nobody brought oneself", (s, _, user) => (s.accounts.agent[user] = user)],
    ["a rebate was paid in the past", (s, _, user) => (s.accounts.rebatedSeq[user] = s.seq + 1)],
    ["an amount of money is canonical", (s, _, user) => (s.accounts.endedFees.lo[user] = -1)],
  ];
  it.each(tamperings)("%s", (rule, tamper) => {
    const { venue, agent, user, refer } = opened();
    refer();
    tamper(venue.exchange.state, agent, user);
    expect(() => venue.exchange.audit()).toThrow(rule);
  });
});
