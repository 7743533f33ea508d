import { averagePriceText, leverageText, moneyText, sizeText, v2 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import { LONG } from "../../../../kernel/core/index.ts";
import type { CloseRow } from "../../../readmodel/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import { checkOrder } from "../../trading/span.ts";
import { showPosition } from "./showPosition.ts";

export const allPosition = privateOperation(
  declared.allPosition,
  async ({ engine, account, contracts }): Promise<v2.Position[]> => {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
);

export const singlePosition = privateOperation(
  declared.singlePosition,
  async ({ engine, account, contracts }, { symbol }): Promise<v2.Position[]> => {
    const contract = contracts.of(symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
);

/** Ours: no other venue has it. The positions that have ended, each with its result, newest first. */
export const closedPositions = privateOperation(
  declared.closedPositions,
  async ({ history, account, contracts }, input): Promise<v2.PastPositions> => {
    checkOrder(input);
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
);

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
