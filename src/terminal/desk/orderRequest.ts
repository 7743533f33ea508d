import type { OrderAction, TimeInForce as WireTimeInForce } from "../../client/index.ts";
import type { OrderRequest } from "../../client/v2/requests.ts";
import {
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
} from "../../client/v2/words.ts";
import type { v2 } from "../../wire/index.ts";
import type { AccountData } from "../account/accountData.ts";
import type { Contract } from "../market/contract.ts";
import type { Store } from "../state/store.ts";
import type { DraftOrder, TimeInForce } from "./draft.ts";

export type Side = "long" | "short";

/** What an order is made for: the contract that is shown, and the account with its margin modes. */
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

export function actionWord(opens: boolean, side: Side): OrderAction {
  if (opens) return side === "long" ? OPEN_LONG : OPEN_SHORT;
  return side === "long" ? CLOSE_LONG : CLOSE_SHORT;
}

/** The account's margin mode in a contract: cross by default. */
export function marginModeOf(modes: readonly v2.ModeSetting[] | undefined, symbol: string): MarginMode {
  const mode = modes?.find((each) => each.symbol === symbol)?.marginMode ?? "SHARED";
  return /ISOLATED|^3$/.test(mode) ? ISOLATED : CROSS;
}

/** The request for the ticket's limit or market order, without its client id; an estimate sends the same. */
export function orderRequest(desk: OrderContext, draft: DraftOrder, side: Side, size: string): OrderRequest {
  const { symbol } = desk.contract.value;
  const presets = draft.opens && draft.hasTpSl;
  return {
    symbol,
    size,
    type: actionWord(draft.opens, side),
    marginMode: marginModeOf(desk.account.view.value?.modes, symbol),
    order_type: draft.kind === "market" ? NORMAL : TIMES[draft.timeInForce],
    match_price: draft.kind === "market" ? MARKET : LIMIT,
    ...(draft.kind === "limit" && { price: draft.price }),
    ...(presets && draft.takeProfit !== "" && { presetTakeProfitPrice: draft.takeProfit }),
    ...(presets && draft.stopLoss !== "" && { presetStopLossPrice: draft.stopLoss }),
  };
}
