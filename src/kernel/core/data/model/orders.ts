import { NONE } from "../units/units.ts";
import type { Entity } from "./entity.ts";
import { derived, eventOnly, persisted, published } from "./entity.ts";

/**
 * Live orders: pending, open, canceling, untriggered. A row lies together. Most orders have no trigger,
 * preset or parent: the columns of `conditions` lie aside, in rows that only the others have. Most end
 * without a fill: the columns of `fills` are at rest in a free row and in every order that has no fill.
 */
export const orders = {
  name: "Order",
  table: "orders",
  slot: "OrderSlot",
  together: true,
  recorded: true,
  aside: { group: "conditions", slot: "ConditionSlot", by: "condition", as: "conditional" },
  columns: {
    id: published("OrderId", { as: "order" }),
    account: published("AccountId", { drafted: 0 }),
    contract: published("ContractIndex", { drafted: 0 }),
    holding: derived("HoldingSlot"),
    kind: published("int", { drafted: 0 }),
    action: published("Action", { drafted: 1 }),
    side: persisted("Side"),
    timeInForce: published("int", { drafted: 0 }),
    market: published("flag", { drafted: 0 }),
    price: published("Ticks", {
      drafted: 0,
      note: "Limit price; for a market order the protection price that it was given. 0: not yet triggered, and at market, or the book gives it.",
    }),
    size: published("Lots", { drafted: 0 }),
    remaining: published("Lots", { note: "Lots not filled." }),
    state: published("int", { drafted: 1 }),
    cancelReason: eventOnly("int"),
    restsWhere: persisted("int", {
      note: "Where it rests: in the book, on paper, or nowhere (RESTS_ codes).",
    }),
    marginMode: published("int", { drafted: 0 }),
    separatedMode: published("int", { drafted: 0 }),
    position: published("PositionId", { drafted: 0, note: "Position that a close is bound to, 0 if none." }),
    leverage: published("Leverage", {
      drafted: 0,
      stored: "double",
      note: "A double: the row then has about as many doubles as integers, and the longer half decides its length.",
    }),
    condition: derived("ConditionSlot", { note: "Where its conditions lie; 0 where none is set." }),
    createdTime: published("TimeMs"),
    updatedTime: published("TimeMs"),
    filledValue: published("money", { group: "fills" }),
    fee: published("money", { group: "fills" }),
    liquidationFee: published("money", { group: "fills" }),
    realized: published("money", { group: "fills" }),
    triggerPrice: published("Ticks", {
      drafted: 0,
      group: "conditions",
      note: "Of a trailing stop 0 until its trigger is met or it ends; views show where it is (exchange/answers/images.ts).",
    }),
    triggerSource: published("int", { drafted: 0, group: "conditions" }),
    triggerDirection: published("int", { drafted: 0, group: "conditions" }),
    triggerQueued: persisted("int", { group: "conditions", note: "Where it waits: TRIGGER_ codes." }),
    triggeredTime: published("TimeMs", { group: "conditions" }),
    priceProtect: published("flag", {
      drafted: 0,
      group: "conditions",
      note: "1: at its trigger it ends where last and mark price are further apart than the contract allows.",
    }),
    callbackRate: published("Rate", {
      drafted: 0,
      group: "conditions",
      note: "How far from its extreme the trigger of a trailing stop lies; 0: it is none.",
    }),
    activationPrice: published("Ticks", {
      drafted: 0,
      group: "conditions",
      note: "Where a trailing stop becomes active; 0: it was from the start.",
    }),
    extreme: derived("Points", {
      group: "conditions",
      note: "What a trailing stop had followed its price to when it last left its trail; 0: it was not active yet.",
    }),
    endsWithLeg: published("flag", {
      drafted: 0,
      group: "conditions",
      note: "1: it takes the whole leg (or position) that it closes, and ends when that does.",
    }),
    presetTakeProfit: published("Ticks", { drafted: 0, group: "conditions" }),
    presetStopLoss: published("Ticks", { drafted: 0, group: "conditions" }),
    presetsOnMark: published("int", {
      drafted: 0,
      group: "conditions",
      stored: "double",
      note: "Which of the two watch the mark price (codes.ts). A double, as the leverage is.",
    }),
    selfTradeMode: published("int", {
      drafted: 0,
      group: "conditions",
      note: "Its own self-trade prevention, as an STP_ code plus 1; 0: the account's.",
    }),
    goodTill: published("TimeMs", {
      drafted: 0,
      group: "conditions",
      note: "When it ends by itself; 0: never.",
    }),
    priceMatch: published("int", {
      drafted: 0,
      group: "conditions",
      note: "Where the book gave it its price, or is to give it once it enters: MATCH_ codes; 0: it came with a price.",
    }),
    parent: published("OrderId", {
      drafted: 0,
      group: "conditions",
      note: "Opening order of a preset child, 0 if none.",
    }),
    frozen: persisted("money", {
      note: "Order margin of what remains of an opening order, at the mark and taker rate of its acceptance.",
    }),
    markPoints: persisted("Points", { drafted: 0 }),
    feeRate: persisted("Rate", { drafted: 0 }),
    priority: persisted("int", {
      stored: "double",
      note: "Time priority in its price level: the n-th order ever rested.",
    }),
    heapKey: derived("int", {
      stored: "double",
      note: "What its heap orders it by: the trigger price, or the time at which a delay ends.",
    }),
    heapIndex: derived("int"),
    next: derived("OrderSlot"),
    prev: derived("OrderSlot"),
    holdingNext: derived("OrderSlot"),
    holdingPrev: derived("OrderSlot"),
    dated: derived("OrderId", { group: "conditions", note: "The order itself, where it ends by itself." }),
    datedIndex: derived("int", { group: "conditions" }),
    takeProfitChild: derived("OrderSlot", {
      group: "conditions",
      initially: NONE,
      note: "Live preset children of an opening order; for a child, `sibling` is the other one. Slots or NONE.",
    }),
    stopLossChild: derived("OrderSlot", { group: "conditions", initially: NONE }),
    sibling: derived("OrderSlot", { group: "conditions", initially: NONE }),
  },
} as const satisfies Entity;
