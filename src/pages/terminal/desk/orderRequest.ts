import type { OrderAction, TimeInForce as WireTimeInForce } from "../../../interface/client/index.ts";
import type { OrderRequest } from "../../../interface/client/v2/messages.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  CROSS,
  FILL_OR_KILL,
  IMMEDIATE_OR_CANCEL,
  ISOLATED,
  LIMIT,
  MAKER_ONLY,
  MARKET,
  type MarginMode,
  NORMAL,
  OPEN_LONG,
  OPEN_SHORT,
  SELL,
} from "../../../interface/client/v2/words.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import type { AccountData } from "../account/accountData.ts";
import type { Contract } from "../market/contract.ts";
import type { Store } from "../state/store.ts";
import type { DraftOrder, TimeInForce } from "./draft.ts";

export type Side = "long" | "short";

/** The context of an order: the contract that is shown, and the account with its margin modes. */
export interface OrderContext {
  readonly contract: Store<Contract>;
  readonly account: Pick<AccountData, "view">;
}

const TIMES: Readonly<Record<TimeInForce, WireTimeInForce>> = {
  gtc: NORMAL,
  postOnly: MAKER_ONLY,
  fok: FILL_OR_KILL,
  ioc: IMMEDIATE_OR_CANCEL,
};

/**
 * @param isNet whether the order first closes what is held of the other side, and then opens: in one-way
 * mode
 */
export function actionWord(opens: boolean, side: Side, isNet = false): OrderAction {
  if (opens && isNet) return side === "long" ? BUY : SELL;
  if (opens) return side === "long" ? OPEN_LONG : OPEN_SHORT;
  return side === "long" ? CLOSE_LONG : CLOSE_SHORT;
}

/** The account's margin mode in a contract: cross by default. */
export function marginModeOf(modes: readonly v2.ModeSetting[] | undefined, symbol: string): MarginMode {
  const mode = modes?.find((each) => each.symbol === symbol)?.marginMode ?? "SHARED";
  return /ISOLATED|^3$/.test(mode) ? ISOLATED : CROSS;
}

/**
 * The two orders that a ticket offers, from the left: that of the long first; in one-way mode the one that
 * buys.
 */
export function sidesShown(opens: boolean, isNet: boolean): readonly Side[] {
  return isNet && !opens ? ["short", "long"] : ["long", "short"];
}

/** Whether the account holds one net position in each contract. */
export function isOneWayIn(modes: readonly v2.ModeSetting[] | undefined): boolean {
  return modes?.some(({ positionMode }) => positionMode === "ONE_WAY") === true;
}

/** Whether the account holds one net position in each contract, as far as it is known now. */
export function isOneWay({ account }: Pick<OrderContext, "account">): boolean {
  return isOneWayIn(account.view.value?.modes);
}

/** The request for the ticket's limit or market order, without its client id; an estimate sends the same. */
export function orderRequest(desk: OrderContext, draft: DraftOrder, side: Side, size: string): OrderRequest {
  const { symbol } = desk.contract.value;
  const presets = draft.opens && draft.hasTpSl;
  return {
    symbol,
    size,
    type: actionWord(draft.opens, side, isOneWay(desk)),
    marginMode: marginModeOf(desk.account.view.value?.modes, symbol),
    order_type: draft.kind === "market" ? NORMAL : TIMES[draft.timeInForce],
    match_price: draft.kind === "market" ? MARKET : LIMIT,
    ...(draft.kind === "limit" && { price: draft.price }),
    ...(presets && draft.takeProfit !== "" && { presetTakeProfitPrice: draft.takeProfit }),
    ...(presets && draft.stopLoss !== "" && { presetStopLossPrice: draft.stopLoss }),
  };
}
