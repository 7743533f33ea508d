import type { OrderAction, TimeInForce as WireTimeInForce } from "../../client/index.ts";
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
import type { LiveOrder } from "../account/liveOrder.ts";
import { sentenceOf } from "../format/failure.ts";
import type { Contract } from "../market/contract.ts";
import type { Desk } from "./desk.ts";
import type { DraftOrder, TimeInForce } from "./draft.ts";

export type Side = "long" | "short";

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

/** How the account holds a contract: cross unless it says otherwise. */
export function marginModeOf(desk: Desk, { symbol }: Contract): MarginMode {
  const mode = desk.account.view.value?.modes.find((each) => each.symbol === symbol)?.marginMode ?? "SHARED";
  return /ISOLATED|^3$/.test(mode) ? ISOLATED : CROSS;
}

let placed = 0;

/** A client id that nobody else has: one press is one order, also when the answer is lost. */
function nextClientId(): string {
  placed++;
  return `t-${Date.now().toString(36)}-${placed}`;
}

/**
 * Sends the ticket's order and says what became of it.
 *
 * @param size in coin
 * @throws nothing: a refusal is told in the venue's words
 * @returns what refused it; `undefined` when it was accepted
 */
export async function place(
  desk: Desk,
  draft: DraftOrder,
  side: Side,
  size: string,
): Promise<string | undefined> {
  const contract = desk.contract.value;
  const { symbol } = contract;
  const marginMode = marginModeOf(desk, contract);
  const type = actionWord(draft.opens, side);
  const presets = draft.opens && draft.hasTpSl;
  const words = `${draft.opens ? "Open" : "Close"} ${side} ${size} ${contract.coin}`;
  return told(desk, words, async () => {
    if (draft.kind === "trigger") {
      await desk.client.plans.place({
        symbol,
        client_oid: nextClientId(),
        size,
        type,
        marginMode,
        trigger_price: draft.trigger,
        match_type: draft.price === "" ? MARKET : LIMIT,
        ...(draft.price !== "" && { execute_price: draft.price }),
      });
      return;
    }
    await desk.client.orders.place({
      symbol,
      client_oid: nextClientId(),
      size,
      type,
      marginMode,
      order_type: draft.kind === "market" ? NORMAL : TIMES[draft.timeInForce],
      match_price: draft.kind === "market" ? MARKET : LIMIT,
      ...(draft.kind === "limit" && { price: draft.price }),
      ...(presets && draft.takeProfit !== "" && { presetTakeProfitPrice: draft.takeProfit }),
      ...(presets && draft.stopLoss !== "" && { presetStopLossPrice: draft.stopLoss }),
    });
  });
}

/** Cancels a live order, resting or waiting. */
export function cancel(desk: Desk, order: LiveOrder): Promise<string | undefined> {
  const { orders, plans } = desk.client;
  return told(desk, `Cancel ${order.side} ${order.size}`, () =>
    order.trigger === undefined ? orders.cancel({ orderId: order.id }) : plans.cancel({ orderId: order.id }),
  );
}

/** Runs a change, tells the reader how it went, and looks at the account at once. */
export async function told(
  desk: Desk,
  words: string,
  run: () => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await run();
    desk.notices.add("good", `${words}: accepted`);
    return undefined;
  } catch (error) {
    const sentence = sentenceOf(error);
    desk.notices.add("bad", `${words}: refused`, sentence);
    return sentence;
  } finally {
    desk.account.refresh();
  }
}
