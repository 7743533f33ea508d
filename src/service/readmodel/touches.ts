import {
  type EventType,
  eventLayouts,
  FEE_ACCOUNT,
  INSURANCE_ACCOUNT,
  offsetsOf,
  RecordView,
} from "../../kernel/core/index.ts";
import type { HistoryFrame } from "./history.ts";

/** The events that leave rows, and the one that sets the time: the writer folds only these. */
const rowEvents = [
  "timeAdvanced",
  "traded",
  "tradeTurned",
  "orderEnded",
  "orderAmended",
  "orderResized",
  "positionClosed",
  "moneyMoved",
  "fundingSettled",
  "liquidationFeeReceived",
  "liquidationStarted",
  "liquidationFinished",
  "fundingTurned",
  "indexChanged",
  "markChanged",
  "accountOpened",
  "rebatePaid",
  "contractListed",
] as const satisfies readonly EventType[];
export type RowEvent = (typeof rowEvents)[number];

const rowEventOfKind: (RowEvent | undefined)[] = [];
for (const type of rowEvents) rowEventOfKind[eventLayouts[type].kind] = type;

/** The event of a kind, if it leaves rows. */
export function rowEventOf(kind: number): RowEvent | undefined {
  return rowEventOfKind[kind];
}

/** Accounts that get a row from an event that does not name them, by event. */
const unnamed: { readonly [T in RowEvent]?: number } = {
  traded: FEE_ACCOUNT,
  tradeTurned: FEE_ACCOUNT,
  liquidationFeeReceived: INSURANCE_ACCOUNT,
};

/**
 * By kind of event: the words of the record that name accounts it touches, and the account that it touches
 * without naming it.
 */
const touchedBy: (
  | { readonly offsets: readonly number[]; readonly unnamed: number | undefined }
  | undefined
)[] = [];
for (const type of rowEvents) {
  const offsets = Object.entries<number>(offsetsOf(eventLayouts[type]))
    .filter(([field]) => /^agent$|account$/i.test(field))
    .map(([, offset]) => offset);
  touchedBy[eventLayouts[type].kind] = { offsets, unnamed: unnamed[type] };
}

/**
 * For each account the last frame that touched it (added a row to one of its lists), so that a reader waits
 * for that frame and for no later one.
 *
 * Only frames that are not committed yet matter. Accounts are kept in two maps; the older map is dropped
 * once everything in it is committed.
 */
export class TouchedAccounts {
  #young = new Map<number, number>();
  #old = new Map<number, number>();
  /** The last frame in each map. */
  #youngSeq = 0;
  #oldSeq = 0;

  /** The account's last frame that may not be committed yet; 0 if there is none. */
  lastSeq(account: number): number {
    return this.#young.get(account) ?? this.#old.get(account) ?? 0;
  }

  note({ firstSeq, count, events }: HistoryFrame): void {
    const seq = firstSeq + count - 1;
    const view = new RecordView(events);
    this.#youngSeq = seq;
    for (let at = 0; at < view.length; at = view.next(at)) {
      const touched = touchedBy[view.kind(at)];
      if (touched === undefined) continue;
      for (const offset of touched.offsets) this.#young.set(view.words[at + offset]!, seq);
      if (touched.unnamed !== undefined) this.#young.set(touched.unnamed, seq);
    }
  }

  /** Everything up to `seq` is committed. */
  committed(seq: number): void {
    if (seq < this.#oldSeq) return;
    this.#old = seq < this.#youngSeq ? this.#young : new Map();
    this.#oldSeq = this.#youngSeq;
    this.#young = new Map();
  }
}
