import type { MirroredFill } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { big, withThousands } from "../format/decimal.ts";
import type { Contract } from "../market/contract.ts";

/** An execution of one of the account's orders. */
export interface AccountFill {
  /** The trade's, which both sides have. */
  readonly id: string;
  readonly symbol: string;
  readonly timeMs: number;
  readonly size: string;
  readonly value: string;
  readonly isBuy: boolean;
  /** Whether a liquidation caused it. */
  readonly isForced: boolean;
}

export function ofFill(fill: v2.Fill): AccountFill {
  return {
    id: String(fill.tradeId),
    symbol: fill.symbol,
    timeMs: fill.createdTime,
    size: fill.fillSize,
    value: fill.fillValue,
    isBuy: fill.orderSide === "BUY",
    isForced: fill.liquidateType === "FORCE_LIQUIDATE",
  };
}

export function ofMirroredFill(fill: MirroredFill): AccountFill {
  return {
    id: fill.id,
    symbol: fill.symbol,
    timeMs: Number(fill.createdTime),
    size: fill.size,
    value: fill.value,
    isBuy: fill.orderSide === "BUY",
    isForced: !big(fill.liquidateFee).eq("0"),
  };
}

/**
 * One sentence for fills that came together: "Bought 0.8 BTC at 60 010.2 on average, 3 fills". One symbol,
 * one side.
 */
export function fillSentence(fills: readonly AccountFill[], contract: Contract | undefined): string {
  const sum = (of: "size" | "value") => fills.reduce((total, fill) => total.plus(big(fill[of])), big("0"));
  const size = sum("size");
  const price = sum("value")
    .div(size)
    .toFixed(contract?.grid.priceDecimals ?? 2);
  const verb = fills[0]!.isBuy ? "Bought" : "Sold";
  const many = fills.length > 1 ? ` on average, ${fills.length} fills` : "";
  return `${verb} ${withThousands(size.toFixed())} ${contract?.coin ?? ""} at ${withThousands(price)}${many}`;
}
