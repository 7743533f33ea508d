import { DerivativesTradingUsdsFutures } from "@binance/derivatives-trading-usds-futures";
import { USDMClient, WebsocketAPIClient, WebsocketClient } from "binance";
import BinanceApiNode from "binance-api-node";
import ccxt from "ccxt";
import NodeBinanceApi from "node-binance-api";
import type { Venue } from "../../src/assembly/venue/index.ts";
import type { Key } from "../venue/stamp.ts";
import { stamp } from "../venue/stamp.ts";

/**
 * The public clients of the fapi dialect as npm gives them, told the address of a venue by their own options.
 * Nothing of them is changed, but for node-binance-api, in which the address of streams is built in: its own
 * functions for that are replaced on the instance.
 */

// biome-ignore lint/suspicious/noExplicitAny: clients whose types say less than they do
type Any = any;

const V = ["", "V2", "V3"];

/** What ccxt is told; see `ccxtClient.ts` for why. */
function ccxtOptions({ baseUrl, port }: Venue, key?: Key) {
  const kinds = V.flatMap((version) => [`fapiPublic${version}`, `fapiPrivate${version}`]);
  const api = {
    ...Object.fromEntries(
      kinds.map((kind) => [kind, `${baseUrl}/fapi/${/V\d$/.exec(kind)?.[0].toLowerCase() ?? "v1"}`]),
    ),
    fapiData: `${baseUrl}/futures/data`,
    sapi: `${baseUrl}/sapi/v1`,
    ws: { future: `ws://127.0.0.1:${port}/ws`, "ws-api": { future: `ws://127.0.0.1:${port}/ws-fapi/v1` } },
  };
  return {
    ...(key && { apiKey: key.apiKey, secret: key.secret, nonce: () => stamp(key) }),
    urls: { api },
    options: { maxRetriesOnFailure: 100 },
    timeout: 200_000,
    streaming: { connectionTimeout: 200_000, keepAlive: 200_000 },
    enableRateLimit: false,
  };
}

export function ccxtRest(venue: Venue, key?: Key) {
  return new ccxt.binanceusdm(ccxtOptions(venue, key) as never);
}

export async function ccxtPro(venue: Venue, key?: Key): Promise<InstanceType<typeof ccxt.pro.binanceusdm>> {
  const made = new ccxt.pro.binanceusdm(ccxtOptions(venue, key) as never);
  await made.loadHttpProxyAgent(); // ccxt wants it before its first ws:// connection
  await made.loadMarkets();
  return made;
}

export function binanceRest({ baseUrl }: Venue, key: Key): Any {
  return new USDMClient({ api_key: key.apiKey, api_secret: key.secret, baseUrl } as never);
}

export function binanceStreams({ baseUrl, port }: Venue): Any {
  const logger = { trace() {}, info() {}, error() {} };
  return new WebsocketClient({ wsUrl: `ws://127.0.0.1:${port}`, restOptions: { baseUrl } } as never, logger);
}

export function binanceApiNode({ baseUrl, port }: Venue, key?: Key): Any {
  const make = (BinanceApiNode as Any).default ?? BinanceApiNode;
  const names = key && { apiKey: key.apiKey, apiSecret: key.secret };
  return make({ httpFutures: baseUrl, wsFutures: `ws://127.0.0.1:${port}/ws`, ...names });
}

export function nodeBinanceApi({ baseUrl, port }: Venue, key?: Key): Any {
  const names = key && { APIKEY: key.apiKey, APISECRET: key.secret };
  const client = new (NodeBinanceApi as Any)().options({
    urls: { fapi: `${baseUrl}/fapi/` },
    ...names,
    log() {},
  });
  client.getFStreamSingleUrl = (kind: string) => `ws://127.0.0.1:${port}/${kind}/ws/`;
  client.getFStreamUrl = (kind: string) => `ws://127.0.0.1:${port}/${kind}/stream?streams=`;
  return client;
}

export function binanceRequests({ baseUrl, port }: Venue, key: Key): Any {
  const logger = { trace() {}, info() {}, error() {} };
  const names = { api_key: key.apiKey, api_secret: key.secret };
  const urls = { wsUrl: `ws://127.0.0.1:${port}`, restOptions: { baseUrl } };
  return new WebsocketAPIClient({ ...names, ...urls, attachEventListeners: false } as never, logger);
}

export function connector({ baseUrl, port }: Venue, key: Key): Any {
  const isPrivate = key.secret.includes("PRIVATE KEY");
  const names = { apiKey: key.apiKey, [isPrivate ? "privateKey" : "apiSecret"]: key.secret };
  return new DerivativesTradingUsdsFutures({
    configurationRestAPI: { ...names, basePath: baseUrl },
    configurationWebsocketStreams: { wsURL: `ws://127.0.0.1:${port}` },
    configurationWebsocketAPI: { ...names, wsURL: `ws://127.0.0.1:${port}/ws-fapi/v1` },
  } as never);
}
