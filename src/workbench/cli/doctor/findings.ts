/** The result of one check. */
export type Verdict =
  | "ok"
  /** Nothing is broken, but somebody should know of it. */
  | "note"
  /** Not checked; the detail says why. */
  | "skipped"
  /** The venue, or the cluster, is not healthy. */
  | "wrong";

export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  /** What was found, in a sentence; if that is wrong, also what was expected. */
  readonly detail: string;
}

/** How long something took, over all the times that it was done. */
export interface Latency {
  readonly what: string;
  readonly times: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Something in which two views of the venue differ. */
export interface Difference {
  /** What the views differ in: "position 1000000000000012". */
  readonly of: string;
  readonly field: string;
  readonly pushed: string;
  readonly rest: string;
}

/** What `outcry doctor --json` prints. */
export interface Report {
  readonly url: string;
  readonly healthy: boolean;
  /**
   * How far the venue's time is ahead of the machine's, ms; `undefined` when the venue could not be asked.
   */
  readonly skewMs: number | undefined;
  readonly findings: readonly Finding[];
  readonly latencies: readonly Latency[];
  readonly differences: readonly Difference[];
}

/** Collects the findings of a report. */
export class Notes {
  readonly #findings: Finding[] = [];
  readonly #differences: Difference[] = [];
  readonly #tookMs = new Map<string, number[]>();
  skewMs: number | undefined;

  ok(check: string, detail: string): void {
    this.#findings.push({ check, verdict: "ok", detail });
  }

  note(check: string, detail: string): void {
    this.#findings.push({ check, verdict: "note", detail });
  }

  skip(check: string, why: string): void {
    this.#findings.push({ check, verdict: "skipped", detail: why });
  }

  wrong(check: string, detail: string): void {
    this.#findings.push({ check, verdict: "wrong", detail });
  }

  /** Adds one finding for a comparison, and one for each difference. */
  compared(check: string, differences: readonly Difference[], same: string): void {
    this.#differences.push(...differences);
    if (differences.length === 0) this.ok(check, same);
    else {
      const [{ of, field, pushed, rest }] = differences as [Difference];
      const more = differences.length > 1 ? `; and ${differences.length - 1} more` : "";
      this.wrong(check, `${of}: ${field} is ${pushed} from pushes, ${rest} from REST${more}`);
    }
  }

  /** Measures how long `done` takes. */
  async timed<T>(what: string, done: Promise<T>): Promise<T> {
    const startMs = performance.now();
    const value = await done;
    this.took(what, performance.now() - startMs);
    return value;
  }

  took(what: string, ms: number): void {
    const all = this.#tookMs.get(what);
    if (all === undefined) this.#tookMs.set(what, [ms]);
    else all.push(ms);
  }

  report(url: string): Report {
    return {
      url,
      healthy: this.#findings.every(({ verdict }) => verdict !== "wrong"),
      skewMs: this.skewMs,
      findings: this.#findings,
      latencies: [...this.#tookMs].map(([what, all]) => latencyOf(what, all)),
      differences: this.#differences,
    };
  }
}

function latencyOf(what: string, all: readonly number[]): Latency {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const ms = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
    return Math.round(ms * 100) / 100;
  };
  return { what, times: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) };
}
