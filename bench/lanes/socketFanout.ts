import { encode, eventLayouts, type Layout, type Query, RecordBuffer } from "../../src/kernel/core/index.ts";
import type { EnginePort } from "../../src/kernel/engine/index.ts";
import { systemClock } from "../../src/kernel/host/clock.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { createGateway, MASTER_KEY_BYTES, Vault } from "../../src/service/gateway/index.ts";
import type { History } from "../../src/service/readmodel/index.ts";
import { MarketViews } from "../../src/service/views/index.ts";
import { type FanoutArguments, FRAMES_A_TURN, fanout } from "../fanout.ts";
import type { Lane } from "../lane.ts";
import { forkReaders } from "../socketReaders.ts";

const TIME = 1_764_505_776_347;
const PRICE = 600_000;

/**
 * The gateway's sockets over market data that is folded from durable frames of one trade each: ten frames a
 * turn, every trade encoded, to every connection. No engine, no disk.
 */
export async function start(args: FanoutArguments): Promise<Lane> {
  const views = new MarketViews({ contracts: [], books: [], seq: 0, time: TIME });
  views.apply({ firstSeq: 1, time: TIME, events: record("contractListed", CONTRACT) });
  const lots = args.turns * FRAMES_A_TURN * 100;
  views.apply({ firstSeq: 2, time: TIME, events: record("orderRested", { price: PRICE, remaining: lots }) });
  const gateway = createGateway({
    engine: { query, subscribe: () => () => {}, now: () => TIME } as unknown as EnginePort,
    history: {} as History,
    views,
    clock: systemClock,
    vault: new Vault(new Uint8Array(MASTER_KEY_BYTES), new SeededRng(1)),
    log: { info() {}, warn() {}, error() {} },
  });
  const { port } = await gateway.listen({ host: "127.0.0.1", port: 0 });
  const { connections } = args;
  const endReaders = await forkReaders({ port, connections, channels: ["trades.cmt_btcusdt"] });
  const trade = record("traded", { price: PRICE, size: 1, value: 600_000_000n, takerSide: 1 });
  let seq = 2;
  const send = (): void => {
    for (let i = 0; i < FRAMES_A_TURN; i++) views.apply({ firstSeq: ++seq, time: TIME, events: trade });
  };
  const backlog = (): number => gateway.socketFigures().backlogBytes;
  await fanout(args, send, backlog);
  return {
    pass: () => fanout(args, send, backlog),
    async close() {
      endReaders();
      await gateway.stop();
    },
  };
}

async function query({ type }: Query): Promise<unknown> {
  return type === "contracts" || type === "keys" ? [] : undefined;
}

const CONTRACT = {
  symbol: "cmt_btcusdt",
  baseCoin: "BTC",
  quoteCoin: "USDT",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
};

/** An event's record; what is left out is 0, empty or none. */
function record(type: keyof typeof eventLayouts, fields: Readonly<Record<string, unknown>>): Uint8Array {
  const layout = eventLayouts[type] as Layout;
  const value: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(layout.fixed)) value[name] = kind === "money" ? 0n : 0;
  for (const name of layout.texts) value[name] = "";
  if (layout.list !== undefined) value[layout.list.name] = [];
  const buffer = new RecordBuffer(64);
  encode(layout, { ...value, ...fields } as never, buffer);
  return buffer.slice();
}
