import { createHmac } from "node:crypto";
import type {
  AccountView,
  AssetsView,
  Command,
  ContractView,
  EstimateView,
  KeyView,
  OrderView,
  PositionView,
  Query,
  ReferralView,
  Rejection,
} from "../../src/kernel/core/index.ts";
import {
  blankOf,
  encode,
  eventLayouts,
  type Layout,
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  RecordBuffer,
  RecordView,
} from "../../src/kernel/core/index.ts";
import type { DurableFrame, EnginePort, Outcome } from "../../src/kernel/engine/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { GatewayOptions, LimitProfile } from "../../src/service/gateway/index.ts";
import { createGateway, Vault } from "../../src/service/gateway/index.ts";
import type { BillRow, FillRow, History, OrderRow, Page } from "../../src/service/readmodel/index.ts";
import type { MarketViews } from "../../src/service/views/index.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";

/** The account that is frozen. */
const FROZEN: number = 5;

/**
 * A venue without market: the real gateway over HTTP, before an engine that answers from a fixture and takes
 * down what is submitted. What the market makes of it is tested elsewhere.
 */

export const NOW = Date.UTC(2025, 10, 30, 12, 29, 36, 347);
export const ORDER = 1_000_000_000_000_007;
export const PLAN = 1_000_000_000_000_009;
export const POSITION = 1_000_000_000_000_011;
export const ACCOUNT = 4;

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** What came back. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

export interface Sent {
  readonly query?: string;
  /** An object is sent as compact JSON, a string as it is. */
  readonly body?: object | string;
  readonly credentials?: Credentials;
  /** Replaces or (undefined) removes headers. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly timestamp?: number | string;
  /** The method that is signed, if it is not the one that is sent. */
  readonly signed?: string;
}

export const full = { apiKey: "key-full", secret: "secret-full", passphrase: "passphrase" };
export const readonly = { apiKey: "key-read", secret: "secret-read", passphrase: "passphrase" };
export const spot = { apiKey: "key-spot", secret: "secret-spot", passphrase: "passphrase" };
export const elsewhere = { apiKey: "key-elsewhere", secret: "secret-elsewhere", passphrase: "passphrase" };
export const expired = { apiKey: "key-expired", secret: "secret-expired", passphrase: "passphrase" };
export const early = { apiKey: "key-early", secret: "secret-early", passphrase: "passphrase" };
export const disabled = { apiKey: "key-disabled", secret: "secret-disabled", passphrase: "passphrase" };
export const frozen = { apiKey: "key-frozen", secret: "secret-frozen", passphrase: "passphrase" };
export const observed = { apiKey: "key-observed", secret: "secret-observed", passphrase: "passphrase" };

export interface Venue {
  readonly port: number;
  readonly clock: SimulatedClock;
  /** Commands submitted so far. */
  readonly commands: Command[];
  /** History questions asked so far, by list. */
  readonly asked: { readonly list: string; readonly query: Readonly<Record<string, unknown>> }[];
  /** What the next commands come to; without, each is accepted with id {@link ORDER}. */
  readonly outcomes: { id?: number; rejection?: Rejection; events?: Uint8Array; error?: Error }[];
  live: { positions: PositionView[]; orders: OrderView[] };
  past: { orders: OrderRow[]; fills: FillRow[]; bills: BillRow[] };
  readonly gateway: ReturnType<typeof createGateway>;
  send(method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE", path: string, sent?: Sent): Promise<Reply>;
  /** Lets the engine give away a durable frame with these events. */
  publish(...events: readonly EventSketch[]): void;
  stop(): Promise<void>;
}

export interface EventSketch {
  readonly type: keyof typeof eventLayouts;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The binary records of events; numbers left out are 0, flags false, texts empty. */
export function records(...events: readonly EventSketch[]): Uint8Array {
  const buffer = new RecordBuffer(64);
  for (const { type, fields } of events) {
    const layout = eventLayouts[type] as Layout;
    const value: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(layout.fixed)) value[name] = kind === "money" ? 0n : 0;
    for (const name of layout.texts) value[name] = "";
    if (layout.list !== undefined) value[layout.list.name] = [];
    encode(layout, { ...value, ...fields } as never, buffer);
  }
  return buffer.slice();
}

/** Somebody whom the account brought. */
const referral: ReferralView = {
  account: ACCOUNT + 1,
  name: "referral",
  agent: ACCOUNT,
  rebateRate: 20_000_000,
  referredTime: NOW,
  createdTime: NOW,
  fees: 0n,
  due: 0n,
};

/** Whatever is asked: it rests. */
const estimate: EstimateView = {
  refusal: undefined,
  frozen: 0n,
  filled: 0,
  value: 0n,
  fee: 0n,
  slippage: 0,
  resting: 1,
  liquidationPrice: 0,
  largest: 1,
  certain: true,
};

export async function openVenue(
  options: { limits?: LimitProfile } & Pick<GatewayOptions, "freshness" | "answerObservers" | "profile"> = {},
): Promise<Venue> {
  const clock = new SimulatedClock({ seed: 1, startMs: NOW });
  const vault = new Vault(new Uint8Array(32).fill(7), new SeededRng(7));
  const commands: Command[] = [];
  const asked: Venue["asked"] = [];
  const outcomes: Venue["outcomes"] = [];
  const live: Venue["live"] = { positions: [], orders: [] };
  const past: Venue["past"] = { orders: [], fills: [], bills: [] };
  const listeners = new Set<(frame: DurableFrame) => void>();
  let seq = 100;

  const key = (credentials: Credentials, permissions: number, more: Partial<KeyView> = {}): KeyView => {
    const account = more.account ?? ACCOUNT;
    return {
      key: credentials.apiKey,
      account,
      permissions,
      activeFrom: 0,
      expires: 0,
      disabled: false,
      sealedSecret: vault.encrypt(credentials.secret, { key: credentials.apiKey, account }),
      passphraseHash: vault.hashPassphrase(credentials.passphrase, credentials.apiKey),
      label: "",
      addresses: "",
      wireProfile: "",
      before: undefined,
      ...more,
    };
  };
  const keys = [
    key(full, PERMIT_READ | PERMIT_FUTURES),
    key(readonly, PERMIT_READ),
    key(spot, PERMIT_SPOT),
    key(elsewhere, PERMIT_FUTURES, { addresses: "203.0.113.0/24" }),
    key(expired, PERMIT_FUTURES, { expires: NOW }),
    key(early, PERMIT_FUTURES, { activeFrom: NOW + 1 }),
    key(disabled, PERMIT_FUTURES, { disabled: true }),
    key(frozen, PERMIT_FUTURES, { account: FROZEN }),
    key(observed, PERMIT_FUTURES, { wireProfile: "observed" }),
  ];

  function answer(query: Query): unknown {
    switch (query.type) {
      case "contracts":
        return [btc, xrp];
      case "keys":
        return keys;
      case "account":
        return { ...account, account: query.account, status: query.account === FROZEN ? 1 : 0 };
      case "assets":
        return assets;
      case "positions":
        return live.positions.filter(
          ({ contract }) => query.contract === undefined || contract === query.contract,
        );
      case "referrals":
        return [referral];
      case "orders":
        return live.orders.filter(
          ({ contract, state }) =>
            (query.contract === undefined || contract === query.contract) &&
            (query.which === "all" || (query.which === "plan") === (state === 4)),
        );
      case "order":
        return live.orders.find(({ order, clientId }) =>
          query.order === 0 ? query.clientId !== "" && clientId === query.clientId : order === query.order,
        );
      case "explain":
        return { account: query.account, seq, time: NOW, entries: [] };
      case "estimate":
        return estimate;
      case "contests":
      case "directives":
      case "notices":
        return [];
      default:
        return undefined;
    }
  }

  const made = new Map<number, number>();

  function happen(command: Command): Outcome {
    const hash = "requestHash" in command ? command.requestHash : 0;
    const repeated = made.get(hash);
    if (repeated !== undefined) {
      const events = new RecordView(records({ type: "requestRepeated", fields: { order: repeated } }));
      return { seq: ++seq, time: NOW, id: repeated, rejection: undefined, events };
    }
    commands.push(command);
    const scripted = outcomes.shift();
    if (scripted?.error !== undefined) throw scripted.error;
    const id = scripted?.rejection === undefined ? (scripted?.id ?? ORDER) : 0;
    if (hash !== 0 && id !== 0) made.set(hash, id);
    return {
      seq: ++seq,
      time: NOW,
      id,
      rejection: scripted?.rejection,
      events: new RecordView(scripted?.events ?? new Uint8Array(0)),
    };
  }

  const engine = {
    submit: async (command: Command) => happen(command),
    submitAll: async (all: readonly Command[]) => all.map(happen),
    query: async (query: Query) => answer(query),
    subscribe(listener: (frame: DurableFrame) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get headSeq() {
      return seq;
    },
    get durableSeq() {
      return seq;
    },
    current: () => undefined,
    now: () => clock.wallMs(),
  } as unknown as EnginePort;

  const ask =
    <T extends object>(list: string, rows: () => readonly T[]) =>
    async (query: { readonly limit: number; readonly before?: number }): Promise<Page<T>> => {
      asked.push({
        list,
        query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
      });
      const { before = Number.POSITIVE_INFINITY } = query;
      const found = rows().filter((row) => !("bill" in row) || (row.bill as number) < before);
      const shown = found.slice(0, query.limit);
      return { rows: shown, total: found.length, more: shown.length < found.length };
    };
  const history = {
    orders: ask("orders", () => past.orders),
    fills: ask("fills", () => past.fills),
    bills: ask("bills", () => past.bills),
    closedPositions: ask("closedPositions", () => []),
    rebates: ask("rebates", () => []),
    activity: async () => ({ takerValue: 0n, makerValue: 0n, deposited: 0n, withdrawn: 0n }),
    equity: async () => ({ samples: [], present: undefined, minutesFrom: 0 }),
    results: async () => [],
    async order(query: { readonly order: number }) {
      asked.push({ list: "order", query });
      return past.orders.find(({ order }) => order === query.order);
    },
  } as unknown as History;

  const gateway = createGateway({
    engine,
    history,
    views: {} as MarketViews,
    clock,
    vault,
    log: { info() {}, warn() {}, error: (fields, message) => console.error(fields, message) },
    ...options,
  });
  const { port } = await gateway.listen({ host: "127.0.0.1", port: 0 });

  return {
    port,
    clock,
    commands,
    asked,
    outcomes,
    live,
    past,
    gateway,
    send: (method, path, sent) => send(port, clock, method, path, sent),
    publish(...events) {
      const frame = { firstSeq: ++seq, count: 1, time: NOW, events: records(...events) };
      for (const listener of listeners) listener(frame);
    },
    stop: () => gateway.stop(),
  };
}

async function send(
  port: number,
  clock: SimulatedClock,
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE",
  name: string,
  {
    query = "",
    body,
    credentials = full,
    headers = {},
    timestamp = clock.wallMs(),
    signed = method,
  }: Sent = {},
): Promise<Reply> {
  const path = name.startsWith("/") ? name : `/capi/v2/${name}`;
  const signedPath = path.replace(/^\/+/, "/");
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const prehash = `${timestamp}${signed}${signedPath}${query === "" ? "" : `?${query}`}${text}`;
  const all: Record<string, string | undefined> = {
    "access-key": credentials.apiKey,
    "access-passphrase": credentials.passphrase,
    "access-timestamp": String(timestamp),
    "access-sign": createHmac("sha256", credentials.secret).update(prehash).digest("base64"),
    ...(text === "" ? {} : { "content-type": "application/json" }),
    ...headers,
  };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(`http://127.0.0.1:${port}${path}${query === "" ? "" : `?${query}`}`, {
    method,
    headers: present,
    ...(text === "" ? {} : { body: Buffer.from(text) }),
  });
  const answered = await response.text();
  return {
    status: response.status,
    body: answered === "" ? undefined : JSON.parse(answered),
    headers: response.headers,
  };
}

const contract = {
  quoteCoin: "USDT",
  priceStep: 1,
  lotStep: 1,
  orderLotsMin: 1,
  orderLotsMax: 1_000_000_000,
  leverageMin: 100,
  makerRate: 20_000,
  takerRate: 60_000,
  status: 0,
  apiTradable: true,
};
const btc = {
  ...contract,
  contract: 0,
  symbol: "cmt_btcusdt",
  baseCoin: "BTC",
  priceDecimals: 1,
  sizeDecimals: 4,
  contractsPerLot: 100,
  quantaPerTickLot: 1_000,
} as unknown as ContractView;
const xrp = {
  ...contract,
  contract: 1,
  symbol: "cmt_xrpusdt",
  baseCoin: "XRP",
  priceDecimals: 4,
  sizeDecimals: 0,
  lotStep: 10,
  contractsPerLot: 10,
  quantaPerTickLot: 100_000,
} as unknown as ContractView;

const fee = {
  feeSet: true,
  takerRate: 72_000,
  makerRate: 18_000,
  discountSet: false,
  discount: 0,
  sideDiscountSet: false,
  takerDiscount: 0,
  makerDiscount: 0,
};
const counters = {
  deposit: 500_000_000_000n,
  withdraw: 1n,
  transferIn: 2n,
  transferOut: 3n,
  marginMoveIn: 4n,
  marginMoveOut: 5n,
  openLong: 6n,
  openShort: 7n,
  closeLong: 8n,
  closeShort: 9n,
  fillFee: 10n,
  liquidateFee: 11n,
  funding: -12n,
  fillFeeIncome: 13n,
  liquidateFeeIncome: 14n,
};
const account: AccountView = {
  account: ACCOUNT,
  name: "demo-1",
  kind: 0,
  twin: 0,
  status: 0,
  fee,
  orderRateLimitPerMinute: 0,
  orderDelayMs: 0,
  cancelDelayMs: 0,
  selfTradePrevention: 0,
  marginCallPercent: 0,
  group: 0,
  positionMode: 0,
  holdings: [
    {
      contract: 0,
      marginMode: 1,
      separatedMode: 1,
      cross: 2_000,
      isolatedLong: 100,
      isolatedShort: 10_000,
      countdownDue: 0,
      countdownWhich: 0,
      fee: undefined,
      ...{ frozen: 0n, longFrozen: 0n },
    },
    {
      contract: 1,
      marginMode: 3,
      separatedMode: 2,
      cross: 2_000,
      isolatedLong: 2_000,
      isolatedShort: 2_000,
      countdownDue: 0,
      countdownWhich: 0,
      fee,
      ...{ frozen: 0n, longFrozen: 0n },
    },
  ],
  entries: [
    {
      coin: 2,
      marginMode: 1,
      position: 0,
      amount: 466_320_125_463n,
      pendingDeposit: 0n,
      pendingWithdraw: 0n,
      pendingTransferIn: 0n,
      pendingTransferOut: 0n,
      liquidating: false,
      called: false,
      legacy: 466_320_125_463n,
      counters,
      createdTime: 1_728_493_664_997,
      updatedTime: 1_764_306_706_243,
    },
    {
      coin: 2,
      marginMode: 3,
      position: POSITION,
      amount: 1_000_000_000n,
      pendingDeposit: 0n,
      pendingWithdraw: 0n,
      pendingTransferIn: 0n,
      pendingTransferOut: 0n,
      liquidating: true,
      called: false,
      legacy: 0n,
      counters,
      createdTime: 1_728_493_664_998,
      updatedTime: 1_764_306_706_244,
    },
  ],
  createdTime: 1_728_493_655_673,
  updatedTime: 1_764_221_456_649,
  version: 46_654,
};

const assets: AssetsView = {
  account: ACCOUNT,
  wallet: 573_104_588_823n,
  equity: 569_649_288_823n,
  available: 541_306_877_369n,
  withdrawable: 541_306_877_369n,
  frozen: 8_128_240_000n,
  positionMargin: 0n,
  unrealized: -3_455_300_000n,
  maintenance: 0n,
  version: 46_654,
};

export const position: PositionView = {
  position: POSITION,
  account: ACCOUNT,
  contract: 0,
  leg: 0,
  marginMode: 1,
  separatedMode: 1,
  openOrder: 0,
  leverage: 10_000,
  size: 200,
  reserved: 0,
  openValue: 180_106_700_000n,
  openFee: 70_731_060n,
  fundingFee: 122_618_160n,
  margin: 1_715_498_000n,
  isolatedMargin: 0n,
  autoAppend: false,
  cumOpenSize: 200,
  cumOpenValue: 180_106_700_000n,
  cumOpenFee: 70_731_060n,
  cumCloseSize: 0,
  cumCloseValue: 0n,
  cumCloseFee: 0n,
  cumFunding: 122_618_160n,
  cumLiquidateFee: 0n,
  createdSeq: 7_027,
  updatedSeq: 7_040,
  createdTime: 1_764_505_776_347,
  updatedTime: 1_764_588_886_461,
  unrealized: -8_556_900_000n,
  maintenance: 0n,
  liquidationPrice: 0,
};

const { resting: _resting, ...blankOrder } = blankOf(eventLayouts.orderEnded);
export const order: OrderView = {
  ...blankOrder,
  order: ORDER,
  account: ACCOUNT,
  action: 1,
  price: 900_005,
  size: 100,
  remaining: 100,
  state: 2,
  marginMode: 1,
  separatedMode: 1,
  leverage: 2_000,
  presetTakeProfit: 1_000_000,
  presetStopLoss: 100_000,
  createdTime: 1_763_708_511_502,
  updatedTime: 1_763_708_511_502,
  clientId: "bot-1",
};

export const plan: OrderView = {
  ...order,
  order: PLAN,
  kind: 1,
  action: 3,
  state: 4,
  triggerPrice: 480_000,
  triggerSource: 1,
  triggerDirection: 2,
  presetTakeProfit: 0,
  presetStopLoss: 0,
  clientId: "",
};

/** The order as history has it: a market order, filled. */
export const ended: OrderRow = {
  ...order,
  state: 5,
  market: true,
  timeInForce: 3,
  price: 913_000,
  remaining: 0,
  filledValue: 85_596_500_000n,
  fee: 51_357_900n,
  endedSeq: 90,
  ordinal: 3,
};

export const fill: FillRow = {
  fill: 1_000_000_000_000_020,
  trade: 1_000_000_000_000_020,
  order: ORDER,
  account: ACCOUNT,
  contract: 0,
  action: 1,
  maker: false,
  kind: 0,
  marginMode: 1,
  separatedMode: 2,
  position: POSITION,
  price: 855_965,
  size: 100,
  value: 85_596_500_000n,
  fee: 51_357_900n,
  liquidationFee: 0n,
  realized: 0n,
  counterparty: 1_001,
  indexPoints: 85_596_500,
  time: 1_763_708_511_502,
  seq: 88,
};

export const bill: BillRow = {
  bill: 1_000_000_000_000_030,
  account: ACCOUNT,
  entry: 0,
  contract: 0,
  coin: 2,
  type: 11,
  amount: 8_266_646n,
  balance: 466_320_125_463n,
  fee: 0n,
  reason: 0,
  time: 1_763_708_511_502,
  seq: 88,
};
