import { readParameters, v2, WireError, wireProfiles } from "../../src/interface/wire/index.ts";
import type { DepthView } from "../../src/kernel/core/index.ts";
import { BUY, CONTRACT_DELISTED, CONTRACT_TRADING, SELL } from "../../src/kernel/core/index.ts";
import type { EnginePort } from "../../src/kernel/engine/index.ts";
import { Contracts } from "../../src/service/gateway/contracts.ts";
import { ClientAddresses } from "../../src/service/gateway/http/clientAddresses.ts";
import { HostNames } from "../../src/service/gateway/http/hosts.ts";
import { parseQuery } from "../../src/service/gateway/http/json.ts";
import { OperationTable } from "../../src/service/gateway/http/routes.ts";
import { createServer } from "../../src/service/gateway/http/server.ts";
import type { Leaderboard } from "../../src/service/gateway/leaderboard/leaderboard.ts";
import { MemoryCounters } from "../../src/service/gateway/limits/counters.ts";
import { Limits } from "../../src/service/gateway/limits/limits.ts";
import { limitProfiles } from "../../src/service/gateway/limits/profile.ts";
import type { Operation, PublicContext } from "../../src/service/gateway/operation.ts";
import type { Services } from "../../src/service/gateway/serve.ts";
import { handleRequest } from "../../src/service/gateway/serve.ts";
import { marketOperations } from "../../src/service/gateway/v2/operations.ts";
import type { CandleRow, CandlesQuery, History } from "../../src/service/readmodel/index.ts";
import { MarketViews } from "../../src/service/views/index.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";

/**
 * The market that the conformance tests of the public operations see: three contracts, one moment, no engine.
 */

export const NOW = Date.UTC(2025, 10, 30, 12, 29, 36, 347);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What a request was answered, as its client reads it. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A way to ask: the operations' handlers themselves, or a server over HTTP. */
export interface Transport {
  request(name: string, query: string, context: PublicContext): Promise<Answer>;
  close(): Promise<void>;
}

export const transports = { handlers: openHandlers, "the server": openServer };

export function operation(name: string): Operation {
  const found = marketOperations.find(({ path }) => path === `/capi/v2/market/${name}`);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

/** The query parsed as the server does, the answer through JSON. */
async function openHandlers(): Promise<Transport> {
  return {
    async request(name, query, context) {
      const { parameters, handle } = operation(name);
      try {
        const answer = await handle(context, readParameters(parameters, parseQuery(query)));
        return { status: 200, body: JSON.parse(JSON.stringify(answer)) };
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        const { code, status } = v2.errors[error.kind];
        return { status, body: { code, msg: error.message } };
      }
    },
    close: async () => undefined,
  };
}

async function openServer(): Promise<Transport> {
  let context: PublicContext | undefined;
  const clock = new SimulatedClock({ seed: 1, startMs: NOW - DAY });
  const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) };
  const limits = new Limits({ profile: limitProfiles.off, counters: new MemoryCounters(), clock, log });
  const server = createServer(
    {
      hosts: new HostNames([]),
      addresses: new ClientAddresses(),
      limits,
      log,
      now: () => context!.now(),
      refused() {},
      serve: (operation, head, body, isRefused) => {
        const services = { ...context, limits, clock, log, answerObservers: [] } as unknown as Services;
        const arrivedMs = clock.wallMs();
        return handleRequest(services, { operation, head, body, isRefused, arrivedMs, injected: undefined });
      },
    },
    new OperationTable(marketOperations),
    [],
  );
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    async request(name, query, asked) {
      context = asked;
      const response = await fetch(`http://127.0.0.1:${port}/capi/v2/market/${name}?${query}`);
      return { status: response.status, body: await response.json() };
    },
    close: () => server.close(),
  };
}

/** The market, and what its history was last asked. */
export interface Venue {
  readonly context: PublicContext;
  /** The last question that reached the history, without what was left open. */
  asked(): CandlesQuery;
}

export async function openVenue(): Promise<Venue> {
  let question: CandlesQuery | undefined;
  const engine = {
    subscribe: () => () => undefined,
    query: async (query: { readonly type: string; readonly contract: number }) =>
      query.type === "contracts"
        ? [btc, xrp, gone]
        : books.find(({ contract }) => contract === query.contract),
    headSeq: 1,
    durableSeq: 1,
    now: () => NOW,
  } as unknown as EnginePort;
  const views = await MarketViews.open(engine);
  const market = views.contractAt(0);
  market.recall({
    trades: Array.from({ length: 150 }, (_, i) => ({
      trade: 1_000_000_000_000_002 - i,
      time: NOW - 1_000 * (i + 1),
      price: 907_553,
      size: 10,
      value: 9_075_530_000n,
      takerSide: i % 2 === 0 ? SELL : BUY,
      takerOrder: 1_000_000_000_000_500 + i,
    })),
    minutes: [{ ...running, time: NOW - DAY + MINUTE, open: 900_000, close: 907_553 }],
    candles: [{ price: "last", intervalMs: MINUTE, bars: [running] }],
  });
  const history = {
    candles: async (query: CandlesQuery) => {
      question = query;
      return candleRows;
    },
    fundingRates: async ({ limit }: { readonly limit: number }) =>
      Array.from({ length: limit }, (_, i) => ({
        contract: 0,
        time: Date.UTC(2025, 10, 30, 8) - i * 8 * HOUR,
        rate: -10_360 + i,
        synthetic: true,
      })),
  } as unknown as History;
  const context: PublicContext = {
    leaderboard: {
      shown: async () => ({ time: NOW, delayMs: 0, contest: null, teams: [] }),
    } as unknown as Leaderboard,
    engine,
    views,
    history,
    contracts: await Contracts.open(engine),
    now: () => NOW,
    profile: wireProfiles.seed,
    sources: () => [
      {
        symbol: "cmt_btcusdt",
        market: "BTC/USDT:USDT",
        state: "stale",
        problem: "silent",
        sizes: "sizes are contracts",
        since: NOW,
        divergence: 0.001,
        leftOut: { band: 1, lot: 2, halt: 0, limit: 3 },
      },
      {
        symbol: "cmt_xrpusdt",
        market: "XRP/USDT:USDT",
        state: "live",
        problem: "",
        sizes: "",
        since: NOW,
        divergence: undefined,
        leftOut: { band: 0, lot: 0, halt: 0, limit: 0 },
      },
    ],
  };
  return {
    context,
    asked: () =>
      Object.fromEntries(Object.entries(question!).filter(([, value]) => value !== undefined)) as never,
  };
}

const listed = {
  quoteCoin: "USDT",
  priceStep: 1,
  leverageMin: 100,
  leverageMax: 20_000,
  bandBuyRate: 1_500_000,
  bandSellRate: 2_000_000,
  makerRate: 20_000,
  takerRate: 60_000,
  fundingIntervalMs: 8 * HOUR,
  fundingOffsetMs: 0,
  interestRate: 10_000,
  fundingClampRate: 50_000,
  fundingCapRate: 300_000,
  status: CONTRACT_TRADING,
  last: 0,
  index: 0,
  mark: 0,
  openInterest: 0,
  fundingRate: 10_000,
  fundingForecast: 20_000,
  fundingDue: Date.UTC(2025, 10, 30, 16),
};

const btc = {
  ...listed,
  contract: 0,
  symbol: "cmt_btcusdt",
  baseCoin: "BTC",
  priceDecimals: 1,
  sizeDecimals: 4,
  lotStep: 1,
  contractsPerLot: 100,
  quantaPerTickLot: 1_000,
  orderLotsMin: 1,
  orderLotsMax: 1_000_000_000,
  positionLotsMax: 10_000_000_000,
  marketOpenLotsMax: 1_205_000,
  last: 907_553,
  mark: 90_760_125,
  index: 90_797_161,
  openInterest: 125_000,
};

const xrp = {
  ...listed,
  contract: 1,
  symbol: "cmt_xrpusdt",
  baseCoin: "XRP",
  priceDecimals: 4,
  sizeDecimals: 0,
  lotStep: 10,
  contractsPerLot: 10,
  quantaPerTickLot: 100_000,
  orderLotsMin: 1,
  orderLotsMax: 1_000_000,
  positionLotsMax: 10_000_000,
  marketOpenLotsMax: 1_000_000,
  fundingIntervalMs: 4 * HOUR,
  fundingOffsetMs: HOUR,
  interestRate: -90_000,
  fundingRate: -50_000,
  fundingDue: Date.UTC(2025, 10, 30, 13),
  mark: 2_000_051,
};

const gone = { ...btc, contract: 2, symbol: "cmt_goneusdt", status: CONTRACT_DELISTED };

const books: readonly DepthView[] = [
  {
    contract: 0,
    bids: Array.from({ length: 250 }, (_, i) => ({ price: 907_553 - i, size: i + 1 })),
    asks: Array.from({ length: 250 }, (_, i) => ({ price: 907_555 + i, size: i + 1 })),
  },
  { contract: 1, bids: [], asks: [{ price: 20_001, size: 3 }] },
];

const bought = { trades: 3, boughtVolume: 200, boughtValue: 181_220_000_000n };
const past = { time: NOW - (NOW % MINUTE) - MINUTE, synthetic: false, ...bought };
const candleRows: readonly CandleRow[] = [
  {
    ...past,
    open: 907_000,
    high: 908_000,
    low: 906_000,
    close: 907_500,
    volume: 500,
    value: 453_050_000_000n,
  },
  { ...past, time: past.time + MINUTE, open: 1, high: 2, low: 1, close: 2, volume: 1, value: 2_000n },
];
const running = {
  time: past.time + MINUTE,
  open: 907_510,
  high: 910_000,
  low: 890_005,
  close: 907_553,
  ...bought,
  volume: 256_150_755,
  value: 232_117_054_737_995_000n,
};
