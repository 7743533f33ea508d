import type { PositionView } from "../../../core/index.ts";
import { moneyText, priceText, shortLeverageText, sizeText, v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/account.ts";
import type { ContractSpec } from "../../contracts.ts";
import { privateOperation } from "../../operation.ts";
import { contractOf, symbolOf } from "../symbol.ts";

export const allPosition = privateOperation(
  declared.allPosition,
  async ({ engine, account, contracts }): Promise<v3.Position[]> => {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
);

export const singlePosition = privateOperation(
  declared.singlePosition,
  async ({ engine, account, contracts }, { symbol }): Promise<v3.Position[]> => {
    const contract = contractOf(contracts, symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
);

const { words } = v3;

/** Funding is positive where it was received, as in bills. */
function showPosition(view: PositionView, contract: ContractSpec): v3.Position {
  return {
    id: view.position,
    asset: contract.quoteCoin,
    symbol: symbolOf(contract),
    side: words.positionSides[view.leg]!,
    marginType: words.marginTypes[view.marginMode]!,
    separatedMode: words.separatedTypes[view.separatedMode]!,
    separatedOpenOrderId: view.openOrder,
    leverage: shortLeverageText(view.leverage),
    size: sizeText(contract, view.size),
    openValue: moneyText(view.openValue),
    openFee: moneyText(view.openFee),
    fundingFee: moneyText(view.fundingFee),
    marginSize: moneyText(view.margin),
    isolatedMargin: moneyText(view.isolatedMargin),
    isAutoAppendIsolatedMargin: view.autoAppend,
    cumOpenSize: sizeText(contract, view.cumOpenSize),
    cumOpenValue: moneyText(view.cumOpenValue),
    cumOpenFee: moneyText(view.cumOpenFee),
    cumCloseSize: sizeText(contract, view.cumCloseSize),
    cumCloseValue: moneyText(view.cumCloseValue),
    cumCloseFee: moneyText(view.cumCloseFee),
    cumFundingFee: moneyText(view.cumFunding),
    cumLiquidateFee: moneyText(view.cumLiquidateFee),
    createdMatchSequenceId: view.createdSeq,
    updatedMatchSequenceId: view.updatedSeq,
    createdTime: view.createdTime,
    updatedTime: view.updatedTime,
    unrealizePnl: moneyText(view.unrealized),
    liquidatePrice: view.liquidationPrice === 0 ? "0" : priceText(contract, view.liquidationPrice),
  };
}
