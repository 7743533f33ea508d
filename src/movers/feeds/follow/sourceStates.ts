import type { TimeMs } from "../../../kernel/core/index.ts";
import type { LeftOut, SourceLineView } from "./marketSource.ts";
import { NOTHING_LEFT_OUT } from "./marketSource.ts";
import type { ShownBook } from "./shownBook.ts";

/** The state of one contract of a source, and since when. */
export interface SourceLine extends SourceLineView {
  /** Market time at which it came into this state. */
  readonly since: TimeMs;
  /**
   * How far the middle of the venue's book is from the source's, as a share of the source's; undefined where
   * either has no middle.
   */
  readonly divergence: number | undefined;
  readonly leftOut: LeftOut;
}

/** The states of a source's contracts, for the log, the status, metrics, the doctor and the page. */
export class SourceStates {
  /** What the source said last. */
  readonly #reported = new Map<string, SourceLineView>();
  /** The state that follows from that and from what stands in the venue's book. */
  readonly #lines = new Map<string, SourceLine>();
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #onChange: (line: SourceLineView & Pick<SourceLine, "leftOut">) => void;

  /** @param onChange called at each change of a state */
  constructor(onChange: (line: SourceLineView & Pick<SourceLine, "leftOut">) => void) {
    this.#onChange = onChange;
  }

  /**
   * Takes a contract's new state, problem or unit. One that is "thin", since the venue shows a part of its
   * book only, stays so while the source says that it is live.
   */
  set(line: SourceLineView, time: TimeMs): void {
    const before = this.#lines.get(line.symbol);
    const isThin =
      before?.state === "thin" && line.state === "live" && this.#reported.get(line.symbol)?.state === "live";
    this.#reported.set(line.symbol, line);
    const shown = isThin ? { ...line, state: before.state, problem: before.problem } : line;
    this.#take(shown, before?.divergence, time);
  }

  /**
   * Takes how a contract's book differs from the source's: a live one of which a part is missing becomes
   * "thin".
   */
  compare(symbol: string, { divergence, thin }: ShownBook, time: TimeMs): void {
    const reported = this.#reported.get(symbol);
    if (reported === undefined) return;
    const isThin = reported.state === "live" && thin !== "";
    this.#take(isThin ? { ...reported, state: "thin", problem: thin } : reported, divergence, time);
  }

  /** Takes all that was left out of a contract's source until now. */
  leaveOut(symbol: string, leftOut: LeftOut): void {
    this.#leftOut.set(symbol, leftOut);
    const line = this.#lines.get(symbol);
    if (line !== undefined) this.#lines.set(symbol, { ...line, leftOut });
  }

  /**
   * The states of all contracts, in the order in which they first appeared; empty for a market that shows no
   * other.
   */
  list(): readonly SourceLine[] {
    return [...this.#lines.values()];
  }

  #take(line: SourceLineView, divergence: number | undefined, time: TimeMs): void {
    const before = this.#lines.get(line.symbol);
    const isSame = before?.state === line.state;
    const leftOut = this.#leftOut.get(line.symbol) ?? NOTHING_LEFT_OUT;
    this.#lines.set(line.symbol, { ...line, since: isSame ? before.since : time, divergence, leftOut });
    if (!isSame) this.#onChange({ ...line, leftOut });
  }
}
