import type { FeeView } from "../query.ts";
import { MoneyColumn } from "../units/money.ts";
import { Pool } from "../units/pool.ts";
import { NO_FEE_SETTING } from "./feeSetting.ts";

/**
 * Accounts; the slot is the account id (slot 0 is never used), and an account is never dropped. Rare settings are
 * objects, what every order reads is in columns.
 */
export class Accounts extends Pool {
  kind: Uint8Array;
  status: Uint8Array;
  selfTradePrevention: Uint8Array;
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
  /** What the account's fills may still use up before it is judged again, in whole units; derived, like bands. */
  slackUnits: Float64Array;
  /** 1 while the account waits to be judged at the end of the step. */
  unjudged: Uint8Array;
  /** Σ order margin frozen by live opening orders; pays out of the shared entry. */
  frozen: MoneyColumn;
  readonly names: string[] = [""];
  readonly fees: FeeView[] = [NO_FEE_SETTING];
  /** Live client ids of an account, made when the first one is used. */
  readonly clientIds: (Map<string, number> | undefined)[] = [undefined];
  readonly byName = new Map<string, number>();

  constructor(capacity = 64) {
    super(capacity);
    this.kind = new Uint8Array(capacity);
    this.status = new Uint8Array(capacity);
    this.selfTradePrevention = new Uint8Array(capacity);
    this.orderRateLimitPerMinute = new Float64Array(capacity);
    this.orderDelayMs = new Float64Array(capacity);
    this.cancelDelayMs = new Float64Array(capacity);
    this.createdTime = new Float64Array(capacity);
    this.updatedTime = new Float64Array(capacity);
    this.version = new Float64Array(capacity);
    this.entry = new Int32Array(capacity);
    this.holdingHead = new Int32Array(capacity);
    this.holdingTail = new Int32Array(capacity);
    this.positionHead = new Int32Array(capacity);
    this.positionTail = new Int32Array(capacity);
    this.slackUnits = new Float64Array(capacity);
    this.unjudged = new Uint8Array(capacity);
    this.frozen = new MoneyColumn(capacity);
    this.take(); // slot 0: no account
    this.count = 0;
  }

  /** Whether `account` is the id of an account. */
  has(account: number): boolean {
    return account > 0 && account < this.top && Number.isInteger(account);
  }
}
