import {
  CLOSE_SHORT,
  FEE_ACCOUNT,
  FIRST_USER_ACCOUNT,
  INSURANCE_ACCOUNT,
  ISOLATED,
  KIND_AGREEMENT,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  LONG,
  MOVE_FIX_MARGIN,
  OPEN_LONG,
  ORIGIN_BOOK,
  ORIGIN_DELEVERAGING,
  ORIGIN_NETTING,
  SHARED,
} from "../../src/kernel/core/data/codes.ts";
import type { Event, EventOf } from "../../src/kernel/core/data/messages/event.ts";
import { NONE } from "../../src/kernel/core/data/units/units.ts";
import type { Executed } from "../core/driver.ts";
import { type Driver, eventsOf } from "../core/driver.ts";

/** A bill as its event tells it: whose entry, by how much, and the balance after it. */
interface Bill {
  readonly account: number;
  readonly entry: number;
  readonly amount: bigint;
  readonly balance: bigint;
}

/**
 * What must hold of everything that a crashing market does, told command by command. Throws at the first
 * breach.
 */
export class CrashRules {
  readonly counts = new Map<string, number>();
  private readonly balances = new Map<string, bigint>();

  check(venue: Driver, { events }: Executed): void {
    venue.exchange.audit();
    for (const event of events) for (const bill of billsOf(event)) this.book(bill);
    this.checkLadders(events);
    this.checkFees(events);
    this.checkFunding(venue, events);
    this.checkBooks(venue);
    for (const event of events) this.count(event.type);
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Each balance is the one before plus the bill: nothing reaches an entry without one. */
  private book({ account, entry, amount, balance }: Bill): void {
    const key = `${account}/${entry}`;
    const due = (this.balances.get(key) ?? 0n) + amount;
    must(due === balance, `a balance is the one before plus the bill: ${key} ${due} ${balance}`);
    this.balances.set(key, balance);
  }

  /** The balances of all bills are the amounts; no user owes anything that no position backs. */
  private checkBooks(venue: Driver): void {
    const { accounts, entries, positions, contracts } = venue.exchange.state;
    for (const entry of entries.slots()) {
      const account = entries.account[entry]!;
      const key = `${account}/${entries.position[entry]!}`;
      const amount = entries.amount.quanta(entry);
      if (amount !== (this.balances.get(key) ?? 0n)) must(false, `an amount is the sum of its bills: ${key}`);
    }
    for (const account of accounts.ids()) {
      if (account < FIRST_USER_ACCOUNT) continue;
      let equity = entries.amount.quanta(accounts.entry[account]!);
      for (let p = accounts.positionHead[account]!; p !== NONE; p = positions.accountNext[p]!) {
        const { markPoints, quantaPerPointLot } = contracts[positions.contract[p]!]!;
        const value = BigInt(positions.size[p]!) * BigInt(markPoints) * BigInt(quantaPerPointLot);
        const signed = positions.leg[p] === LONG ? value : -value;
        if (positions.marginMode[p] === SHARED) equity += signed;
        else {
          const isolated = entries.amount.quanta(positions.entry[p]!) + signed;
          if (isolated < 0n)
            must(false, `no isolated entry is left below zero: ${positions.id[p]} ${isolated}`);
        }
      }
      if (equity < 0n) must(false, `no shared entry is left below zero: ${account} ${equity}`);
    }
  }

  /**
   * Nobody healthy is liquidated; rungs follow each other; what is closed leaves nothing owed; ADL goes by
   * the rungs' order.
   */
  private checkLadders(events: readonly Event[]): void {
    let started: EventOf<"liquidationStarted"> | undefined;
    let rung = 0;
    let covered = 0n;
    /**
     * The isolated position whose liquidation ended last, with less than nothing in its entry: what it holds
     * is worth more.
     */
    let owing = 0;
    for (const event of events) {
      if (event.type === "liquidationStarted") {
        must(started === undefined, "one liquidation at a time");
        const { equity, requirement } = event;
        const isBreach = equity <= requirement && (requirement > 0n || equity < 0n);
        must(event.forced || isBreach, "nobody above the requirement is liquidated");
        started = event;
        rung = 0;
        owing = 0;
        this.count(event.position === 0 ? "ladder, shared" : "ladder, isolated");
      } else if (event.type === "liquidationFinished") {
        must(started?.account === event.account && started.position === event.position, "what starts ends");
        owing = event.balance < 0n ? event.position : 0;
        started = undefined;
      } else if (event.type === "positionClosed") {
        must(owing === 0 || event.position !== owing, "an isolated entry ends with nothing owed");
      } else if (event.type === "moneyMoved" && event.movement === MOVE_FIX_MARGIN) {
        must(event.fromAccount === INSURANCE_ACCOUNT, "the fund covers shortfalls");
        must(event.toBalance === 0n, "a shortfall is covered exactly");
        covered += event.amount;
        this.count(event.toEntry === 0 ? "shared shortfall" : "isolated shortfall");
      } else if (event.type === "traded" && started !== undefined) {
        const next = rungOf(event);
        must(started.position === 0 ? next >= rung : next === BURST, "rungs follow each other");
        rung = next;
        this.countRung(event);
      }
    }
    must(started === undefined, "a liquidation ends in its step");
    must(covered >= 0n, "a cover is positive");
    this.checkDeleveraging(events);
  }

  private countRung(trade: EventOf<"traded">): void {
    const mode = trade.takerMarginMode === ISOLATED ? "isolated" : "shared";
    if (trade.origin !== ORIGIN_BOOK) this.count(`${ORIGINS[trade.origin]}, ${mode}`);
    else this.count(trade.takerKind === KIND_OFFSET ? "reduction" : `close, ${mode}`);
  }

  /**
   * A victim loses a position of the other leg, without a fee, at the value that the closer was owed for its
   * lots.
   */
  private checkDeleveraging(events: readonly Event[]): void {
    for (const trade of eventsOf(events, "traded")) {
      if (trade.origin !== ORIGIN_DELEVERAGING) continue;
      must(trade.makerKind === KIND_AGREEMENT, "a victim's order is an agreement");
      must(trade.makerAccount !== trade.takerAccount, "nobody is his own victim");
      must(trade.makerFee === 0n && trade.takerFee === 0n, "deleveraging is free of fees");
      const [maker, taker] = [trade.makerAction === CLOSE_SHORT, trade.takerAction === CLOSE_SHORT];
      must(maker !== taker && trade.makerAction > OPEN_LONG + 1, "a long and a short close");
    }
  }

  /** What takers are charged on the ladder is the fund's income, and never more than λ of the value. */
  private checkFees(events: readonly Event[]): void {
    let charged = 0n;
    for (const trade of eventsOf(events, "traded")) {
      must(trade.makerLiquidationFee === 0n, "makers pay no liquidation fee");
      must(trade.takerLiquidationFee * 100n <= trade.value, "a liquidation fee is at most one hundredth");
      must(trade.takerLiquidationFee >= 0n, "a liquidation fee is not negative");
      charged += trade.takerLiquidationFee;
      if (trade.takerLiquidationFee > 0n) this.count("liquidation fee");
    }
    for (const income of eventsOf(events, "liquidationFeeReceived")) charged -= income.amount;
    must(charged === 0n, "the fund receives every liquidation fee");
  }

  /**
   * What payers pay is what receivers and the fund get. The fund's part is a rounding: less than a quantum of
   * what each payer owes, one of what each receiver is due and one of its share of what was collected; who
   * pays or gets nothing counts, too.
   */
  private checkFunding(venue: Driver, events: readonly Event[]): void {
    const { top, stride } = venue.exchange.state.positions;
    const roundings = BigInt(2 * (top / stride));
    for (const turned of eventsOf(events, "fundingTurned")) {
      const parts = eventsOf(events, "fundingSettled").filter((each) => each.contract === turned.contract);
      const sum = parts.reduce((total, each) => total + each.amount, 0n);
      must(sum === 0n, `funding makes no money: ${sum}`);
      for (const { amount, position, rate } of parts) {
        if (position === 0) must(amount > 0n && amount < roundings, "the fund keeps a rounding");
        if (position !== 0) this.count(amount < 0n === rate > 0 ? "funding, long" : "funding, short");
      }
    }
  }
}

const BURST = 2;
const ORIGINS = ["book", "netting", "take-over", "deleveraging"];

/** Which rung of the ladder a trade belongs to. */
function rungOf(trade: EventOf<"traded">): number {
  if (trade.origin === ORIGIN_NETTING) return 0;
  return trade.takerKind === KIND_LIQUIDATION ? BURST : 1;
}

function billsOf(event: Event): Bill[] {
  switch (event.type) {
    case "moneyMoved":
      return [
        {
          account: event.fromAccount,
          entry: event.fromEntry,
          amount: -event.amount,
          balance: event.fromBalance,
        },
        { account: event.toAccount, entry: event.toEntry, amount: event.amount, balance: event.toBalance },
      ];
    case "fundingSettled":
      return [event];
    case "liquidationFeeReceived":
      return [{ ...event, account: INSURANCE_ACCOUNT, entry: 0 }];
    case "liquidationStarted":
    case "liquidationFinished":
      return [{ ...event, entry: event.position, amount: 0n }];
    case "traded":
      return [...sideBills(event, "maker"), ...sideBills(event, "taker")];
    case "tradeTurned":
      return fillBills(event);
    default:
      return [];
  }
}

function sideBills(trade: EventOf<"traded">, side: "maker" | "taker"): Bill[] {
  return fillBills({
    account: trade[`${side}Account`],
    position: trade[`${side}Position`],
    action: trade[`${side}Action`],
    marginMode: trade[`${side}MarginMode`],
    value: trade[`${side}Value`],
    fee: trade[`${side}Fee`],
    liquidationFee: trade[`${side}LiquidationFee`],
    balance: trade[`${side}Balance`],
    feeBill: trade[`${side}FeeBill`],
    feeBalance: trade[`${side}FeeBalance`],
  });
}

type Fill = Pick<
  EventOf<"tradeTurned">,
  | ("account" | "position" | "action" | "marginMode" | "value" | "fee" | "liquidationFee")
  | ("balance" | "feeBill" | "feeBalance")
>;

function fillBills({ account, action, fee, ...fill }: Fill): Bill[] {
  const buys = action === OPEN_LONG || action === CLOSE_SHORT;
  const own = {
    account,
    entry: fill.marginMode === ISOLATED ? fill.position : 0,
    amount: (buys ? -fill.value : fill.value) - fee - fill.liquidationFee,
    balance: fill.balance,
  };
  if (fill.feeBill === 0) return [own];
  return [own, { account: FEE_ACCOUNT, entry: 0, amount: fee, balance: fill.feeBalance }];
}

function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule);
}
