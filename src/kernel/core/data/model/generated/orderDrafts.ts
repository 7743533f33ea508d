// Made of command.ts and model/ by `npm run golden`: a field is changed there.
import { accountId, contractIndex } from "../../units/kinds.ts";
import type { OrderDraftColumns } from "./orderColumns.ts";

/**
 * What `placeOrder` decides of orders; its record is at word `at`. What it leaves out is not drafted.
 */
export function draftOfPlaceOrder(words: Float64Array, at: number, draft: OrderDraftColumns, leftOut: number): void {
  draft.account = accountId(words[at + 1]!);
  draft.contract = contractIndex(words[at + 2]!);
  draft.action = words[at + 3]!;
  draft.timeInForce = words[at + 4]!;
  draft.market = words[at + 5] === 1;
  draft.price = words[at + 6]!;
  draft.size = words[at + 7]!;
  draft.marginMode = words[at + 8]!;
  draft.separatedMode = words[at + 9]!;
  if (leftOut === 1) return;
  draft.presetTakeProfit = words[at + 11]!;
  draft.presetStopLoss = words[at + 12]!;
  draft.presetsOnMark = words[at + 13]!;
  draft.position = words[at + 14]!;
  draft.selfTradeMode = words[at + 17]!;
  draft.goodTill = words[at + 18]!;
  draft.priceMatch = words[at + 19]!;
}
