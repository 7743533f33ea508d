import type { AccountMirror, OrderBook, V2Client } from "../../../interface/client/index.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  IMMEDIATE_OR_CANCEL,
  LIMIT,
  MAKER_ONLY,
  MARKET,
  NORMAL,
  OPEN_LONG,
  OPEN_SHORT,
} from "../../../interface/client/index.ts";
import { MONEY_DECIMALS, quantaOfText, textOf } from "../../../interface/wire/decimal.ts";
import type { ContractInformation } from "../../../interface/wire/v2/market.ts";
import { compareAccount } from "./compare.ts";
import type { Notes } from "./findings.ts";
import { inTime } from "./inTime.ts";

/** An order's pushes count as missing after this long, ms. */
const PUSHED_WITHIN_MS = 5_000;
const RESTING_ORDERS = 3;

export interface Trading {
  readonly client: V2Client;
  readonly mirror: AccountMirror;
  readonly book: OrderBook;
  readonly contract: ContractInformation;
  /** A second account, to trade with if the book is empty. */
  readonly counterparty: V2Client | undefined;
  readonly notes: Notes;
}

/**
 * Trades a little, at the smallest size, and watches the results arrive: resting orders that are cancelled,
 * a plan order, a fill and its closing. It closes what it opened, and leaves all other orders alone.
 */
export async function trade(trading: Trading): Promise<void> {
  const { notes, client, mirror } = trading;
  const mine = new Set<string>();
  await notePositionMode(trading);
  try {
    await restAndCancel(trading, mine);
    await planAndCancel(trading, mine);
    await fill(trading);
    notes.compared(
      "account after trading",
      await compareAccount(client, mirror),
      "orders, positions, collateral and fills as REST has them",
    );
  } finally {
    await cleanUp(trading, mine);
  }
}

/** Reports an account in one-way mode: opening a second leg, and changing the mode, are refused there. */
async function notePositionMode({ client, notes }: Trading): Promise<void> {
  const { account } = await client.account.list();
  if (account.modeSetting.every(({ positionMode }) => positionMode !== "ONE_WAY")) return;
  notes.note(
    "position mode",
    "ONE_WAY: one net position a contract; without orders and positions outcry account set NAME positionMode=hedge changes it",
  );
}

async function restAndCancel(trading: Trading, mine: Set<string>): Promise<void> {
  const { client, mirror, contract, notes } = trading;
  const { symbol, minOrderSize: size } = contract;
  const price = await quietPrice(trading);
  for (let i = 0; i < RESTING_ORDERS; i++) {
    const order = {
      symbol,
      size,
      type: OPEN_LONG,
      order_type: MAKER_ONLY,
      match_price: LIMIT,
      price,
    } as const;
    const startMs = performance.now();
    const placing = client.orders.place({ ...order, marginMode: await marginMode(client, symbol) });
    const { order_id } = await placing;
    notes.took("order placed → answer", performance.now() - startMs);
    mine.add(order_id);
    await pushed(mirror, `order ${order_id}`, () => mirror.orders.get(order_id)?.status === "open");
    notes.took("order placed → push", performance.now() - startMs);
  }
  notes.compared("account with resting orders", await compareAccount(client, mirror), "as REST has it");
  for (const order_id of [...mine]) {
    const startMs = performance.now();
    await client.orders.cancel({ orderId: order_id });
    notes.took("cancel → answer", performance.now() - startMs);
    await pushed(mirror, `end of order ${order_id}`, () => !mirror.orders.has(order_id));
    notes.took("cancel → push", performance.now() - startMs);
    mine.delete(order_id);
  }
  notes.ok("orders", `${RESTING_ORDERS} orders rested at ${price}, were pushed, and were cancelled`);
}

async function planAndCancel(trading: Trading, mine: Set<string>): Promise<void> {
  const { client, mirror, contract, notes } = trading;
  const { symbol, minOrderSize: size } = contract;
  const plan = { symbol, size, type: OPEN_LONG, match_type: MARKET } as const;
  const { order_id } = await client.plans.place({
    ...plan,
    trigger_price: await quietPrice(trading),
    marginMode: await marginMode(client, symbol),
  });
  mine.add(order_id);
  await pushed(mirror, `plan order ${order_id}`, () => mirror.orders.get(order_id)?.status === "untriggered");
  await client.plans.cancel({ orderId: order_id });
  await pushed(mirror, `end of plan order ${order_id}`, () => !mirror.orders.has(order_id));
  mine.delete(order_id);
  notes.ok("plan order", "placed, pushed, and cancelled");
}

/** Opens the smallest long and closes it, against the book or, if that is empty, against the counterparty. */
async function fill(trading: Trading): Promise<void> {
  const { client, mirror, book, contract, counterparty, notes } = trading;
  const { symbol, minOrderSize: size } = contract;
  const isAlone = book.bestAsk === undefined || book.bestBid === undefined;
  if (isAlone && counterparty === undefined) {
    return notes.skip("fill", "nobody to trade with: the book is empty, and there is no second account");
  }
  const other = isAlone ? counterparty : undefined;
  const before = mirror.fills.length;
  const isFilled = (id: string) => () => mirror.fills.some(({ orderId }) => orderId === id);
  /** Trades at market, after making sure that there is a counterparty. */
  const take = async (type: typeof OPEN_LONG | typeof CLOSE_LONG): Promise<void> => {
    const withdraw = other && (await offer(trading, other, type === OPEN_LONG ? OPEN_SHORT : CLOSE_SHORT));
    const startMs = performance.now();
    const { order_id } = await client.orders.place({
      symbol,
      size,
      type,
      order_type: IMMEDIATE_OR_CANCEL,
      match_price: MARKET,
      marginMode: await marginMode(client, symbol),
    });
    await pushed(mirror, `fill of order ${order_id}`, isFilled(order_id)).finally(withdraw);
    notes.took("market order placed → fill pushed", performance.now() - startMs);
  };
  await take(OPEN_LONG);
  try {
    const isOpen = () =>
      [...mirror.positions.values()].some(({ contractId, side }) => contractId === symbol && side === "LONG");
    await pushed(mirror, "position", isOpen);
    notes.compared("account with a position", await compareAccount(client, mirror), "as REST has it");
  } finally {
    await take(CLOSE_LONG).catch((error: unknown) =>
      notes.wrong("cleaning up", `a long of ${size} ${symbol} may be left open: ${String(error)}`),
    );
  }
  notes.ok("fill", `bought and sold ${size} of ${symbol}: ${mirror.fills.length - before} fills pushed`);
}

/**
 * The counterparty's side: a limit order at the mark price, for the doctor to take.
 *
 * @returns how to cancel it, if it still rests
 */
async function offer(
  { contract, client }: Trading,
  other: V2Client,
  type: typeof OPEN_SHORT | typeof CLOSE_SHORT,
): Promise<() => Promise<void>> {
  const { symbol, minOrderSize: size } = contract;
  const { markPrice } = await client.market.ticker({ symbol });
  const { order_id } = await other.orders.place({
    symbol,
    size,
    type,
    order_type: NORMAL,
    match_price: LIMIT,
    price: stepped(markPrice, 0, contract),
    marginMode: await marginMode(other, symbol),
  });
  return async () => {
    const resting = await other.orders.current({ orderId: order_id });
    if (resting.length > 0) await other.orders.cancel({ orderId: order_id });
  };
}

/** A price one per cent below the mark: inside the price band, and not reached by a quiet market. */
async function quietPrice({ client, contract }: Trading): Promise<string> {
  const { markPrice } = await client.market.ticker({ symbol: contract.symbol });
  return stepped(markPrice, -1, contract);
}

/** Cancels and closes whatever is left of this examination. */
async function cleanUp({ client, notes }: Trading, mine: ReadonlySet<string>): Promise<void> {
  for (const orderId of mine) {
    const isPlan = (await client.plans.current({ orderId })).length > 0;
    const canceled = isPlan ? client.plans.cancel({ orderId }) : client.orders.cancel({ orderId });
    await canceled.catch((error: unknown) => notes.note("cleaning up", `order ${orderId}: ${String(error)}`));
  }
}

/** The symbol's margin mode, by the code that an order needs. */
async function marginMode(client: V2Client, symbol: string): Promise<1 | 3> {
  const { account } = await client.account.list();
  const setting = account.modeSetting.find((each) => each.symbol === symbol);
  return setting?.marginMode === "ISOLATED" ? 3 : 1;
}

function pushed(mirror: AccountMirror, what: string, isThere: () => boolean): Promise<void> {
  const late = `${what} was not pushed within ${PUSHED_WITHIN_MS} ms`;
  return inTime(mirror.until(isThere), PUSHED_WITHIN_MS, late);
}

/** A price moved by whole per cents, rounded down to the contract's grid. */
function stepped(price: string, perCent: number, { tick_size, priceEndStep }: ContractInformation): string {
  const decimals = Number(tick_size);
  const tick = BigInt(priceEndStep) * 10n ** BigInt(MONEY_DECIMALS - decimals);
  const moved = (quantaOfText(price)! * BigInt(100 + perCent)) / 100n;
  return textOf((moved / tick) * BigInt(priceEndStep), decimals);
}
