import type { Command } from "../src/kernel/core/index.ts";
import {
  commandLayouts,
  decodeCommand,
  EXTERNAL_ACCOUNT,
  Exchange,
  encodeCommand,
  HEDGE,
  MOVE_DEPOSIT,
  NO_FEE_SETTING,
  OPEN_LONG,
  OPEN_SHORT,
  offsetsOf,
  PLAIN_ORDER,
  RecordBuffer,
  RecordView,
  STP_NONE,
} from "../src/kernel/core/index.ts";
import type { FlowEngine } from "./flowEngine.ts";

const ACCOUNTS = 1_000;
/** Commands of a frame: what a turn of the venue holds when its connections are busy. */
export const FRAME_COMMANDS = 100;
const INDEX_COMMANDS = 1_000;
/** Market time from one index price to the next. */
export const INDEX_MS = 1_000;
export const START_TIME = 1_700_000_000_000;
const MARK_TICKS = 100_000;
/** What the benches trade: at 10 000.0 a lot is worth one USDT. */
export const BENCH_CONTRACT = {
  type: "listContract",
  symbol: "cmt_benchusdt",
  baseCoin: "BENCH",
  quoteCoin: "USDT",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
  contractsPerLot: 100,
  orderLotsMin: 1,
  orderLotsMax: 1_000_000,
  marketOpenLotsMax: 1_000_000,
  marketLotsMax: 0,
  notionalMinUnits: 0,
  positionLotsMax: 1_000_000_000_000,
  leverageMin: 100,
  leverageMax: 10_000,
  leverageDefault: 2_000,
  bandBuyRate: 90_000_000,
  bandSellRate: 90_000_000,
  makerRate: 20_000,
  takerRate: 60_000,
  liquidationFeeRate: 1_000_000,
  triggerProtectRate: 5_000_000,
  fundingIntervalMs: 28_800_000,
  fundingOffsetMs: 0,
  interestRate: 10_000,
  fundingClampRate: 50_000,
  fundingCapRate: 300_000,
  openOrdersMax: 1_000_000,
  orphanTriggersKeep: true,
  separatedCloseFifo: true,
  apiTradable: true,
  tiers: [{ boundUnits: 1_000_000_000_000, maintenanceRate: 400_000, leverageMax: 10_000 }],
} as const satisfies Command;

const PLACE = offsetsOf(commandLayouts.placeOrder);
const CANCEL = offsetsOf(commandLayouts.cancelOrder);

/**
 * The exchange under a tape, with a thousand accounts unless said: every message is a command record that is
 * validated, margined, matched and booked, with its events written; frames of 100 commands, a new index price
 * with every tenth. A move is a cancel and a placement.
 */
export class CoreEngine implements FlowEngine {
  readonly exchange = new Exchange();
  readonly #place = record({
    ...PLAIN_ORDER,
    ...{ account: 0, contract: 0, action: 1, price: 1, size: 1, marginMode: 1 },
  });
  readonly #cancel = record({ type: "cancelOrder", account: 0, order: 0, plansOnly: false, clientId: "" });
  readonly #ids: number[] = [];
  readonly #accounts: number[] = [];
  readonly #sides: number[] = [];
  #first = 0;
  #time = START_TIME;

  readonly #recorded: Command[] | undefined;

  /** @param recorded takes every command that is executed, for an engine that is to execute the same */
  constructor(recorded?: Command[], accounts = ACCOUNTS) {
    this.#recorded = recorded;
    this.#run(BENCH_CONTRACT);
    for (let i = 0; i < accounts; i++) {
      this.#run({ type: "openAccount", kind: 0, name: `account ${i}` });
      const account = this.exchange.outcomeId;
      this.#first ||= account;
      this.#run({
        type: "setAccount",
        account,
        status: 0,
        ...NO_FEE_SETTING,
        orderRateLimitPerMinute: 0,
        orderDelayMs: 0,
        cancelDelayMs: 0,
        selfTradePrevention: STP_NONE,
        marginCallPercent: 0,
        group: 0,
        positionMode: HEDGE,
      });
      const amount = 10n ** 17n;
      this.#run({ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount });
    }
    this.index();
  }

  place(number: number, account: number, side: number, price: number, lots: number, mayRest: boolean): void {
    this.#accounts[number] = this.#first + account;
    this.#sides[number] = side;
    this.#submit(number, price, lots, mayRest);
  }

  cancel(number: number): void {
    const id = this.#ids[number]!;
    const words = this.#cancel.words;
    words[CANCEL.account] = this.#accounts[number]!;
    words[CANCEL.order] = id;
    this.#execute(this.#cancel);
  }

  move(number: number, price: number): void {
    const { orders } = this.exchange.state;
    const slot = orders.byId.get(this.#ids[number]!);
    if (slot < 0) return;
    const lots = orders.remaining[slot]!;
    this.cancel(number);
    this.#submit(number, price, lots, true);
  }

  levels(): Iterable<[side: number, price: number, lots: number]> {
    return levelsOf(this.exchange);
  }

  /**
   * Drops what only finding orders by their numbers needs: the engine can be looked at, but not gone on with.
   */
  forget(): void {
    this.#ids.length = 0;
    this.#accounts.length = 0;
    this.#sides.length = 0;
  }

  #submit(number: number, price: number, lots: number, mayRest: boolean): void {
    const words = this.#place.words;
    words[PLACE.account] = this.#accounts[number]!;
    words[PLACE.action] = this.#sides[number] === 0 ? OPEN_LONG : OPEN_SHORT;
    words[PLACE.timeInForce] = mayRest ? 0 : 3;
    words[PLACE.price] = price;
    words[PLACE.size] = lots;
    this.#execute(this.#place);
    this.#ids[number] = this.exchange.outcomeId;
  }

  #execute(view: RecordView): void {
    const { exchange } = this;
    if (exchange.seq % INDEX_COMMANDS === 0) this.index();
    else if (exchange.seq % FRAME_COMMANDS === 0) exchange.beginFrame(exchange.seq + 1, this.#time);
    this.#recorded?.push(decodeCommand(view, 0));
    exchange.execute(view, 0);
  }

  /** A new index price, and with it a new mark. */
  index(): void {
    this.#time += INDEX_MS;
    const points = MARK_TICKS * 100 + ((this.#time / 1_000) % 7);
    this.#run({ type: "setIndex", prices: [{ contract: 0, points }] });
  }

  #run(command: Command): void {
    const { exchange } = this;
    this.#recorded?.push(command);
    exchange.beginFrame(exchange.seq + 1, this.#time);
    exchange.execute(record(command), 0);
    if (exchange.outcomeRejection) throw new Error(JSON.stringify(exchange.outcomeRejection));
  }
}

/** Both sides of the first contract's book, bids first, best first. */
export function* levelsOf(exchange: Exchange): Generator<[side: number, price: number, lots: number]> {
  const { book } = exchange.state.contracts[0]!;
  for (const side of [0, 1]) {
    const levels: [number, number, number][] = [];
    book.depth(side, Number.POSITIVE_INFINITY, (price, lots) => levels.push([side, price, lots]));
    yield* levels;
  }
}

function record(command: Command): RecordView {
  const buffer = new RecordBuffer(64);
  encodeCommand(command, buffer);
  return new RecordView(buffer.slice());
}
