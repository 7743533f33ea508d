import type { EventType, KeyView, Query } from "../../src/kernel/core/index.ts";
import {
  encode,
  eventLayouts,
  type Layout,
  OPEN_LONG,
  OPEN_SHORT,
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  RecordBuffer,
} from "../../src/kernel/core/index.ts";
import type { DurableFrame, EnginePort } from "../../src/kernel/engine/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { GatewayOptions, PrivateChannels } from "../../src/service/gateway/index.ts";
import { createGateway, encodeFrame, Vault } from "../../src/service/gateway/index.ts";
import { CLOSE_GRACE_MS } from "../../src/service/gateway/sockets/connection.ts";
import type { History } from "../../src/service/readmodel/index.ts";
import { MarketViews } from "../../src/service/views/index.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import type { Key } from "../venue/client.ts";
import { Listener, signed } from "./listener.ts";

/** The moment of the interface's signing vectors. */
export const NOW = 1_764_505_776_347;
export const ACCOUNT: number = 7;

/** The key of the vectors. */
export const vector = { apiKey: "key-1", secret: "sk_test_3f9c2a7b5d1e8046", passphrase: "passphrase" };
export const reader = { apiKey: "key-read", secret: "secret-read", passphrase: "passphrase" };
export const spot = { apiKey: "key-spot", secret: "secret-spot", passphrase: "passphrase" };
export const elsewhere = { apiKey: "key-elsewhere", secret: "secret-elsewhere", passphrase: "passphrase" };
export const disabled = { apiKey: "key-disabled", secret: "secret-disabled", passphrase: "passphrase" };
export const restricted = { apiKey: "key-restricted", secret: "secret-restricted", passphrase: "passphrase" };
export const expiring = { apiKey: "key-expiring", secret: "secret-expiring", passphrase: "passphrase" };
export const EXPIRES = NOW + 45_000;

/** What happens in a frame; fields left out are 0, flags false, texts empty. */
export type Sketch = readonly [EventType, Readonly<Record<string, unknown>>];

const BTC = {
  contract: 0,
  symbol: "cmt_btcusdt",
  baseCoin: "BTC",
  quoteCoin: "USDT",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
};

/** A pushed line of a private channel, as the venue below pushes it. */
export interface OwnPush {
  readonly account: number;
  readonly channel: string;
  readonly name: string;
  readonly text: string;
}

/**
 * The real gateway over HTTP before an engine that only gives away what a test makes happen, on a clock that
 * moves only when told to.
 */
export class SocketVenue {
  readonly clock = new SimulatedClock({ seed: 1, startMs: NOW });
  readonly views = new MarketViews({ contracts: [], books: [], seq: 0, time: NOW });
  /** Private channels that are open, as they were opened. */
  readonly opened: { readonly account: number; readonly channel: string; readonly name: string }[] = [];
  readonly gateway: ReturnType<typeof createGateway>;
  readonly #listeners = new Set<(frame: DurableFrame) => void>();
  readonly #pushes = new Map<string, Set<(text: string) => void>>();
  readonly #keys: readonly KeyView[];
  port = 0;
  time = NOW;
  #seq = 0;

  static async open(options: Partial<GatewayOptions> = {}): Promise<SocketVenue> {
    const venue = new SocketVenue(options);
    venue.happen(["contractListed", BTC]);
    ({ port: venue.port } = await venue.gateway.listen({ host: "127.0.0.1", port: 0 }));
    return venue;
  }

  private constructor(options: Partial<GatewayOptions>) {
    const vault = new Vault(new Uint8Array(32).fill(7), new SeededRng(7));
    this.#keys = keysOf(vault);
    this.gateway = createGateway({
      ...this.market(),
      clock: this.clock,
      vault,
      log: { info() {}, warn() {}, error: (fields, message) => console.error(fields, message) },
      privateChannels: () => this.#channels(),
      ...options,
    });
  }

  /** What the gateway turns to at a reset. */
  market() {
    const engine = {
      query: async (query: Query) => this.#answer(query),
      subscribe: (listener: (frame: DurableFrame) => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      current: () => undefined,
      headSeq: 1,
      durableSeq: 1,
      now: () => this.time,
    } as unknown as EnginePort;
    return { engine, history: {} as History, views: this.views };
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  connect(headers: Readonly<Record<string, string>> = {}): Promise<Listener> {
    return Listener.open(`${this.url}/v2/ws/public`, headers, { keepsPings: true });
  }

  connectOwn(key: Key = vector): Promise<Listener> {
    return Listener.open(`${this.url}/v2/ws/private`, signed(key, this.clock.wallMs()), { keepsPings: true });
  }

  /** One durable frame. */
  happen(...sketches: readonly Sketch[]): void {
    const buffer = new RecordBuffer(64);
    for (const [type, fields] of sketches) {
      const layout = eventLayouts[type] as Layout;
      const value: Record<string, unknown> = {};
      for (const [name, kind] of Object.entries(layout.fixed)) value[name] = kind === "money" ? 0n : 0;
      for (const name of layout.texts) value[name] = "";
      if (layout.list !== undefined) value[layout.list.name] = [];
      encode(layout, { ...value, ...fields } as never, buffer);
    }
    const frame = { firstSeq: ++this.#seq, count: 1, time: this.time, events: buffer.slice() };
    this.views.apply(frame);
    for (const listener of this.#listeners) listener(frame);
  }

  /** Lots come to rest at a price, ticks. @param side 0 buy, 1 sell */
  rest(side: number, price: number, remaining: number): void {
    this.happen(["orderRested", { contract: 0, side, price, remaining }]);
  }

  /** As many trades in one frame, each of a lot at a price where as much rests to be bought. */
  trade(price: number, trades = 1): void {
    this.rest(0, price, trades);
    const trade: Sketch = [
      "traded",
      {
        contract: 0,
        price,
        size: 1,
        value: BigInt(price) * 1_000n,
        takerSide: 1,
        makerAction: OPEN_LONG,
        takerAction: OPEN_SHORT,
      },
    ];
    this.happen(...Array.from({ length: trades }, () => trade));
  }

  /** Something happens to the account on a private channel. */
  push(channel: string, text: string): void {
    for (const push of this.#pushes.get(channel) ?? []) push(text);
  }

  /** Stops it, and whoever does not go by itself. */
  async stop(): Promise<void> {
    const stopped = this.gateway.stop();
    await this.clock.advance(CLOSE_GRACE_MS);
    await stopped;
  }

  #channels(): PrivateChannels {
    return {
      open: (account, channel, name, push) => {
        const open = { account, channel, name };
        this.opened.push(open);
        const pushes = this.#pushes.get(channel) ?? new Set();
        this.#pushes.set(channel, pushes);
        const hear = (text: string): void => {
          const said: OwnPush = { account, channel, name, text };
          push(encodeFrame(JSON.stringify(said)));
        };
        pushes.add(hear);
        return () => {
          pushes.delete(hear);
          this.opened.splice(this.opened.indexOf(open), 1);
        };
      },
    };
  }

  #answer(query: Query): unknown {
    if (["contracts", "contests", "accounts"].includes(query.type)) return [];
    if (query.type === "keys") return this.#keys;
    if (query.type === "account") {
      return {
        account: query.account,
        status: query.account === ACCOUNT + 1 ? 2 : 0,
        orderRateLimitPerMinute: 0,
      };
    }
    return undefined;
  }
}

function keysOf(vault: Vault): readonly KeyView[] {
  const key = ({ apiKey, secret, passphrase }: Key, more: Partial<KeyView> = {}): KeyView => {
    const account = more.account ?? ACCOUNT;
    return {
      key: apiKey,
      account,
      permissions: PERMIT_READ | PERMIT_FUTURES,
      activeFrom: 0,
      expires: 0,
      disabled: false,
      sealedSecret: vault.encrypt(secret, { key: apiKey, account }),
      passphraseHash: vault.hashPassphrase(passphrase, apiKey),
      label: "",
      addresses: "",
      wireProfile: "",
      before: undefined,
      ...more,
    };
  };
  return [
    key(vector),
    key(reader, { permissions: PERMIT_READ }),
    key(spot, { permissions: PERMIT_SPOT }),
    key(elsewhere, { addresses: "203.0.113.0/24" }),
    key(disabled, { disabled: true }),
    key(restricted, { account: ACCOUNT + 1 }),
    key(expiring, { expires: EXPIRES }),
  ];
}
