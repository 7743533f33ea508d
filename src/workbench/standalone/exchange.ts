import { must, requireArguments, whole } from "../../interface/wire/argument.ts";
import type { Answer, RowsOfOthers, StateRows, TimeMs } from "../../kernel/core/index.ts";
import * as core from "../../kernel/core/index.ts";
import { requireFor } from "./arguments.ts";
import { isCommandAt, isView } from "./records.ts";

/**
 * The state machine, frame by frame, for other programs: the core's own, whose functions refuse arguments
 * that are none of theirs.
 */
export class Exchange extends core.Exchange {
  constructor(state?: core.State) {
    requireFor("Exchange", state);
    super(state);
  }

  static override restore(snapshot: Uint8Array): Exchange {
    requireFor("restore", snapshot);
    return new Exchange(core.Exchange.restore(snapshot).state);
  }

  static override fromRows(rows: StateRows, others?: RowsOfOthers): Exchange {
    requireFor("fromRows", rows, others);
    return new Exchange(core.Exchange.fromRows(rows, others).state);
  }

  override beginFrame(firstSeq: number, time: TimeMs): void {
    const next = this.seq + 1;
    requireArguments(
      "beginFrame",
      {
        firstSeq: must(`${next}, the number after the last command's`, (value) => value === next),
        time: whole(this.time, Number.MAX_SAFE_INTEGER),
      },
      [firstSeq, time],
    );
    super.beginFrame(firstSeq, time);
  }

  override execute(view: core.RecordView, at: number): void {
    // The one that is called most: only what is wrong is looked at twice.
    if (!(view instanceof core.RecordView && isCommandAt(view, at))) {
      const place = must("the place of a command's record in the view", () => false);
      requireArguments("execute", { view: isView, at: place }, [view, at]);
    }
    super.execute(view, at);
  }

  override observe(account: number, isObserved: boolean): void {
    requireFor("observe", account, isObserved);
    super.observe(account, isObserved);
  }

  override answer<Q extends core.Query>(query: Q): Answer<Q> {
    requireFor("answer", query);
    return super.answer(query);
  }
}
