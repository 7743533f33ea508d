import type { ContractView, TimeMs } from "../../core/index.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { ExchangeClient, ExchangeMarket } from "./exchangeClient.ts";
import { ExchangeLine } from "./exchangeLine.ts";
import type { MarketSource, SourceLineView, SourceMessage } from "./marketSource.ts";

/** How often is asked which markets there are: one may end. */
const MARKETS_POLL_MS = 600_000;

/** What is to be known of a contract to say a source's figures in its ticks and lots. */
export type FollowedContract = Pick<
  ContractView,
  "contract" | "symbol" | "priceDecimals" | "priceStep" | "sizeDecimals" | "lotStep"
>;

export interface ExchangeSourceOptions {
  readonly client: ExchangeClient;
  readonly name: string;
  /** What sizes count: contracts, as ccxt means it, or base coins, as some of its classes give them. */
  readonly sizes: "contracts" | "base";
  readonly clock: Clock;
  readonly lines: readonly { readonly contract: FollowedContract; readonly market: ExchangeMarket }[];
  /** Told of each change of state. */
  readonly onState: (line: SourceLineView) => void;
}

/**
 * Another exchange's market as it is now. Each contract is listened to by itself: its book and its trades over sockets, or asked for again and
 * again where there are none. What came is said at the next beat. A book that is stale, old, crossed for long or whose connection broke is
 * withdrawn, so that nobody trades with prices that are no more; it comes back with its next update.
 */
export class ExchangeSource implements MarketSource {
  readonly name: string;
  readonly contracts: readonly number[];
  readonly #options: ExchangeSourceOptions;
  readonly #lines: readonly ExchangeLine[];
  #timer: Timer;

  constructor(options: ExchangeSourceOptions) {
    this.#options = options;
    this.name = options.name;
    this.contracts = options.lines.map(({ contract }) => contract.contract);
    this.#lines = options.lines.map((line) => new ExchangeLine(line, options));
    this.#timer = options.clock.setTimer(MARKETS_POLL_MS, () => void this.#askMarkets());
  }

  async play(_time: TimeMs, say: (message: SourceMessage) => void): Promise<void> {
    for (const line of this.#lines) line.play(say);
  }

  async close(): Promise<void> {
    this.#timer.clear();
    for (const line of this.#lines) line.close();
    await this.#options.client.close?.();
  }

  /** A market that is not in the list any more, or not active, is gone; a list that cannot be had says nothing. */
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
