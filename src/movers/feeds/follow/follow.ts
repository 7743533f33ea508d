import { systemClock } from "../../../kernel/host/clock.ts";
import type { Scenario } from "../scenario.ts";
import { defaultScenario } from "../scenario.ts";
import type { ExchangeClient } from "./exchangeClient.ts";
import { exchangeClient } from "./exchangeClient.ts";
import { ExchangeSource } from "./exchangeSource.ts";
import { fundingInterval } from "./fundingInterval.ts";
import type { ShownAs } from "./marketSource.ts";
import type { MeasuredInstrument } from "./measuredInstruments.ts";
import { measuredInstruments } from "./measuredInstruments.ts";
import type { SourceSizes } from "./sizeReading.ts";
import { sizeNotes } from "./sizeReading.ts";
import type { SourceListing } from "./sourceListing.ts";
import { ownListing, sourceListing } from "./sourceListing.ts";
import { sourcePast } from "./sourcePast.ts";

export interface FollowOptions {
  /**
   * Coins or symbols of ours for which the exchange has a perpetual in USDT; absent: all default contracts
   * for which it has one.
   */
  readonly symbols?: readonly string[] | undefined;
  /** An address to use in place of the exchange's own. */
  readonly url?: string | undefined;
  /** The unit of the sizes that ccxt returns for this exchange; absent: as measured. */
  readonly sizes?: SourceSizes | undefined;
  readonly shown?: ShownAs | undefined;
  /** Whether contracts have our own tick, lot, fees and tiers, or the source's. */
  readonly contracts?: "ours" | "source" | undefined;
}

/**
 * A scenario that shows another exchange's present market: the default contracts with their own tick, lot,
 * fees and tiers, unless the exchange's are asked for.
 *
 * @throws ExchangeError whose message is a sentence for users
 */
export async function readFollow(exchange: string, options: FollowOptions = {}): Promise<Scenario> {
  return followScenario(await exchangeClient(exchange, options.url), options);
}

/** As {@link readFollow}, with an existing client. */
async function followScenario(
  client: ExchangeClient,
  { symbols, sizes = "auto", shown, contracts = "ours" }: FollowOptions,
): Promise<Scenario> {
  const lines: FollowedLine[] = [];
  for (const { instrument, price, reading } of await measuredInstruments(client, symbols, sizes)) {
    const funding = await fundingInterval(client, instrument);
    const of = { client, instrument, price, reading, funding };
    const listed = contracts === "source" ? await sourceListing(of) : ownListing(of);
    lines.push({ ...listed, instrument, price, reading });
  }
  const name = `${client.id}, as it is now`;
  return {
    ...defaultScenario("empty"),
    listings: lines.map(({ listing }) => listing),
    feeds: Object.fromEntries(lines.map(({ listing, price }) => [listing.symbol, { type: "pushed", price }])),
    source: {
      name,
      kind: `follow-${client.id}`,
      shown,
      notes: [
        ...sizeNotes(lines.map(({ listing: { symbol }, reading }) => ({ symbol, reading }))),
        ...lines.flatMap(({ listing, notes }) => notes.map((note) => `${listing.symbol}: ${note}`)),
      ],
      past: async (contract, end) => {
        const line = lines.find(({ listing }) => listing.symbol === contract.symbol);
        const volumes = line?.reading.candles ?? "base";
        return line && sourcePast(client, line.instrument, contract, { end, volumes });
      },
      open: async (listed, _from, onState) =>
        new ExchangeSource({
          client,
          name,
          clock: systemClock,
          onState,
          lines: lines.flatMap(({ listing, instrument, reading }) => {
            const contract = listed.find(({ symbol }) => symbol === listing.symbol);
            return contract === undefined ? [] : [{ contract, instrument, reading }];
          }),
        }),
    },
  };
}

interface FollowedLine extends SourceListing, MeasuredInstrument {}
