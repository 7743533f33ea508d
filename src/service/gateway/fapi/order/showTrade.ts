import type * as order from "../../../../interface/wire/fapi/order.ts";
import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import { moneyText, sizeText } from "../../../../interface/wire/index.ts";
import { BUY, isOpening, sideOf } from "../../../../kernel/core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { OrderRules } from "../../operation.ts";
import { symbolOf } from "../symbol.ts";
import { averageOf, positionSideOf } from "./showOrder.ts";

/** The fields of a fill that are added up where an order went through zero. */
type Fill = Pick<
  FillRow,
  "trade" | "order" | "action" | "size" | "value" | "fee" | "liquidationFee" | "realized"
>;

/** The profit of the part of a fill that closed, before its fees; 0 where it opened. */
function profitBeforeFees({ action, fee, liquidationFee, realized }: Omit<Fill, "trade" | "order">): bigint {
  return isOpening(action) ? 0n : realized + fee + liquidationFee;
}

/**
 * The part of an order in one trade. Where the order went through zero it has two fills, closing and
 * opening, which are shown as one; `action` is the first one's.
 */
export interface WholeFill {
  readonly lots: number;
  readonly value: bigint;
  /** All fees, positive where they were paid. */
  readonly fee: bigint;
  readonly profit: bigint;
}

/**
 * Joins the fills of the same order in the same trade, which are neighbours in the list.
 *
 * @returns one for each trade and order, in the order of the first fills, with the fill that stands for it
 */
export function joined<F extends Fill>(
  fills: readonly F[],
): readonly (readonly [fill: F, whole: WholeFill])[] {
  const wholes: [F, WholeFill][] = [];
  for (const fill of fills) {
    const [last, sum] = wholes.at(-1) ?? [];
    const own = {
      lots: fill.size,
      value: fill.value,
      fee: fill.fee + fill.liquidationFee,
      profit: profitBeforeFees(fill),
    };
    if (sum === undefined || last!.trade !== fill.trade || last!.order !== fill.order)
      wholes.push([fill, own]);
    else {
      wholes[wholes.length - 1] = [
        last!,
        {
          lots: sum.lots + own.lots,
          value: sum.value + own.value,
          fee: sum.fee + own.fee,
          profit: sum.profit + own.profit,
        },
      ];
    }
  }
  return wholes;
}

/** The account's part in a trade. @param orderId with which the order is shown */
export function showTrade(
  row: FillRow,
  { lots, value, fee, profit }: WholeFill,
  contract: ContractSpec,
  { positionMode }: Pick<OrderRules, "positionMode">,
  orderId: number,
): order.Trade {
  const side = sideOf(row.action);
  return {
    id: row.trade,
    orderId,
    symbol: symbolOf(contract),
    side: words.sides[side]!,
    positionSide: positionSideOf(row.action, positionMode),
    price: averageOf(contract, value, lots),
    qty: sizeText(contract, lots),
    quoteQty: moneyText(value),
    realizedPnl: moneyText(profit),
    commission: moneyText(fee),
    commissionAsset: contract.quoteCoin,
    time: row.time,
    buyer: side === BUY,
    maker: row.maker,
  };
}
