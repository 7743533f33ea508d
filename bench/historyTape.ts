import {
  blankOf,
  CANCEL_NONE,
  CANCEL_USER,
  COMBINED,
  encode,
  eventLayouts,
  FIRST_ID,
  FIRST_USER_ACCOUNT,
  KIND_NORMAL,
  RecordBuffer,
  SHARED,
  STATE_CANCELED,
  STATE_FILLED,
} from "../src/kernel/core/index.ts";
import type { HistoryFrame } from "../src/service/readmodel/index.ts";

const CONTRACTS = 8;
const START = 1_767_225_600_000;
const COMMANDS_PER_FRAME = 100;
const FRAME_MS = 10;

/**
 * What a busy venue makes history of: of three orders, one is canceled unfilled and two trade with each other
 * and end. That is 9 rows for three orders: 3 orders, 2 fills, 4 bills; trade prices walk, so candles move
 * too.
 */
export class HistoryTape {
  /** Rows that the frames so far leave in orders, fills and bills. */
  rows = 0;
  orders = 0;
  readonly #accounts: number;
  readonly #share: number;
  readonly #buffer = new RecordBuffer();
  #seq = 0;
  #id = FIRST_ID;
  #time = START;
  #turn = 0;

  /** @param share of the orders that belongs to the first account, every so-manieth */
  constructor({ accounts, share }: { accounts: number; share: number }) {
    this.#accounts = accounts;
    this.#share = share;
  }

  /** The account whose share is set. */
  get first(): number {
    return FIRST_USER_ACCOUNT;
  }

  get seq(): number {
    return this.#seq;
  }
  get time(): number {
    return this.#time;
  }

  frame(): HistoryFrame {
    this.#buffer.clear();
    const firstSeq = this.#seq + 1;
    for (let index = 0; index < COMMANDS_PER_FRAME; index++) {
      if (index % 3 === 0) this.#canceled(index);
      else if (index % 3 === 2) this.#traded(index);
    }
    this.#seq += COMMANDS_PER_FRAME;
    this.#time += FRAME_MS;
    return { firstSeq, count: COMMANDS_PER_FRAME, time: this.#time, events: this.#buffer.slice() };
  }

  #account(): number {
    const turn = this.#turn++;
    return FIRST_USER_ACCOUNT + (turn % this.#share === 0 ? 0 : 1 + ((turn * 7_919) % (this.#accounts - 1)));
  }

  #canceled(index: number): void {
    this.#ended(index, this.#id++, this.#account(), this.#turn % CONTRACTS, 1 + (this.#turn % 4), false);
  }

  #traded(index: number): void {
    const contract = (this.#turn >> 1) % CONTRACTS;
    const [makerOrder, takerOrder] = [this.#id++, this.#id++];
    const [makerAccount, takerAccount] = [this.#account(), this.#account()];
    const price = 900_000 + (this.#turn % 1_000);
    const value = BigInt(price) * 10_000n;
    const balance = 10_000_000_000_000n + BigInt(this.#turn);
    const side = {
      marginMode: SHARED,
      separatedMode: COMBINED,
      position: this.#id - 50,
      kind: KIND_NORMAL,
    };
    const maker = { ...side, order: makerOrder, account: makerAccount, action: 1 + (this.#turn % 2) };
    const taker = { ...side, order: takerOrder, account: takerAccount, action: 3 + (this.#turn % 2) };
    const money = {
      fee: value / 5_000n,
      realized: 1_234_567n,
      balance,
      feeBalance: balance,
    };
    encode(
      eventLayouts.traded,
      {
        ...blankOf(eventLayouts.traded),
        ...{ trade: this.#id++, contract, price, size: 10, value, takerSide: this.#turn % 2 },
        ...prefixed("maker", { ...maker, ...money, bill: this.#id++, feeBill: this.#id++ }),
        ...prefixed("taker", { ...taker, ...money, bill: this.#id++, feeBill: this.#id++ }),
      },
      this.#buffer,
      index,
    );
    this.rows += 6;
    this.#ended(index, makerOrder, makerAccount, contract, maker.action, true);
    this.#ended(index, takerOrder, takerAccount, contract, taker.action, true);
  }

  #ended(
    index: number,
    order: number,
    account: number,
    contract: number,
    action: number,
    filled: boolean,
  ): void {
    encode(
      eventLayouts.orderEnded,
      {
        ...blankOf(eventLayouts.orderEnded),
        ...{ order, account, contract, kind: KIND_NORMAL, action, price: 900_000, size: 10 },
        ...(filled
          ? { state: STATE_FILLED, cancelReason: CANCEL_NONE, filledValue: 9_000_000_000n, fee: 1_800_000n }
          : { state: STATE_CANCELED, cancelReason: CANCEL_USER, remaining: 10, resting: true }),
        ...{ marginMode: SHARED, separatedMode: COMBINED, leverage: 2_000 },
        ...{ createdTime: this.#time, updatedTime: this.#time, clientId: `bot-${order % 1_000_000}` },
      },
      this.#buffer,
      index,
    );
    this.rows++;
    this.orders++;
  }
}

function prefixed(prefix: string, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const capital = (name: string): string => prefix + name[0]!.toUpperCase() + name.slice(1);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [capital(name), value]));
}
