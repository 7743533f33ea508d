import { encode } from "../data/encoding/layout.ts";
import { HouseMarket, houseProgress } from "../data/house/houseMarket.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { writeHouseActed } from "../data/model/generated/eventRecords.ts";
import type { State } from "../data/state/state.ts";

/** The functions that change the house: who acts and how, and what it remembers. */

/** Who acts for the house in a contract, and how; nobody where there are no accounts. */
export function houseSet(s: State, event: Recorded<"houseSet">): void {
  const acts = s.house.get(event.contract)?.acts ?? 0;
  s.house.delete(event.contract);
  if (event.accounts.length > 0) {
    const { type: _, ...rule } = { type: "", ...event }; // the object that is folded or executed carries its tag
    const market = new HouseMarket(rule);
    market.acts = acts;
    market.quoteDue = s.time + 1;
    market.tradeDue = s.time + 1;
    s.house.set(event.contract, market);
  }
  encode(eventLayouts.houseSet, event, s.events, s.index);
}

export type HouseActed = Recorded<"houseActed">;

/** An act is over: what the house remembers of it. */
export function houseActed(s: State, event: HouseActed): void {
  const market = s.house.get(event.contract)!;
  const progress: Record<(typeof houseProgress)[number], number> = market;
  for (const name of houseProgress) progress[name] = event[name];
  writeHouseActed(s.events, s.index, event);
}
