import { LONG } from "../../../../core/index.ts";
import type { CloseRow } from "../../../../readmodel/index.ts";
import {
  averagePriceText,
  integer,
  leverageText,
  moneyText,
  optional,
  sizeText,
  text,
  time,
  v2,
} from "../../../../wire/index.ts";
import type { ContractSpec } from "../../../contracts.ts";
import { privateOperation } from "../../../operation.ts";
import { beforeId } from "../../../trading/beforeId.ts";

/** Ours: no other venue has it. What each position came to that has ended, newest first. */
export const closedPositions = privateOperation({
  method: "GET",
  path: "/capi/v2/account/position/closed",
  summary: "Positions that have ended, one row each, newest first (an operation of this venue's own)",
  meaning:
    "Positions that have ended, one row each: what was opened and closed, fees, funding, and what it came to. An operation of this venue.",
  call: "positions.closed",
  source: "docs/reference/history.md",
  weight: { ip: 5, uid: 5 },
  access: "read",
  parameters: {
    symbol: optional(text("Trading pair")),
    startTime: optional(time("Ended at or after, Unix ms")),
    endTime: optional(time("Ended at or before, Unix ms")),
    limit: optional(integer("Records returned", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: v2.PastPositions,
  async handle({ history, account, contracts }, input): Promise<v2.PastPositions> {
    const page = await history.closedPositions({
      account,
      contract: contracts.ofFilter(input.symbol)?.contract,
      from: input.startTime,
      to: input.endTime,
      limit: input.limit,
      before: input.beforeId,
    });
    return { list: page.rows.map((row) => show(row, contracts.at(row.contract))), nextPage: page.more };
  },
});

function show(row: CloseRow, contract: ContractSpec): v2.PastPosition {
  const { openValue, closeValue, openFee, closeFee, liquidationFee, funding } = row;
  const gained = row.leg === LONG ? closeValue - openValue : openValue - closeValue;
  const realized = gained - closeFee - liquidationFee;
  return {
    closeId: row.id,
    positionId: row.position,
    symbol: contract.symbol,
    side: v2.words.positionSides[row.leg]!,
    marginMode: v2.words.marginModes[row.marginMode]!,
    separatedMode: v2.words.separatedModes[row.separatedMode]!,
    leverage: leverageText(row.leverage),
    size: sizeText(contract, row.openSize),
    openValue: moneyText(openValue),
    closeValue: moneyText(closeValue),
    openPrice: averagePriceText(contract, openValue, row.openSize),
    closePrice: averagePriceText(contract, closeValue, row.openSize),
    openFee: moneyText(openFee),
    closeFee: moneyText(closeFee),
    liquidateFee: moneyText(liquidationFee),
    fundingFee: moneyText(funding),
    realizePnl: moneyText(realized),
    netPnl: moneyText(realized - openFee + funding),
    openedTime: row.openedTime,
    closedTime: row.time,
  };
}
