// Made of model/accounts.ts by `npm run golden`: what a row has is changed there.
import type { Columns } from "../../encoding/stateStream.ts";
import type { PublishedValues } from "../entity.ts";
import type { accounts } from "../accounts.ts";
import type { AccountId, EntrySlot, HoldingSlot, PositionSlot, Rate, Seq, TimeMs } from "../../units/kinds.ts";
import { MoneyColumn } from "../../units/money.ts";
import { Pool } from "../../units/pool.ts";

/** A row as records and views show it. */
export type PublishedAccount = PublishedValues<typeof accounts>;

export abstract class AccountColumns extends Pool<AccountId> {
  kind = this.int<number>(0);
  /** Of a user its paper account, of a paper account its user; 0 where there is none. */
  twin = this.int<AccountId>(0);
  status = this.int<number>(0);
  orderRateLimitPerMinute = this.double<number>(0);
  orderDelayMs = this.double<number>(0);
  cancelDelayMs = this.double<number>(0);
  selfTradePrevention = this.int<number>(0);
  /** Whether it holds a leg each way, or one net position a contract. */
  positionMode = this.int<number>(0);
  /** From which requirement, in per cent of equity, on its margin is called for; 0: it is not. */
  marginCallPercent = this.int<number>(0);
  /** Orders of accounts of one group never meet in the book; 0: of none. */
  group = this.int<number>(0);
  createdTime = this.double<TimeMs>(0);
  updatedTime = this.double<TimeMs>(0);
  /** Sequence number of the last event that touched the account. */
  version = this.double<Seq>(0);
  /** Slot of the shared collateral entry. */
  entry = this.int<EntrySlot>(0);
  /** List of holdings, in order of creation; the tail for appending. */
  holdingHead = this.int<HoldingSlot>(0);
  holdingTail = this.int<HoldingSlot>(0);
  /** List of positions, by opening. */
  positionHead = this.int<PositionSlot>(0);
  positionTail = this.int<PositionSlot>(0);
  /** Who brought this user, 0: nobody. */
  agent = this.int<AccountId>(0);
  /** The agent's part of the trading fees. */
  rebateRate = this.int<Rate>(0);
  referredTime = this.double<TimeMs>(0);
  /**
   * Trading fees of isolated entries that are gone: with those of the entries that are there, all that it
   * ever paid.
   */
  readonly endedFees = new MoneyColumn<AccountId>();
  /** Of what it paid, those that its agent has had its part of, and when that was. */
  readonly rebatedFees = new MoneyColumn<AccountId>();
  rebatedSeq = this.double<Seq>(0);
  /**
   * What the account's fills may still use up before it is judged again, in whole units; derived, like bands.
   */
  slackUnits = this.double<number>(0);
  /** 1 while the account waits to be judged at the end of the step. */
  marginDirty = this.int<number>(0);
  /** Σ order margin frozen by live opening orders; pays out of the shared entry. */
  readonly frozen = new MoneyColumn<AccountId>();

  constructor(capacity: number) {
    super({ doubles: 15, ints: 15, together: false });
    this.resize(capacity);
  }

  /** Puts every column of a row to rest. */
  clear(slot: AccountId): void {
    this.kind[slot] = 0;
    this.twin[slot] = 0;
    this.status[slot] = 0;
    this.orderRateLimitPerMinute[slot] = 0;
    this.orderDelayMs[slot] = 0;
    this.cancelDelayMs[slot] = 0;
    this.selfTradePrevention[slot] = 0;
    this.positionMode[slot] = 0;
    this.marginCallPercent[slot] = 0;
    this.group[slot] = 0;
    this.createdTime[slot] = 0;
    this.updatedTime[slot] = 0;
    this.version[slot] = 0;
    this.entry[slot] = 0;
    this.holdingHead[slot] = -1;
    this.holdingTail[slot] = -1;
    this.positionHead[slot] = -1;
    this.positionTail[slot] = -1;
    this.agent[slot] = 0;
    this.rebateRate[slot] = 0;
    this.referredTime[slot] = 0;
    this.endedFees.clear(slot);
    this.rebatedFees.clear(slot);
    this.rebatedSeq[slot] = 0;
    this.slackUnits[slot] = 0;
    this.marginDirty[slot] = 0;
    this.frozen.clear(slot);
  }

  /** What a snapshot keeps, by name. */
  persisted(): Columns {
    return {
      kind: this.kind,
      twin: this.twin,
      status: this.status,
      orderRateLimitPerMinute: this.orderRateLimitPerMinute,
      orderDelayMs: this.orderDelayMs,
      cancelDelayMs: this.cancelDelayMs,
      selfTradePrevention: this.selfTradePrevention,
      positionMode: this.positionMode,
      marginCallPercent: this.marginCallPercent,
      group: this.group,
      createdTime: this.createdTime,
      updatedTime: this.updatedTime,
      version: this.version,
      agent: this.agent,
      rebateRate: this.rebateRate,
      referredTime: this.referredTime,
      endedFees: this.endedFees,
      rebatedFees: this.rebatedFees,
      rebatedSeq: this.rebatedSeq,
      frozen: this.frozen,
    };
  }

  protected override lay(): void {
    this.endedFees.lay(this.double(0), this.double(1));
    this.rebatedFees.lay(this.double(2), this.double(3));
    this.frozen.lay(this.double(4), this.double(5));
    this.orderRateLimitPerMinute = this.double(6);
    this.orderDelayMs = this.double(7);
    this.cancelDelayMs = this.double(8);
    this.createdTime = this.double(9);
    this.updatedTime = this.double(10);
    this.version = this.double(11);
    this.referredTime = this.double(12);
    this.rebatedSeq = this.double(13);
    this.slackUnits = this.double(14);
    this.kind = this.int(0);
    this.twin = this.int(1);
    this.status = this.int(2);
    this.selfTradePrevention = this.int(3);
    this.positionMode = this.int(4);
    this.marginCallPercent = this.int(5);
    this.group = this.int(6);
    this.entry = this.int(7);
    this.holdingHead = this.int(8);
    this.holdingTail = this.int(9);
    this.positionHead = this.int(10);
    this.positionTail = this.int(11);
    this.agent = this.int(12);
    this.rebateRate = this.int(13);
    this.marginDirty = this.int(14);
  }
}

/** What is published of a row. */
export function viewAccount(rows: AccountColumns, slot: AccountId): PublishedAccount {
  return {
    kind: rows.kind[slot],
    twin: rows.twin[slot],
    status: rows.status[slot],
    orderRateLimitPerMinute: rows.orderRateLimitPerMinute[slot],
    orderDelayMs: rows.orderDelayMs[slot],
    cancelDelayMs: rows.cancelDelayMs[slot],
    selfTradePrevention: rows.selfTradePrevention[slot],
    positionMode: rows.positionMode[slot],
    marginCallPercent: rows.marginCallPercent[slot],
    group: rows.group[slot],
    createdTime: rows.createdTime[slot],
    updatedTime: rows.updatedTime[slot],
    version: rows.version[slot],
  };
}
