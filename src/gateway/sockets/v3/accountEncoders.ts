import type { AccountStanding } from "../../../core/index.ts";
import { moneyText, shortLeverageText, v3 } from "../../../wire/index.ts";
import type { PrivateChannel } from "../../../wire/sockets.ts";
import type { CollateralRow, FillRow, OrderRow, PositionRow } from "../../../wire/v3/sockets/index.ts";
import { pushWords } from "../../../wire/v3/sockets/index.ts";
import type { ContractList, ContractSpec } from "../../contracts.ts";
import type { FollowedUpdate, Speak } from "../account/accountFeed.ts";
import type { AccountWords } from "../account/rows.ts";
import { collateralRow, fillRow, msgEvents, orderRow, positionRow } from "../account/rows.ts";

const { words } = v3;

const own: AccountWords = { ...pushWords, leverage: shortLeverageText, orderType: words.orderType };

/** How V3 says what changed of an account. One for all subscribers, so that they share the frames. */
export function speaking(contracts: ContractList): Speak {
  return (update, channel, name) => {
    const rows = rowsOf(update, channel, contracts);
    if (rows.length === 0) return undefined;
    const { time, version, cause } = update;
    return JSON.stringify({ e: name, E: time, v: version, msgEvent: msgEvents[cause], d: rows });
  };
}

/** What the account as a whole holds and may use, in every row: clients read one of them for the coin. */
function standingRow({ equity, available }: AccountStanding) {
  return {
    available: moneyText(available),
    frozen: moneyText(equity - available),
    equity: moneyText(equity),
  };
}

function rowsOf(
  { entries, standing, positions, fills, orders, fillPrices, time }: FollowedUpdate,
  channel: PrivateChannel,
  contracts: ContractList,
): readonly (CollateralRow | PositionRow | FillRow | OrderRow)[] {
  const named = (contract: ContractSpec) => ({
    coin: contract.quoteCoin,
    symbol: words.symbolOf(contract.symbol),
  });
  switch (channel) {
    case "account":
      return entries.map((entry) => ({
        coin: words.assets[entry.coin]!,
        crossSymbol: "",
        ...collateralRow(entry, words.marginTypes),
        ...standingRow(standing!),
      }));
    case "positions":
      return positions.map((position) => {
        const contract = contracts.at(position.contract);
        return { id: String(position.position), ...named(contract), ...positionRow(position, contract, own) };
      });
    case "fill":
      return fills.map((fill) => {
        const contract = contracts.at(fill.contract);
        return { id: String(fill.trade), ...named(contract), ...fillRow(fill, contract, time, own) };
      });
    case "orders":
      return orders.map((order) => {
        const contract = contracts.at(order.contract);
        const prices = fillPrices.get(order.order);
        return { id: String(order.order), ...named(contract), ...orderRow(order, contract, prices, own) };
      });
    case "messages":
      return []; // V3 has no such channel
  }
}
