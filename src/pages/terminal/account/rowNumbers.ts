import type { v2 } from "../../../interface/wire/index.ts";
import { big, signedPercent } from "../format/decimal.ts";
import { actionOf } from "./liveOrder.ts";

/**
 * A number, its formula, and the fields of the same row that it is computed from. Amounts are the venue's;
 * values computed from them are only displayed.
 */
export interface RowNumber {
  readonly name: string;
  readonly value: string;
  readonly formula: string;
  readonly terms: Readonly<Record<string, string | number>>;
}

/** Movements of money that were announced, and neither completed nor dropped yet. */
export interface Pending {
  readonly deposit: string;
  readonly transferIn: string;
  readonly withdraw: string;
  readonly transferOut: string;
}

/** Fee and realised PnL of an execution: docs/reference/ledger.md. */
export function fillNumbers(fill: v2.Fill): readonly RowNumber[] {
  const { fillValue: value, fillSize: size, fillFee, liquidateFee, realizePnl } = fill;
  const price = big(value).div(size).toFixed();
  const fee: RowNumber = {
    name: "fee",
    value: fillFee,
    formula: "value · the account's rate as maker or taker",
    terms: { value, size, price, rate: rateOf(fillFee, value), liquidationFee: liquidateFee },
  };
  const worth: RowNumber = { name: "value", value, formula: "price · size", terms: { price, size } };
  const { opens, side } = actionOf(fill.direction);
  if (opens) return [fee, worth];
  const earned = big(realizePnl).plus(fillFee).plus(liquidateFee);
  const openedFor = side === "long" ? big(value).minus(earned) : big(value).plus(earned);
  const sign = side === "long" ? "value − opened for" : "opened for − value";
  return [
    {
      name: "realizedPnl",
      value: realizePnl,
      formula: `${sign} − fee − liquidation fee; the fee of opening is not in it`,
      terms: { value, openedFor: openedFor.toFixed(), fee: fillFee, liquidationFee: liquidateFee },
    },
    fee,
    worth,
  ];
}

/** The result of a position that has ended, from its prices alone, before any fee. */
export function grossOf({ side, openValue, closeValue }: v2.PastPosition): string {
  const gain = big(closeValue).minus(openValue);
  return (side === "LONG" ? gain : gain.times("-1")).toFixed();
}

/** All fees of a position that has ended. */
export function feesOf({ openFee, closeFee, liquidateFee }: v2.PastPosition): string {
  return big(openFee).plus(closeFee).plus(liquidateFee).toFixed();
}

/** The results of a position that has ended. */
export function closedNumbers(row: v2.PastPosition): readonly RowNumber[] {
  const { openValue, closeValue, openFee, closeFee, liquidateFee, fundingFee, realizePnl, netPnl } = row;
  const gross = grossOf(row);
  const fees = feesOf(row);
  const sign = row.side === "LONG" ? "close value − open value" : "open value − close value";
  return [
    {
      name: "net",
      value: netPnl,
      formula: "PnL before fees − fees + funding",
      terms: { beforeFees: gross, fees, funding: fundingFee },
    },
    { name: "beforeFees", value: gross, formula: sign, terms: { openValue, closeValue } },
    {
      name: "realizedPnl",
      value: realizePnl,
      formula: "PnL before fees − fee of closing − liquidation fee, as fills have it",
      terms: { beforeFees: gross, closeFee, liquidationFee: liquidateFee },
    },
    {
      name: "fees",
      value: fees,
      formula: "fee of opening + fee of closing + liquidation fee",
      terms: { openFee, closeFee, liquidationFee: liquidateFee },
    },
    {
      name: "funding",
      value: fundingFee,
      formula: "Σ of its settlements: size · mark · rate, paid or got",
      terms: {},
    },
  ];
}

/** How a type of bill changes the amount: docs/reference/ledger.md. */
const BILL_FORMULAS: Readonly<Record<string, string>> = {
  position_open_long: "− (value + fee)",
  position_open_short: "value − fee",
  position_close_long: "value − fee",
  position_close_short: "− (value + fee)",
};

/** Money that is on its way to the account, or from it. */
export function pendingNumbers({ deposit, transferIn, withdraw, transferOut }: Pending): {
  readonly coming: readonly RowNumber[];
  readonly leaving: readonly RowNumber[];
} {
  return {
    coming: [
      {
        name: "coming",
        value: big(deposit).plus(transferIn).toFixed(),
        formula:
          "deposits + transfers that were announced and not completed yet: none of the account's money until then",
        terms: { deposit, transferIn },
      },
    ],
    leaving: [
      {
        name: "leaving",
        value: big(withdraw).plus(transferOut).toFixed(),
        formula:
          "withdrawals + transfers that were announced and not completed yet: still in the equity, and no longer available",
        terms: { withdraw, transferOut },
      },
    ],
  };
}

/**
 * The numbers of a movement of money. @param rate of the settlement, for a bill of funding whose rate is
 * known
 */
export function billNumbers(bill: v2.Bill, rate?: string): readonly RowNumber[] {
  const { amount, balance, businessType } = bill;
  const fee = bill.fillFee || "0";
  const before = big(balance).minus(amount).toFixed();
  const formula = BILL_FORMULAS[businessType];
  const after: RowNumber = {
    name: "balance",
    value: balance,
    formula: "before + amount",
    terms: { before, amount },
  };
  if (formula !== undefined) {
    const value = (
      formula.startsWith("−") ? big(amount).times("-1").minus(fee) : big(amount).plus(fee)
    ).toFixed();
    return [{ name: "amount", value: amount, formula, terms: { value, fee } }, after];
  }
  if (businessType === "position_funding") {
    const terms =
      rate === undefined || big(rate).eq("0")
        ? {}
        : { rate: signedPercent(rate, 4), sizeAtMark: big(amount).div(rate).abs().toFixed(2) };
    const words = "size at mark · rate of the period; longs pay a positive rate, shorts get it";
    return [{ name: "amount", value: amount, formula: words, terms }, after];
  }
  const words = `moved as ${businessType.replaceAll("_", " ")}`;
  return [{ name: "amount", value: amount, formula: words, terms: {} }, after];
}

/** A fee as a part of the value, in percent. */
export function rateOf(fee: string, value: string): string {
  return big(value).eq("0") ? "0" : signedPercent(big(fee).div(value).toFixed(8), 4).replace("+", "");
}
