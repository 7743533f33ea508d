import type { Entity } from "./entity.ts";
import { derived, persisted, published } from "./entity.ts";

/**
 * Positions: the open legs. In combined mode there is at most one per holding, leg and margin mode; in
 * separated mode one per opening order. A position lives from its first opening fill until its size is 0.
 */
export const positions = {
  name: "Position",
  table: "positions",
  slot: "PositionSlot",
  together: true,
  columns: {
    id: published("PositionId", { as: "position" }),
    account: published("AccountId"),
    contract: published("ContractIndex"),
    holding: derived("HoldingSlot"),
    leg: published("Leg"),
    marginMode: published("int"),
    separatedMode: published("int"),
    openOrder: published("OrderId", { note: "Opening order in separated mode, else 0." }),
    leverage: published("Leverage"),
    entry: derived("EntrySlot", { note: "Collateral entry that its fills are booked on." }),
    size: published("Lots"),
    reserved: persisted("Lots", { note: "Lots reserved by close orders bound to this position." }),
    openValue: published("money"),
    openFee: published("money"),
    fundingFee: published("money"),
    autoAppend: published("flag"),
    cumOpenSize: published("Lots"),
    cumOpenValue: published("money"),
    cumOpenFee: published("money"),
    cumCloseSize: published("Lots"),
    cumCloseValue: published("money"),
    cumCloseFee: published("money"),
    cumFunding: published("money"),
    cumLiquidateFee: published("money"),
    createdSeq: published("Seq"),
    updatedSeq: published("Seq"),
    createdTime: published("TimeMs"),
    updatedTime: published("TimeMs"),
    accountNext: derived("PositionSlot", {
      note: "Links in the account's list and in the leg's list, both by opening.",
    }),
    accountPrev: derived("PositionSlot"),
    legNext: derived("PositionSlot"),
    legPrev: derived("PositionSlot"),
  },
} as const satisfies Entity;
