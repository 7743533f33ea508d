import type { EntryImage, FillImage, NoticeView, OrderImage, PositionImage } from "../../../core/index.ts";
import { presetSource } from "../../../core/index.ts";
import type { WireProfile } from "../../../wire/index.ts";
import { leverageText, priceText, v2 } from "../../../wire/index.ts";
import type { PrivateChannel } from "../../../wire/sockets.ts";
import type { ContractList, ContractSpec } from "../../contracts.ts";
import type { FollowedUpdate, Speak } from "../account/accountFeed.ts";
import type { FillPricesOfOrder } from "../account/fillPrices.ts";
import type { AccountWords } from "../account/rows.ts";
import { collateralRow, fillRow, msgEvents, orderRow, positionRow } from "../account/rows.ts";

const { words } = v2;

const own: AccountWords = { ...v2.pushWords, leverage: leverageText, orderType: words.pushedOrderType };

/** How V2 says what changed of an account. One for all subscribers of a profile, so that they share the frames. */
export function speaking(contracts: ContractList, profile: WireProfile): Speak {
  return (update, channel, name) => {
    if (update.cause === "leverage" && profile.leveragePush === "silent") return undefined;
    const rows = rowsOf(update, channel, contracts);
    if (rows.length === 0) return undefined;
    return JSON.stringify({
      type: "trade-event",
      channel: name,
      event: "payload",
      msg: {
        msgEvent: msgEvents[update.cause],
        version: update.version,
        data: { [v2.privateChannels[channel].key]: rows },
        time: update.time,
      },
    });
  };
}

function rowsOf(
  { entries, positions, fills, orders, notices, fillPrices, time }: FollowedUpdate,
  channel: PrivateChannel,
  contracts: ContractList,
): readonly object[] {
  switch (channel) {
    case "account":
      return entries.map(showCollateral);
    case "positions":
      return positions.map((each) => showPosition(each, contracts.at(each.contract)));
    case "fill":
      return fills.map((each) => showFill(each, contracts.at(each.contract), time));
    case "orders":
      return orders.map((each) => showOrder(each, contracts.at(each.contract), fillPrices.get(each.order)));
    case "messages":
      return notices.map(showMessage);
  }
}

function showMessage({ notice, time, text }: NoticeView): v2.MessagePush {
  return { id: String(notice), text, createdTime: String(time) };
}

function showCollateral(entry: EntryImage): v2.CollateralPush {
  return {
    coinId: words.coins[entry.coin]!,
    crossContractId: "0",
    ...collateralRow(entry, words.marginModes),
  };
}

function showPosition(position: PositionImage, contract: ContractSpec): v2.PositionPush {
  return { id: String(position.position), ...named(contract), ...positionRow(position, contract, own) };
}

function showFill(fill: FillImage, contract: ContractSpec, time: number): v2.FillPush {
  return { id: String(fill.trade), ...named(contract), ...fillRow(fill, contract, time, own) };
}

function showOrder(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
): v2.OrderPush {
  const { presetTakeProfit, presetStopLoss, presetsOnMark } = order;
  const preset = (price: number, isTakeProfit: boolean): v2.PresetPush => ({
    triggerPrice: priceText(contract, price),
    triggerPriceType: words.pushedTriggerPriceTypes[presetSource(presetsOnMark, isTakeProfit)]!,
    type: isTakeProfit ? "TAKE_PROFIT_MARKET" : "STOP_MARKET",
  });
  return {
    id: String(order.order),
    ...named(contract),
    ...orderRow(order, contract, prices, own),
    ...(presetTakeProfit !== 0 && { openTpParam: preset(presetTakeProfit, true) }),
    ...(presetStopLoss !== 0 && { openSlParam: preset(presetStopLoss, false) }),
  };
}

function named(contract: ContractSpec) {
  return { coinId: contract.quoteCoin, contractId: contract.symbol };
}
