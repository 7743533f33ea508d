import type { Registry } from "prom-client";
import { Counter, Gauge } from "prom-client";

/** One sample of a family: its labels, and the figure. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** What a family has now; asked for at each scrape, so that nothing is counted for metrics alone. */
type Samples = () => Iterable<Sample> | Promise<Iterable<Sample>>;

/** Registers figures that are known elsewhere. */
export class Figures {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** A figure that rises and falls. */
  gauge(name: string, help: string, value: () => number): void {
    this.gauges(name, help, [], () => [[{}, value()]]);
  }

  /** A figure that never falls, except where what counts it starts over. */
  counter(name: string, help: string, value: () => number): void {
    this.counters(name, help, [], () => [[{}, value()]]);
  }

  /** The same for each value of labels, which are few: names of the venue's own, never a text that a client sent. */
  gauges(name: string, help: string, labelNames: readonly string[], samples: Samples): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const [labels, value] of await samples()) this.set(labels, value);
      },
    });
  }

  counters(name: string, help: string, labelNames: readonly string[], samples: Samples): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const [labels, value] of await samples()) this.inc(labels, value);
      },
    });
  }
}
