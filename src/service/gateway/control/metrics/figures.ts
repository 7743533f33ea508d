import type { Registry } from "prom-client";
import { Counter, Gauge } from "prom-client";
import type { Log } from "../../log.ts";

/** One sample of a family: its labels, and the figure. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/**
 * The present samples of a family. They are asked for at each scrape, so that nothing is counted for metrics
 * alone.
 */
type Samples = () => Iterable<Sample> | Promise<Iterable<Sample>>;

/**
 * Registers figures that other parts of the venue keep. A family whose figures cannot be read is left out of
 * the scrape, with the reason in the log.
 */
export class Figures {
  readonly #registry: Registry;
  readonly #log: Log;

  constructor(registry: Registry, log: Log) {
    this.#registry = registry;
    this.#log = log;
  }

  /** A figure that rises and falls. */
  gauge(name: string, help: string, value: () => number): void {
    this.gauges(name, help, [], () => [[{}, value()]]);
  }

  /** A figure that never falls, except when the part that counts it starts over. */
  counter(name: string, help: string, value: () => number): void {
    this.counters(name, help, [], () => [[{}, value()]]);
  }

  /**
   * A figure for each combination of labels. There are few of these: labels are names of the venue's own,
   * never a text that a client sent.
   */
  gauges(name: string, help: string, labelNames: readonly string[], samples: Samples): void {
    const now = (): Promise<readonly Sample[]> => this.#now(name, samples);
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        this.reset();
        this.remove({}); // the 0 of a family without labels
        for (const [labels, value] of await now()) this.set(labels, value);
      },
    });
  }

  counters(name: string, help: string, labelNames: readonly string[], samples: Samples): void {
    const now = (): Promise<readonly Sample[]> => this.#now(name, samples);
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        this.reset();
        this.remove({}); // the 0 of a family without labels
        for (const [labels, value] of await now()) this.inc(labels, value);
      },
    });
  }

  async #now(name: string, samples: Samples): Promise<readonly Sample[]> {
    try {
      return [...(await samples())];
    } catch (error) {
      this.#log.warn({ err: error, metric: name }, "a figure is left out of the metrics");
      return [];
    }
  }
}
