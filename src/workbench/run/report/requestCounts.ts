import type { RequestEntry } from "../../../service/gateway/index.ts";
import type { OperationReport, RefusalReport, RequestsReport } from "./report.ts";

/**
 * Operations, and kinds of refusal, that are counted apart; bounded, since a program may ask for any path.
 */
const KINDS_MAX = 500;
const OTHERS = "others";

/** Durations that are remembered. */
const DURATIONS_MAX = 10_000;

/** What to do about refusals whose reason does not say so itself. */
const REMEDIES: Readonly<Record<string, string>> = {
  40006:
    "the program signs with a key of its own: give its three strings by --key-env, or it the venue's by --env",
  40008: "the clock of the program is not this machine's",
  40009: "the secret is not this key's: check the names that --key-env gives",
  40012: "the passphrase is not this key's: check the names that --key-env gives",
  404: "the venue has no such path: docs/reference lists those it has",
  429: "the program is faster than the limits: slow it down, or --limits off",
};

/** Counts requests by operation, and refused ones by their reason. */
export class RequestCounts {
  readonly #operations = new Map<string, { requests: number; refused: number }>();
  readonly #refusals = new Map<string, { code: string; operation: string; times: number; reason: string }>();
  #uncounted = 0;
  #firstTime = 0;
  #count = 0;
  /** The latest durations, in a ring. */
  readonly #tookMs: number[] = [];

  add({ method, path, status, code, reason, time, tookMs }: RequestEntry): void {
    this.#firstTime ||= time;
    this.#tookMs[this.#count++ % DURATIONS_MAX] = tookMs;
    const operation = known(this.#operations, `${method} ${path}`);
    const counted = this.#operations.get(operation) ?? { requests: 0, refused: 0 };
    this.#operations.set(operation, counted);
    counted.requests += 1;
    if (status < 400 && reason === "") return;
    counted.refused += 1;
    const shown = code === "" ? String(status) : code;
    const kind = known(this.#refusals, `${shown} ${operation}`);
    const times = (this.#refusals.get(kind)?.times ?? 0) + 1;
    this.#refusals.set(kind, { code: shown, operation, times, reason });
  }

  /** Counts requests that were answered but can no longer be read. */
  lose(count: number): void {
    this.#uncounted += count;
  }

  report(): RequestsReport {
    const operations: readonly OperationReport[] = [...this.#operations]
      .map(([operation, counted]) => ({ operation, ...counted }))
      .sort((a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1));
    const refusals: readonly RefusalReport[] = [...this.#refusals.values()]
      .sort((a, b) => b.times - a.times || (a.code < b.code ? -1 : 1))
      .map((refusal) => ({ ...refusal, remedy: REMEDIES[refusal.code] ?? "" }));
    const sum = (of: "requests" | "refused") => operations.reduce((total, each) => total + each[of], 0);
    return {
      total: sum("requests"),
      refused: sum("refused"),
      uncounted: this.#uncounted,
      firstTime: this.#firstTime,
      ...this.#durations(),
      operations,
      refusals,
    };
  }

  #durations(): { readonly medianMs: number; readonly slowMs: number } {
    const sorted = this.#tookMs.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return { medianMs: at(0.5), slowMs: at(0.99) };
  }
}

function known(kinds: ReadonlyMap<string, unknown>, kind: string): string {
  return kinds.has(kind) || kinds.size < KINDS_MAX ? kind : OTHERS;
}
