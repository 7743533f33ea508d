import type { FeeView } from "../query.ts";
import type { MoneyColumn } from "../units/money.ts";
import { Pool } from "../units/pool.ts";
import { NO_FEE_SETTING } from "./feeSetting.ts";

/**
 * Accounts; the slot is the account id (slot 0 is never used), and an account is never dropped. Rare settings are
 * objects, what every order reads is in columns.
 */
export class Accounts extends Pool {
  kind: Int32Array;
  status: Int32Array;
  selfTradePrevention: Int32Array;
  orderRateLimitPerMinute: Float64Array;
  orderDelayMs: Float64Array;
  cancelDelayMs: Float64Array;
  createdTime: Float64Array;
  updatedTime: Float64Array;
  /** Sequence number of the last event that touched the account. */
  version: Float64Array;
  /** Slot of the shared collateral entry. */
  entry: Int32Array;
  /** Head of the list of holdings, in order of creation; tail for appending. */
  holdingHead: Int32Array;
  holdingTail: Int32Array;
  /** Head of the list of isolated entries and of positions, by opening. */
  positionHead: Int32Array;
  positionTail: Int32Array;
  /** Of a user its paper account, of a paper account its user; 0 where there is none. */
  twin: Int32Array;
  /** Who brought this user, 0: nobody; its part of the trading fees, in 1e-8; since when. */
  agent: Int32Array;
  rebateRate: Int32Array;
  referredTime: Float64Array;
  /** Trading fees of isolated entries that are gone: with those of the entries that are there, all that it ever paid. */
  endedFees: MoneyColumn;
  /** Of what it paid, those that its agent has had its part of, and when that was. */
  rebatedFees: MoneyColumn;
  rebatedSeq: Float64Array;
  /** What the account's fills may still use up before it is judged again, in whole units; derived, like bands. */
  slackUnits: Float64Array;
  /** 1 while the account waits to be judged at the end of the step. */
  unjudged: Int32Array;
  /** Σ order margin frozen by live opening orders; pays out of the shared entry. */
  frozen: MoneyColumn;
  readonly names: string[] = [""];
  readonly fees: FeeView[] = [NO_FEE_SETTING];
  /** Live client ids of an account, made when the first one is used. */
  readonly clientIds: (Map<string, number> | undefined)[] = [undefined];
  readonly byName = new Map<string, number>();

  constructor(capacity = 64) {
    super(capacity);
    this.kind = this.ints();
    this.status = this.ints();
    this.selfTradePrevention = this.ints();
    this.orderRateLimitPerMinute = this.doubles();
    this.orderDelayMs = this.doubles();
    this.cancelDelayMs = this.doubles();
    this.createdTime = this.doubles();
    this.updatedTime = this.doubles();
    this.version = this.doubles();
    this.entry = this.ints();
    this.holdingHead = this.ints();
    this.holdingTail = this.ints();
    this.positionHead = this.ints();
    this.positionTail = this.ints();
    this.twin = this.ints();
    this.agent = this.ints();
    this.rebateRate = this.ints();
    this.referredTime = this.doubles();
    this.endedFees = this.money();
    this.rebatedFees = this.money();
    this.rebatedSeq = this.doubles();
    this.slackUnits = this.doubles();
    this.unjudged = this.ints();
    this.frozen = this.money();
    this.layApart();
    this.take(); // slot 0: no account
    this.count = 0;
  }

  /** Whether `account` is the id of an account. */
  has(account: number): boolean {
    return account > 0 && account < this.top && Number.isInteger(account);
  }
}
