import type { TimeMs } from "../../../kernel/core/index.ts";
import type { Timer } from "../../../kernel/host/clock.ts";
import type { ExchangeLineOptions, FollowedInstrument } from "./exchangeLine.ts";
import { ExchangeLine } from "./exchangeLine.ts";
import { ListeningTime } from "./listeningTime.ts";
import type { MarketSource, SourceMessage } from "./marketSource.ts";

/** How often the list of markets is asked for, ms: an instrument may end. */
const MARKETS_POLL_MS = 600_000;

export interface ExchangeSourceOptions extends Omit<ExchangeLineOptions, "time"> {
  readonly name: string;
  readonly lines: readonly FollowedInstrument[];
}

/**
 * Another exchange's present market. Each contract is listened to by itself: book and trades over sockets, or
 * by repeated requests where there are no sockets. What came in is given out at the next beat. A book that is
 * stale, old, crossed for long, or whose connection broke is withdrawn, so that nobody trades at out-of-date
 * prices; it returns with its next update. Time in which this process was held up does not count as silence
 * of the source.
 */
export class ExchangeSource implements MarketSource {
  readonly name: string;
  readonly contracts: readonly number[];
  readonly #options: ExchangeSourceOptions;
  readonly #lines: readonly ExchangeLine[];
  readonly #time: ListeningTime;
  #timer: Timer;

  constructor(options: ExchangeSourceOptions) {
    this.#options = options;
    this.name = options.name;
    this.contracts = options.lines.map(({ contract }) => contract.contract);
    const time = new ListeningTime(options.clock);
    this.#time = time;
    this.#lines = options.lines.map((line) => new ExchangeLine(line, { ...options, time }));
    this.#timer = options.clock.setTimer(MARKETS_POLL_MS, () => void this.#askMarkets());
  }

  async play(_time: TimeMs, emit: (message: SourceMessage) => void): Promise<void> {
    const now = this.#time.now();
    await new Promise<void>((resolve) => setImmediate(resolve)); // what came until now is read first
    for (const line of this.#lines) line.play(now, emit);
  }

  async close(): Promise<void> {
    this.#timer.clear();
    for (const line of this.#lines) line.close();
    await this.#options.client.close?.();
  }

  /**
   * An instrument that is no longer listed or active is gone; if the list cannot be fetched, nothing is
   * concluded.
   */
  async #askMarkets(): Promise<void> {
    const { client, clock } = this.#options;
    await client.loadMarkets(true).then(
      () => {
        for (const line of this.#lines) line.isListed(client.markets);
      },
      () => undefined,
    );
    this.#timer = clock.setTimer(MARKETS_POLL_MS, () => void this.#askMarkets());
  }
}
