import type { TimeMs } from "../../core/index.ts";
import type { SourceLineView } from "./marketSource.ts";

/** The state of one contract of a source, and since when. */
export interface SourceLine extends SourceLineView {
  /** Market time at which it came into this state. */
  readonly since: TimeMs;
  /**
   * How far the middle of the venue's book is from the source's, as a share of it; undefined where either has no
   * middle.
   */
  readonly divergence: number | undefined;
}

/** The states of a source's contracts, for the log, the status, metrics, the doctor and the page. */
export class SourceStates {
  readonly #lines = new Map<string, SourceLine>();

  /** Takes a contract's new state or problem. */
  set(line: SourceLineView, time: TimeMs): void {
    const before = this.#lines.get(line.symbol);
    const since = before?.state === line.state ? before.since : time;
    this.#lines.set(line.symbol, { ...line, since, divergence: before?.divergence });
  }

  diverge(symbol: string, divergence: number | undefined): void {
    const line = this.#lines.get(symbol);
    if (line !== undefined) this.#lines.set(symbol, { ...line, divergence });
  }

  /** In the order in which they first appeared; empty for a market that shows no other. */
  list(): readonly SourceLine[] {
    return [...this.#lines.values()];
  }
}
