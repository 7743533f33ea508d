import type { Clock } from "../../../kernel/host/clock.ts";
import type { Packing } from "../../../kernel/host/pack.ts";
import type { ExchangeClient } from "../follow/exchangeClient.ts";
import { ExchangeSource } from "../follow/exchangeSource.ts";
import type { SourceLineView } from "../follow/marketSource.ts";
import { measuredInstruments } from "../follow/measuredInstruments.ts";
import type { SourceSizes } from "../follow/sizeReading.ts";
import { sourceGrid } from "../follow/sourceListing.ts";
import type { RecordedKind } from "./dayFiles.ts";
import { Recorder } from "./recorder.ts";

export interface RecordOptions {
  readonly client: ExchangeClient;
  readonly folder: string;
  /** Coins; absent: the coins of all default contracts that the exchange has. */
  readonly symbols?: readonly string[] | undefined;
  /** The unit of the sizes that ccxt returns for it; absent: as measured. */
  readonly sizes?: SourceSizes | undefined;
  readonly packing: Packing;
  readonly kinds: readonly RecordedKind[];
  readonly clock: Clock;
  readonly onState: (line: SourceLineView) => void;
}

/**
 * A recorder of an exchange's markets, already listening. @throws ExchangeError whose message is a sentence
 * for users
 */
export async function recorderOf(options: RecordOptions): Promise<Recorder> {
  const { client, symbols, sizes = "auto", folder, packing, kinds, clock, onState } = options;
  const measured = await measuredInstruments(client, symbols, sizes);
  const contracts = measured.map(({ instrument, reading }, contract) => ({
    contract,
    symbol: `cmt_${instrument.base.toLowerCase()}usdt`,
    pair: `${instrument.base.toUpperCase()}USDT`,
    ...sourceGrid({ client, instrument, reading }),
    instrument,
    reading,
  }));
  const source = new ExchangeSource({
    client,
    name: client.id,
    clock,
    onState,
    lines: contracts.map(({ instrument, reading, ...contract }) => ({ contract, instrument, reading })),
  });
  return new Recorder({ source, contracts, exchange: client.id, folder, packing, kinds });
}
