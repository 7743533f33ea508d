import {
  BILL_CLOSE_LONG,
  BILL_CLOSE_SHORT,
  BILL_FILL_FEE_INCOME,
  BILL_FINISH_LIQUIDATE,
  BILL_FUNDING,
  BILL_LIQUIDATE_FEE_INCOME,
  BILL_OPEN_LONG,
  BILL_OPEN_SHORT,
  BILL_START_LIQUIDATE,
  bookings,
  CLOSE_LONG,
  CLOSE_SHORT,
  eventLayouts,
  FEE_ACCOUNT,
  FIRST_USER_ACCOUNT,
  INSURANCE_ACCOUNT,
  ISOLATED,
  Money,
  OPEN_LONG,
  OPEN_SHORT,
  offsetsOf,
  REASON_UNKNOWN,
  type RecordView,
  SELL,
  sideOf,
  type TimeMs,
} from "../../kernel/core/index.ts";
import type { BillTable, FillTable } from "./billTable.ts";

const billOf: Readonly<Record<number, number>> = {
  [OPEN_LONG]: BILL_OPEN_LONG,
  [OPEN_SHORT]: BILL_OPEN_SHORT,
  [CLOSE_LONG]: BILL_CLOSE_LONG,
  [CLOSE_SHORT]: BILL_CLOSE_SHORT,
};

const traded = offsetsOf(eventLayouts.traded);
const turned = offsetsOf(eventLayouts.tradeTurned);
const moved = offsetsOf(eventLayouts.moneyMoved);
const funded = offsetsOf(eventLayouts.fundingSettled);
const received = offsetsOf(eventLayouts.liquidationFeeReceived);
const started = offsetsOf(eventLayouts.liquidationStarted);
const finished = offsetsOf(eventLayouts.liquidationFinished);

/** Word offsets of one side's fields in `traded`. */
function sideOffsets<S extends "maker" | "taker">(side: S) {
  return {
    order: traded[`${side}Order`],
    account: traded[`${side}Account`],
    action: traded[`${side}Action`],
    kind: traded[`${side}Kind`],
    marginMode: traded[`${side}MarginMode`],
    separatedMode: traded[`${side}SeparatedMode`],
    position: traded[`${side}Position`],
    size: traded[`${side}Size`],
    value: traded[`${side}Value`],
    fee: traded[`${side}Fee`],
    liquidationFee: traded[`${side}LiquidationFee`],
    realized: traded[`${side}Realized`],
    bill: traded[`${side}Bill`],
    balance: traded[`${side}Balance`],
    feeBill: traded[`${side}FeeBill`],
    feeBalance: traded[`${side}FeeBalance`],
  };
}
type SideOffsets = ReturnType<typeof sideOffsets<"maker">>;
/** The fields that both sides of a trade share, and the account of the other side. */
interface SharedOffsets {
  readonly fill: number;
  readonly trade: number;
  readonly contract: number;
  readonly price: number;
  readonly counterparty: number;
}
const maker = sideOffsets("maker");
const taker = sideOffsets("taker");
const ofMaker: SharedOffsets = { ...traded, fill: traded.trade, counterparty: taker.account };
const ofTaker: SharedOffsets = { ...traded, fill: traded.trade, counterparty: maker.account };
const ofTurned: SharedOffsets = { ...turned, fill: turned.bill };

/** What a writer of bills needs to know of the market. */
interface Known {
  /** Whether an account's bills and fills are left out. */
  isOmitted(account: number): boolean;
  /** The coin of an account's bills. */
  coinOf(account: number): number;
  /** The present index of a contract, in points. */
  indexOf(contract: number): number;
}

/**
 * Writes the fills and bills that trades and movements of money make (docs/reference/ledger.md says which).
 */
export class BillWriter {
  readonly #fills: FillTable;
  readonly #bills: BillTable;
  readonly #isOmitted: (account: number) => boolean;
  readonly #coinOf: (account: number) => number;
  readonly #indexOf: (contract: number) => number;
  readonly #value = new Money();
  readonly #fee = new Money();
  readonly #liquidationFee = new Money();
  readonly #realized = new Money();
  readonly #amount = new Money();
  readonly #balance = new Money();
  readonly #none = new Money();

  constructor(fills: FillTable, bills: BillTable, { isOmitted, coinOf, indexOf }: Known) {
    this.#coinOf = coinOf;
    this.#indexOf = indexOf;
    this.#fills = fills;
    this.#bills = bills;
    this.#isOmitted = isOmitted;
  }

  /**
   * The `traded` event at word `at`: a fill and a bill for each party, and the fee account's income of each.
   */
  traded(view: RecordView, at: number, time: TimeMs, seq: number): void {
    this.#side(view, at, maker, ofMaker, true, time, seq);
    this.#side(view, at, taker, ofTaker, false, time, seq);
  }

  /** The `tradeTurned` event at word `at`: a further fill and bill of one party. */
  turned(view: RecordView, at: number, time: TimeMs, seq: number): void {
    this.#side(view, at, turned, ofTurned, view.words[at + turned.isTaker] === 0, time, seq);
  }

  #side(
    { words }: RecordView,
    at: number,
    side: SideOffsets,
    shared: SharedOffsets,
    isMaker: boolean,
    time: TimeMs,
    seq: number,
  ): void {
    const account = words[at + side.account]!;
    if (this.#isOmitted(account)) return;
    const read = (into: Money, offset: number): Money =>
      into.set(words[at + offset]!, words[at + offset + 1]!);
    const action = words[at + side.action]!;
    const contract = words[at + shared.contract]!;
    const position = words[at + side.position]!;
    const marginMode = words[at + side.marginMode]!;
    const value = read(this.#value, side.value);
    const fee = read(this.#fee, side.fee);
    const liquidationFee = read(this.#liquidationFee, side.liquidationFee);
    this.#fills.write(
      {
        fill: words[at + shared.fill]!,
        trade: words[at + shared.trade]!,
        order: words[at + side.order]!,
        account,
        contract,
        action,
        maker: isMaker,
        kind: words[at + side.kind]!,
        marginMode,
        separatedMode: words[at + side.separatedMode]!,
        position,
        price: words[at + shared.price]!,
        size: words[at + side.size]!,
        value,
        fee,
        liquidationFee,
        realized: read(this.#realized, side.realized),
        counterparty: words[at + shared.counterparty]!,
        indexPoints: this.#indexOf(contract),
      },
      time,
      seq,
    );
    const amount = this.#amount.clear().addSigned(sideOf(action) === SELL ? 1 : -1, value);
    this.#bills.write(
      {
        bill: words[at + side.bill]!,
        account,
        coin: this.#coinOf(account),
        entry: marginMode === ISOLATED ? position : 0,
        contract,
        type: billOf[action]!,
        amount: amount.subtract(fee).subtract(liquidationFee),
        balance: read(this.#balance, side.balance),
        fee,
        reason: REASON_UNKNOWN,
      },
      time,
      seq,
    );
    const feeBill = words[at + side.feeBill]!;
    if (feeBill === 0) return;
    this.#bills.write(
      {
        bill: feeBill,
        account: FEE_ACCOUNT,
        coin: this.#coinOf(FEE_ACCOUNT),
        entry: 0,
        contract,
        type: BILL_FILL_FEE_INCOME,
        amount: fee,
        balance: read(this.#balance, side.feeBalance),
        fee: this.#none,
        reason: REASON_UNKNOWN,
      },
      time,
      seq,
    );
  }

  /** The `moneyMoved` event at word `at`: a bill for each side. */
  moved({ words }: RecordView, at: number, time: TimeMs, seq: number): void {
    const booking = bookings[words[at + moved.movement]!]!;
    const from = words[at + moved.fromAccount]!;
    const to = words[at + moved.toAccount]!;
    const amount = this.#amount.set(words[at + moved.amount]!, words[at + moved.amount + 1]!);
    const contract = words[at + moved.contract]!;
    const { reason } = booking;
    const bill = (side: typeof fromSide, account: number, type: number): void => {
      this.#bills.write(
        {
          bill: words[at + side.bill]!,
          account,
          coin: this.#coinOf(account),
          entry: words[at + side.entry]!,
          contract,
          type,
          amount,
          balance: this.#balance.set(words[at + side.balance]!, words[at + side.balance + 1]!),
          fee: this.#none,
          reason,
        },
        time,
        seq,
      );
    };
    amount.negate();
    if (this.#isBilled(from, to)) bill(fromSide, from, booking.fromBill);
    amount.negate();
    if (this.#isBilled(to, from)) bill(toSide, to, booking.toBill);
  }

  /** The `fundingSettled` event at word `at`: one bill. */
  funded({ words }: RecordView, at: number, time: TimeMs, seq: number): void {
    const account = words[at + funded.account]!;
    if (this.#isOmitted(account)) return;
    const contract = words[at + funded.contract]!;
    this.#bill(words, at, funded, { account, contract, type: BILL_FUNDING, amount: true }, time, seq);
  }

  /** The `liquidationFeeReceived` event at word `at`: the insurance fund's income. */
  feeReceived({ words }: RecordView, at: number, time: TimeMs, seq: number): void {
    const contract = words[at + received.contract]!;
    const what = { account: INSURANCE_ACCOUNT, contract, type: BILL_LIQUIDATE_FEE_INCOME, amount: true };
    this.#bill(words, at, { ...received, entry: undefined }, what, time, seq);
  }

  /** `liquidationStarted` or `liquidationFinished` at word `at`: a marker, a bill of 0. */
  marked({ words }: RecordView, at: number, isStart: boolean, time: TimeMs, seq: number): void {
    const offsets = isStart ? started : finished;
    const account = words[at + offsets.account]!;
    if (this.#isOmitted(account)) return;
    const type = isStart ? BILL_START_LIQUIDATE : BILL_FINISH_LIQUIDATE;
    this.#bill(
      words,
      at,
      { ...offsets, entry: offsets.position, amount: 0 },
      { account, contract: -1, type, amount: false },
      time,
      seq,
    );
  }

  /** The bill of an event that leads to no other. */
  #bill(
    words: Float64Array,
    at: number,
    offsets: {
      readonly bill: number;
      readonly balance: number;
      readonly amount: number;
      readonly entry: number | undefined;
    },
    what: {
      readonly account: number;
      readonly contract: number;
      readonly type: number;
      readonly amount: boolean;
    },
    time: TimeMs,
    seq: number,
  ): void {
    const amount = this.#amount.clear();
    if (what.amount) amount.set(words[at + offsets.amount]!, words[at + offsets.amount + 1]!);
    this.#bills.write(
      {
        bill: words[at + offsets.bill]!,
        account: what.account,
        coin: this.#coinOf(what.account),
        entry: offsets.entry === undefined ? 0 : words[at + offsets.entry]!,
        contract: what.contract,
        type: what.type,
        amount,
        balance: this.#balance.set(words[at + offsets.balance]!, words[at + offsets.balance + 1]!),
        fee: this.#none,
        reason: REASON_UNKNOWN,
      },
      time,
      seq,
    );
  }

  /**
   * Whether a side gets a bill: a system account gets none where the other side is a house account whose
   * bills are left out.
   */
  #isBilled(account: number, other: number): boolean {
    return !this.#isOmitted(account) && !(account < FIRST_USER_ACCOUNT && this.#isOmitted(other));
  }
}

const fromSide = { entry: moved.fromEntry, bill: moved.fromBill, balance: moved.fromBalance };
const toSide = { entry: moved.toEntry, bill: moved.toBill, balance: moved.toBalance };
