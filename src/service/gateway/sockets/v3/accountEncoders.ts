import type { PrivateChannel } from "../../../../interface/wire/sockets.ts";
import type { ContractList } from "../../contracts.ts";
import { msgEvents } from "../../trading/pushedRows.ts";
import { pushedCollateral } from "../../v3/account/account.ts";
import { pushedPosition } from "../../v3/account/showPosition.ts";
import { pushedFill, pushedOrder } from "../../v3/order/translate.ts";
import type { AccountEncoder, FollowedUpdate } from "../account/accountFeed.ts";

/**
 * The encoder of an account's changes in V3. There is one for all subscribers, so that they share the
 * frames.
 */
export function accountEncoder(contracts: ContractList): AccountEncoder {
  return (update, channel, name) => {
    const rows = rowsOf(update, channel, contracts);
    if (rows.length === 0) return undefined;
    const { time, version, cause } = update;
    return JSON.stringify({ e: name, E: time, v: version, msgEvent: msgEvents[cause], d: rows });
  };
}

function rowsOf(
  { entries, worth, positions, fills, orders, fillPrices, time }: FollowedUpdate,
  channel: PrivateChannel,
  contracts: ContractList,
): readonly object[] {
  switch (channel) {
    case "account":
      return entries.map((each) => pushedCollateral(each, worth!));
    case "positions":
      return positions.map((each) => pushedPosition(each, contracts.at(each.contract)));
    case "fill":
      return fills.map((each) => pushedFill(each, contracts.at(each.contract), time));
    case "orders":
      return orders.map((each) => pushedOrder(each, contracts.at(each.contract), fillPrices.get(each.order)));
    case "messages":
      return []; // V3 has no such channel
  }
}
