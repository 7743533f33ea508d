import { Exchange, type TimeMs } from "../../src/kernel/core/index.ts";
import type { HistoryFrame } from "../../src/service/readmodel/history.ts";

/** An exchange that keeps the frames it executes. */
export class Recorder extends Exchange {
  readonly frames: HistoryFrame[] = [];

  override beginFrame(firstSeq: number, time: TimeMs): void {
    this.keep();
    super.beginFrame(firstSeq, time);
  }

  /** Keeps the frame that was begun last. */
  keep(): void {
    const last = this.frames.at(-1);
    const firstSeq = last === undefined ? 1 : last.firstSeq + last.count;
    if (this.seq < firstSeq) return;
    this.frames.push({
      firstSeq,
      count: this.seq + 1 - firstSeq,
      time: this.time,
      events: this.events.slice(),
    });
  }
}
