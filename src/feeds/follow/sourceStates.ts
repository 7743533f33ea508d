import type { TimeMs } from "../../core/index.ts";
import type { SourceLineView } from "./marketSource.ts";

/** How it is with one contract of a source, and since when. */
export interface SourceLine extends SourceLineView {
  /** Market time at which it came to this state. */
  readonly since: TimeMs;
  /** How far the middle of the book here is from the source's, as a part of it; undefined where either is not there. */
  readonly divergence: number | undefined;
}

/** What is known of a source, contract by contract: what log, status, metrics, doctor and the page tell of it. */
export class SourceStates {
  readonly #lines = new Map<string, SourceLine>();

  /** A contract came to another state, or its problem is another one. */
  set(line: SourceLineView, time: TimeMs): void {
    const before = this.#lines.get(line.symbol);
    const since = before?.state === line.state ? before.since : time;
    this.#lines.set(line.symbol, { ...line, since, divergence: before?.divergence });
  }

  diverge(symbol: string, divergence: number | undefined): void {
    const line = this.#lines.get(symbol);
    if (line !== undefined) this.#lines.set(symbol, { ...line, divergence });
  }

  /** In the order in which they were heard of first; empty for a market that shows no other. */
  list(): readonly SourceLine[] {
    return [...this.#lines.values()];
  }
}
