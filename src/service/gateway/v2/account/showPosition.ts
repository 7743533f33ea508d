import {
  faceValueText,
  leverageText,
  moneyText,
  priceText,
  sizeText,
  v2,
} from "../../../../interface/wire/index.ts";
import type { PositionImage, PositionView } from "../../../../kernel/core/index.ts";
import { COIN_USDT } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { positionRow } from "../../trading/pushedRows.ts";
import { named } from "../order/translate.ts";

const { words } = v2;

/** A position. Funding is positive where it was received, as in bills. */
export function showPosition(view: PositionView, contract: ContractSpec): v2.Position {
  return {
    id: view.position,
    account_id: view.account,
    coin_id: COIN_USDT,
    contract_id: words.CONTRACT_ID_BASE + view.contract,
    symbol: contract.symbol,
    side: words.positionSides[view.leg]!,
    margin_mode: words.marginModes[view.marginMode]!,
    separated_mode: words.separatedModes[view.separatedMode]!,
    separated_open_order_id: view.openOrder,
    leverage: leverageText(view.leverage),
    size: sizeText(contract, view.size),
    open_value: moneyText(view.openValue),
    open_fee: moneyText(view.openFee),
    funding_fee: moneyText(view.fundingFee),
    marginSize: moneyText(view.margin),
    isolated_margin: moneyText(view.isolatedMargin),
    is_auto_append_isolated_margin: view.autoAppend,
    cum_open_size: sizeText(contract, view.cumOpenSize),
    cum_open_value: moneyText(view.cumOpenValue),
    cum_open_fee: moneyText(view.cumOpenFee),
    cum_close_size: sizeText(contract, view.cumCloseSize),
    cum_close_value: moneyText(view.cumCloseValue),
    cum_close_fee: moneyText(view.cumCloseFee),
    cum_funding_fee: moneyText(view.cumFunding),
    cum_liquidate_fee: moneyText(view.cumLiquidateFee),
    created_match_sequence_id: view.createdSeq,
    updated_match_sequence_id: view.updatedSeq,
    created_time: view.createdTime,
    updated_time: view.updatedTime,
    contractVal: faceValueText(contract),
    unrealizePnl: moneyText(view.unrealized),
    liquidatePrice: view.liquidationPrice === 0 ? "0" : priceText(contract, view.liquidationPrice),
  };
}

/** A position as it is pushed: without the fields that change with the price. */
export function pushedPosition(position: PositionImage, contract: ContractSpec): v2.PositionPush {
  return { id: String(position.position), ...named(contract), ...positionRow(position, contract, own) };
}

const own = { ...v2.pushWords, leverage: leverageText };
