import { moneyText, priceText, shortLeverageText, sizeText, v3 } from "../../../../interface/wire/index.ts";
import type { PositionRow } from "../../../../interface/wire/v3/sockets/index.ts";
import { pushWords } from "../../../../interface/wire/v3/sockets/index.ts";
import type { PositionImage, PositionView } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { positionRow } from "../../trading/pushedRows.ts";
import { named, symbolOf } from "../symbol.ts";

const { words } = v3;

/** Funding is positive where it was received, as in bills. */
export function showPosition(view: PositionView, contract: ContractSpec): v3.Position {
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

/** A position as it is pushed, without what a price moves. */
export function pushedPosition(position: PositionImage, contract: ContractSpec): PositionRow {
  return { id: String(position.position), ...named(contract), ...positionRow(position, contract, own) };
}

const own = { ...pushWords, leverage: shortLeverageText };
