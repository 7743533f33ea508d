import type { Command } from "../src/kernel/core/index.ts";
import {
  EXTERNAL_ACCOUNT,
  Exchange,
  encodeCommand,
  INSURANCE_ACCOUNT,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  RecordBuffer,
  RecordView,
} from "../src/kernel/core/index.ts";
import { BENCH_CONTRACT } from "./coreEngine.ts";

/** The price at the start, in ticks: 10 000 USDT. A lot is worth one USDT there. */
const PRICE = 100_000;
const POINTS = PRICE * 100;
const UNIT = 100_000_000n;
const SOLVENT_USDT = 100_000n;
/** A victim is long 1 000 USDT with 60: 56 further down it has 3.4 left after its fee, and must have 4.3. */
const VICTIM_LOTS = 1_000;
const VICTIM_USDT = 60n;
const FALLEN = 94_400;
/** A price at which a victim owes 10 USDT. */
const GAPPED = 93_000;

/**
 * An exchange with many accounts that hold a position each, longs and shorts in turn, and some that a fall of
 * the price will liquidate. What is measured is one command, from its record to its last event.
 */
export class Crowd {
  exchange = new Exchange();
  #time = 1_700_000_000_000;
  readonly #accounts: number[] = [];
  readonly #victims: number[] = [];

  constructor(options: { readonly solvent: number; readonly victims: number }) {
    this.run(BENCH_CONTRACT);
    this.index(POINTS);
    const open = (units: bigint) => {
      this.run({ type: "openAccount", kind: 0, name: `account ${this.#accounts.length}` });
      const account = this.exchange.outcomeId;
      this.#accounts.push(account);
      this.deposit(account, units);
      return account;
    };
    for (let i = 0; i < options.solvent; i++)
      this.place(open(SOLVENT_USDT), i % 2 === 0 ? OPEN_LONG : OPEN_SHORT, PRICE, 1);
    for (let i = 0; i < options.victims; i++) {
      this.place(this.#accounts[(2 * i + 1) % options.solvent]!, OPEN_SHORT, PRICE, VICTIM_LOTS);
      const victim = open(VICTIM_USDT);
      this.#victims.push(victim);
      this.place(victim, OPEN_LONG, PRICE, VICTIM_LOTS);
    }
  }

  /** Money for the insurance fund, so that it may take positions over. */
  fillFund(): void {
    this.deposit(INSURANCE_ACCOUNT, 1_000_000n);
  }

  /** A bid for everything that the victims have, where they are going. */
  bid(victims: number): void {
    const account = this.#accounts[0]!;
    this.deposit(account, 10_000_000n);
    this.place(account, OPEN_LONG, FALLEN, victims * VICTIM_LOTS);
  }

  /** Milliseconds of the mark update that the victims do not survive. */
  fall(): number {
    return this.index(FALLEN * 100);
  }

  /** Milliseconds of a mark update past what the victims can pay. */
  gap(): number {
    return this.index(GAPPED * 100);
  }

  /** Milliseconds of a funding settlement of every position. */
  fund(): number {
    return this.run({ type: "forceFunding", contract: 0, skip: false });
  }

  /** Goes back to a state taken with {@link keep}. */
  restore(kept: Uint8Array): void {
    this.exchange = Exchange.restore(kept);
    this.index(POINTS); // everybody is judged anew
  }

  keep(): Uint8Array {
    return this.exchange.snapshot();
  }

  get positions(): number {
    return this.exchange.answer({ type: "totals" }).positions;
  }

  /** Lots that the victims hold. */
  get victimLots(): number {
    const { accounts, positions } = this.exchange.state;
    let lots = 0;
    for (const account of this.#victims) {
      const position = accounts.positionHead[account]!;
      if (position >= 0) lots += positions.size[position]!;
    }
    return lots;
  }

  private deposit(account: number, units: bigint): void {
    const amount = units * UNIT;
    this.run({ type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount });
  }

  private place(account: number, action: number, price: number, size: number): void {
    this.run({ ...PLAIN_ORDER, account, contract: 0, action, price, size });
  }

  private index(points: number): number {
    return this.run({ type: "setIndex", prices: [{ contract: 0, points }] });
  }

  /** Executes a command and all steps it leaves; returns the milliseconds that took. */
  private run(command: Command): number {
    const view = record(command);
    const { exchange } = this;
    const begun = performance.now();
    exchange.beginFrame(exchange.seq + 1, this.#time);
    exchange.execute(view, 0);
    if (exchange.outcomeRejection) throw new Error(JSON.stringify(exchange.outcomeRejection));
    while (exchange.pendingSteps() > 0) {
      exchange.beginFrame(exchange.seq + 1, this.#time);
      exchange.execute(PROCEED, 0);
    }
    return performance.now() - begun;
  }
}

function record(command: Command): RecordView {
  const buffer = new RecordBuffer(64);
  encodeCommand(command, buffer);
  return new RecordView(buffer.slice());
}

const PROCEED = record({ type: "proceed" });
