import { BUY, legOf, sideOf } from "../../../core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import { moneyText, priceText, sizeText, v3 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { symbolOf } from "../symbol.ts";

const { words } = v3;

/** Fees are positive where they were paid; a liquidation's fee is among them. */
export function showFill(row: FillRow, contract: ContractSpec): v3.Fill {
  const side = sideOf(row.action);
  return {
    id: row.trade,
    orderId: row.order,
    symbol: symbolOf(contract),
    buyer: side === BUY,
    maker: row.maker,
    side: words.sides[side]!,
    positionSide: words.positionSides[legOf(row.action)]!,
    price: priceText(contract, row.price),
    qty: sizeText(contract, row.size),
    quoteQty: moneyText(row.value),
    realizedPnl: moneyText(row.realized),
    commission: moneyText(row.fee + row.liquidationFee),
    commissionAsset: contract.quoteCoin,
    time: row.time,
  };
}
