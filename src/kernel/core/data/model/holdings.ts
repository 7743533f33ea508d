import { NONE } from "../units/units.ts";
import type { Entity } from "./entity.ts";
import { derived, persisted, published } from "./entity.ts";

/**
 * A holding: what one account has in one contract — modes, leverages, legs, live orders. It is made with the
 * contract's defaults at the account's first touch and never dropped; slots are in order of creation.
 *
 * `…Long` and `…Short` columns belong to the legs. The list of positions of a leg has one element in combined
 * mode.
 */
export const holdings = {
  name: "Holding",
  table: "holdings",
  slot: "HoldingSlot",
  together: true,
  columns: {
    account: persisted("AccountId"),
    contract: published("ContractIndex"),
    marginMode: published("int"),
    separatedMode: published("int"),
    cross: published("Leverage"),
    isolatedLong: published("Leverage"),
    isolatedShort: published("Leverage"),
    takerRate: derived("Rate"),
    makerRate: derived("Rate"),
    next: derived("HoldingSlot", { initially: NONE, note: "Next holding of the account." }),
    keptRule: persisted("int", {
      note: "What its positions require by a rule that is the contract's no more: a place in `keptMargins`, from 1; 0: the contract's rule.",
    }),
    longHead: derived("PositionSlot", { initially: NONE }),
    longTail: derived("PositionSlot", { initially: NONE }),
    shortHead: derived("PositionSlot", { initially: NONE }),
    shortTail: derived("PositionSlot", { initially: NONE }),
    longSize: persisted("Lots", { note: "Σ size of the positions of a leg." }),
    shortSize: persisted("Lots"),
    longOpening: persisted("Lots", { note: "Lots that live opening orders would still add to a leg." }),
    shortOpening: persisted("Lots"),
    longReserved: persisted("Lots", { note: "Lots that live close orders have reserved of a leg." }),
    shortReserved: persisted("Lots"),
    orderHead: derived("OrderSlot", {
      initially: NONE,
      note: "Live orders, by id: pending, open and canceling ones, and untriggered ones, in one list; counted apart.",
    }),
    orderTail: derived("OrderSlot", { initially: NONE }),
    restingCount: derived("int"),
    planCount: derived("int"),
    countdownDue: published("TimeMs", {
      note: "When its live orders are canceled, unless that is put off; 0: no countdown runs.",
    }),
    countdownWhich: published("int", { note: "Which of them: CANCEL_ codes of a mass cancel." }),
    countdownIndex: derived("int"),
    watched: derived("int", {
      note: "1 while it stands in the contract's two heaps of bands (events/watch.ts).",
    }),
    bandLow: derived("Points", {
      note: "Marks between which the account cannot be in breach because of this contract.",
    }),
    bandHigh: derived("Points"),
    bandLots: derived("Lots", { note: "Lots for which the band is wide enough." }),
    lowHeapIndex: derived("int"),
    highHeapIndex: derived("int"),
  },
} as const satisfies Entity;
