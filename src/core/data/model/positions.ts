import type { Entity } from "./entity.ts";
import { derived, kept, told } from "./entity.ts";

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
    id: told("PositionId", { as: "position" }),
    account: told("AccountId"),
    contract: told("ContractIndex"),
    holding: derived("HoldingSlot"),
    leg: told("Leg"),
    marginMode: told("int"),
    separatedMode: told("int"),
    openOrder: told("OrderId", { note: "Opening order in separated mode, else 0." }),
    leverage: told("Leverage"),
    entry: derived("EntrySlot", { note: "Collateral entry that its fills are booked on." }),
    size: told("Lots"),
    reserved: kept("Lots", { note: "Lots reserved by close orders bound to this position." }),
    openValue: told("money"),
    openFee: told("money"),
    fundingFee: told("money"),
    autoAppend: told("flag"),
    cumOpenSize: told("Lots"),
    cumOpenValue: told("money"),
    cumOpenFee: told("money"),
    cumCloseSize: told("Lots"),
    cumCloseValue: told("money"),
    cumCloseFee: told("money"),
    cumFunding: told("money"),
    cumLiquidateFee: told("money"),
    createdSeq: told("Seq"),
    updatedSeq: told("Seq"),
    createdTime: told("TimeMs"),
    updatedTime: told("TimeMs"),
    accountNext: derived("PositionSlot", {
      note: "Links in the account's list and in the leg's list, both by opening.",
    }),
    accountPrev: derived("PositionSlot"),
    legNext: derived("PositionSlot"),
    legPrev: derived("PositionSlot"),
  },
} as const satisfies Entity;
