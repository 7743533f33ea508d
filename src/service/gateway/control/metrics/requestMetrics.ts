import type { MetricObjectWithValues, MetricType, MetricValueWithName } from "prom-client";
import { Histogram, Registry } from "prom-client";
import type { Answered } from "../../answered.ts";
import type { Operation } from "../../operation.ts";

/** Upper bounds of the buckets of request times, in seconds. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];
const NAME = "outcry_request_seconds";

/** The library declares its words as an enumeration and has them as plain texts. */
const HISTOGRAM = "histogram" as unknown as MetricType;
const HELP = "Requests answered, by operation, status and error code.";

/** Requests of one operation that ended with one status and code. */
interface Tally {
  readonly status: number;
  /**
   * Number of requests by bucket: each is counted in the first bucket whose bound it does not exceed, the
   * slower ones in the last.
   */
  readonly counts: Float64Array;
  seconds: number;
}

/**
 * Counts and times the requests of one venue. Labels are declared paths and codes, never anything a client
 * sent.
 */
export class RequestMetrics {
  readonly registry = new Registry();
  readonly #tallies = new Map<Operation, Map<string, Tally[]>>();

  constructor() {
    new RequestSeconds(this.registry, () => this.#values());
  }

  observe({ operation, response: { status, code = "" }, tookMs }: Answered): void {
    const tally = this.#tally(operation, status, code);
    const seconds = tookMs / 1000;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket++;
    tally.counts[bucket]!++;
    tally.seconds += seconds;
  }

  #tally(operation: Operation, status: number, code: string): Tally {
    let byCode = this.#tallies.get(operation);
    if (byCode === undefined) {
      byCode = new Map();
      this.#tallies.set(operation, byCode);
    }
    let tallies = byCode.get(code);
    if (tallies === undefined) {
      tallies = [];
      byCode.set(code, tallies);
    }
    for (const tally of tallies) if (tally.status === status) return tally;
    const tally = { status, counts: new Float64Array(BUCKETS.length + 1), seconds: 0 };
    tallies.push(tally);
    return tally;
  }

  #values(): MetricValueWithName<string>[] {
    const values: MetricValueWithName<string>[] = [];
    for (const [{ path: operation }, byCode] of this.#tallies) {
      for (const [code, tallies] of byCode) {
        for (const { status, counts, seconds } of tallies) {
          const labels = { operation, status: String(status), code };
          let count = 0;
          for (const [i, bucket] of counts.entries()) {
            count += bucket;
            const le = BUCKETS[i] ?? "+Inf";
            values.push({ metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count });
          }
          values.push({ metricName: `${NAME}_sum`, labels, value: seconds });
          values.push({ metricName: `${NAME}_count`, labels, value: count });
        }
      }
    }
    return values;
  }
}

/**
 * A histogram whose figures are counted outside the library, which would find a request's labels by hashing
 * them; that costs more than all the rest.
 */
class RequestSeconds extends Histogram {
  readonly #values: () => MetricValueWithName<string>[];

  constructor(registry: Registry, values: () => MetricValueWithName<string>[]) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ["operation", "status", "code"],
      buckets: BUCKETS,
      registers: [registry],
    });
    this.#values = values;
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    return {
      name: NAME,
      help: HELP,
      type: HISTOGRAM,
      aggregator: "sum",
      collect() {},
      values: this.#values(),
    };
  }

  /** Called by the library when it writes the text. */
  getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    return this.get();
  }
}
