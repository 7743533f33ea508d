import type { WireProfile } from "../../../../interface/wire/index.ts";
import { v2 } from "../../../../interface/wire/index.ts";
import type { PrivateChannel } from "../../../../interface/wire/sockets.ts";
import type { NoticeView } from "../../../../kernel/core/index.ts";
import type { ContractList } from "../../contracts.ts";
import { msgEvents } from "../../trading/pushedRows.ts";
import { pushedCollateral } from "../../v2/account/showAccount.ts";
import { pushedPosition } from "../../v2/account/showPosition.ts";
import { pushedFill, pushedOrder } from "../../v2/order/translate.ts";
import type { AccountEncoder, FollowedUpdate } from "../account/accountFeed.ts";

/**
 * The encoder of an account's changes in V2. There is one for all subscribers with the same profile, so that
 * they share the frames.
 */
export function accountEncoder(contracts: ContractList, profile: WireProfile): AccountEncoder {
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
      return entries.map(pushedCollateral);
    case "positions":
      return positions.map((each) => pushedPosition(each, contracts.at(each.contract)));
    case "fill":
      return fills.map((each) => pushedFill(each, contracts.at(each.contract), time));
    case "orders":
      return orders.map((each) => pushedOrder(each, contracts.at(each.contract), fillPrices.get(each.order)));
    case "messages":
      return notices.map(showMessage);
  }
}

function showMessage({ notice, time, text }: NoticeView): v2.MessagePush {
  return { id: String(notice), text, createdTime: String(time) };
}
