import { ACCOUNT_HOUSE, decode, eventLayouts, offsetsOf, type RecordView } from "../../kernel/core/index.ts";
import { endedFilled } from "./accountTables.ts";
import { rowEventOf } from "./touches.ts";
import type { HouseHistory } from "./writer.ts";

const ended = offsetsOf(eventLayouts.orderEnded);
const amended = offsetsOf(eventLayouts.orderAmended);
const resized = offsetsOf(eventLayouts.orderResized);

/**
 * Knows which events leave no row, so that they need not be sent to the writer's thread: kinds that it does
 * not fold, and ends and changes of house orders that are not kept. The writer leaves those out too.
 */
export class RowFilter {
  readonly #house: Set<number>;
  readonly #keepsFilled: boolean;

  /** @param house the house accounts that the store knows already */
  constructor(houseHistory: HouseHistory, house: Iterable<number>) {
    this.#house = new Set(house);
    this.#keepsFilled = houseHistory === "full";
  }

  /** Whether the event at word `at` may leave a row. Must be called for all events in their order. */
  mayLeaveRow(view: RecordView, at: number): boolean {
    const type = rowEventOf(view.kind(at));
    if (type === undefined) return false;
    if (type === "accountOpened") {
      const { account, kind } = decode(eventLayouts.accountOpened, view, at);
      if (kind === ACCOUNT_HOUSE) this.#house.add(account);
    } else if (type === "orderEnded" && this.#house.has(view.words[at + ended.account]!)) {
      return this.#keepsFilled && endedFilled(view, at);
    } else if (type === "orderAmended") return !this.#house.has(view.words[at + amended.account]!);
    else if (type === "orderResized")
      return view.words[at + resized.resting] === 1 && !this.#house.has(view.words[at + resized.account]!);
    return true;
  }
}
