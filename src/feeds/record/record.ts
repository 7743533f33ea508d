import type { Clock } from "../../host/clock.ts";
import type { Packing } from "../../host/pack.ts";
import { defaultContracts } from "../contracts.ts";
import type { ExchangeClient } from "../follow/exchangeClient.ts";
import { ExchangeError } from "../follow/exchangeClient.ts";
import { ExchangeSource } from "../follow/exchangeSource.ts";
import { asked, coinOf, marketOf } from "../follow/follow.ts";
import type { SourceLineView } from "../follow/marketSource.ts";
import { sourceGrid } from "../follow/sourceListing.ts";
import type { RecordedKind } from "./dayFiles.ts";
import { Recorder } from "./recorder.ts";

export interface RecordOptions {
  readonly client: ExchangeClient;
  readonly folder: string;
  /** Coins; absent: the coins of all default contracts that the exchange has. */
  readonly symbols?: readonly string[] | undefined;
  readonly sizes?: "contracts" | "base" | undefined;
  readonly packing: Packing;
  readonly kinds: readonly RecordedKind[];
  readonly clock: Clock;
  readonly onState: (line: SourceLineView) => void;
}

/**
 * A recorder of an exchange's markets, already listening. @throws ExchangeError whose message is a sentence for users
 */
export async function recorderOf(options: RecordOptions): Promise<Recorder> {
  const { client, symbols, sizes = "contracts", folder, packing, kinds, clock, onState } = options;
  await asked(client, "its markets", () => client.loadMarkets());
  const outOfTheBox = defaultContracts.map(({ listing }) => listing.baseCoin);
  const lines = [...new Set(symbols?.map(coinOf) ?? outOfTheBox)].flatMap((coin) => {
    const market = marketOf(client, coin);
    if (market === undefined && symbols !== undefined)
      throw new ExchangeError(`${client.id} has no perpetual of ${coin.toUpperCase()} in USDT that trades`);
    return market === undefined ? [] : [market];
  });
  if (lines.length === 0)
    throw new ExchangeError(`${client.id} has perpetuals in USDT of none of ${outOfTheBox.join(", ")}`);
  const contracts = lines.map((market, contract) => ({
    contract,
    symbol: `cmt_${market.base.toLowerCase()}usdt`,
    pair: `${market.base.toUpperCase()}USDT`,
    ...sourceGrid(client, market),
    market,
  }));
  const source = new ExchangeSource({
    client,
    name: client.id,
    sizes,
    clock,
    onState,
    lines: contracts.map(({ market, ...contract }) => ({ contract, market })),
  });
  return new Recorder({ source, contracts, exchange: client.id, folder, packing, kinds });
}
