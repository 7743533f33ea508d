import { Histogram, Registry } from "prom-client";
import type { Served } from "../serve.ts";

/** Upper bounds of the buckets of request times, in seconds. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];

/** Counts and times the requests of one venue. Labels are declared paths and codes, never anything a client sent. */
export class RequestMetrics {
  readonly registry = new Registry();
  readonly #seconds = new Histogram({
    name: "outcry_request_seconds",
    help: "Requests answered, by operation, status and error code.",
    labelNames: ["operation", "status", "code"],
    buckets: BUCKETS,
    registers: [this.registry],
  });

  observe({ operation, status, code, tookMs }: Served): void {
    this.#seconds.observe({ operation: operation.path, status: String(status), code }, tookMs / 1000);
  }
}
