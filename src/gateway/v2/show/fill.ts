import { legOf, sideOf } from "../../../core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import type { WireProfile } from "../../../wire/index.ts";
import { moneyText, sizeText, v2 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";

const { words } = v2;

/** Fees are positive where they were paid. */
export function showFill(row: FillRow, contract: ContractSpec, profile: WireProfile): v2.Fill {
  const did = words.fillDirection(row.action);
  return {
    tradeId: row.trade,
    orderId: row.order,
    symbol: contract.symbol,
    marginMode: words.marginModes[row.marginMode]!,
    separatedMode: words.separatedModes[row.separatedMode]!,
    positionSide: words.positionSides[legOf(row.action)]!,
    orderSide: words.orderSides[sideOf(row.action)]!,
    fillSize: sizeText(contract, row.size),
    fillValue: moneyText(row.value),
    fillFee: moneyText(row.fee),
    liquidateFee: moneyText(row.liquidationFee),
    realizePnl: moneyText(row.realized),
    direction: profile.fillDirection === "action" ? did : row.maker ? "MAKER" : "TAKER",
    liquidateType: words.liquidateType(row.kind),
    legacyOrdeDirection: did,
    createdTime: row.time,
  };
}
