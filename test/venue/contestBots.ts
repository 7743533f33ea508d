import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { Client } from "./client.ts";
import { exact, times } from "./decimal.ts";

/**
 * What teams of a contest send: one bot a team, each simple and of one kind, over the interface and nothing
 * else.
 */

export const BTC = "cmt_btcusdt";
/** A contract in which nobody quotes. */
export const ETH = "cmt_ethusdt";

/**
 * What all bots see when they are asked for their turn, in USDT: the mark of one contract, the index of the
 * other.
 */
export interface Sight {
  readonly btc: number;
  readonly eth: number;
}

/** Takes a turn; what the venue refuses for want of margin or depth is the bot's own affair. */
export type Bot = (sight: Sight) => Promise<void>;

const OPEN_LONG = "1";
const OPEN_SHORT = "2";
const CLOSE_LONG = "3";
const CLOSE_SHORT = "4";

type Kind = (desk: Desk, random: SeededRng) => Bot;

/** Quotes both sides of the mark, closing what it holds before it opens the other leg. */
const maker: Kind = (desk, random) => async (sight) => {
  const away = (1 + random.below(8)) * 3;
  const held = await desk.held();
  await desk.cancelAll();
  await desk.limit(held.short > 0.005 ? CLOSE_SHORT : OPEN_LONG, held.short || 0.1, sight.btc - away);
  await desk.limit(held.long > 0.005 ? CLOSE_LONG : OPEN_SHORT, held.long || 0.1, sight.btc + away);
};

/** Goes with the latest move, or against it; out when it has turned. */
const follower =
  (sign: 1 | -1): Kind =>
  (desk) => {
    let before: number | undefined;
    return async ({ btc }) => {
      const goesUp = before !== undefined && sign * (btc - before) > 0;
      const held = await desk.held();
      if (goesUp && held.short > 0) await desk.market(CLOSE_SHORT, held.short);
      if (!goesUp && held.long > 0) await desk.market(CLOSE_LONG, held.long);
      if (before !== undefined && (goesUp ? held.long : held.short) === 0)
        await desk.market(goesUp ? OPEN_LONG : OPEN_SHORT, 0.02);
      before = btc;
    };
  };

/** Opens one leg, and leaves it to a stop a percent below. */
const holder: Kind = (desk) => async (sight) => {
  if ((await desk.held()).long > 0 || !(await desk.market(OPEN_LONG, 0.01))) return;
  const { long } = await desk.held();
  if (long > 0) await desk.stop(CLOSE_LONG, long, sight.btc * 0.99);
};

/** Tosses a coin. */
const tosser: Kind = (desk, random) => async () => {
  const { long, short } = await desk.held();
  if (long > 0) await desk.market(CLOSE_LONG, long);
  else if (short > 0) await desk.market(CLOSE_SHORT, short);
  else await desk.market(random.below(2) === 0 ? OPEN_LONG : OPEN_SHORT, 0.01);
};

/**
 * Both legs at the greatest leverage, each with a margin of its own: whichever way the price goes, one is
 * liquidated.
 */
const gambler: Kind = (desk) => {
  let isIsolated = false;
  return async () => {
    if (!isIsolated) isIsolated = await desk.isolate("100");
    const { long, short } = await desk.held();
    if (long === 0) await desk.market(OPEN_LONG, 0.01, 3);
    if (short === 0) await desk.market(OPEN_SHORT, 0.01, 3);
  };
};

/** By the number of a team, over and over; a contest has a gambler and a pair that colludes besides. */
const kinds: readonly Kind[] = [maker, follower(1), holder, follower(-1), maker, tosser];

/** The bots of a contest: of the desks the first gambles, the others are of {@link kinds} in turn. */
export function botsOf(desks: readonly Desk[], seed: number): readonly Bot[] {
  return desks.map((desk, i) =>
    (i === 0 ? gambler : kinds[i % kinds.length]!)(desk, new SeededRng(seed + i)),
  );
}

/** What passed from one colluder to the other, in units of 1e-8 USDT against the index. */
export interface Gift {
  readonly passed: bigint;
}

/**
 * Two who pass money where nobody else quotes: one bids below the index and the other sells to it, then asks
 * above it and the other buys back.
 */
export function colluders(taker: Desk, giver: Desk, gifts: Gift[]): Bot {
  let isOpen = false;
  return async ({ eth }) => {
    const price = (eth * (isOpen ? 1.01 : 0.99)).toFixed(2);
    const [mine, its] = isOpen ? [CLOSE_LONG, CLOSE_SHORT] : [OPEN_LONG, OPEN_SHORT];
    if (
      !(await taker.limit(mine, 0.1, Number(price), ETH)) ||
      !(await giver.limit(its, 0.1, Number(price), ETH))
    )
      throw new Error("a gift was refused");
    const off = exact(String(eth)) - exact(price);
    gifts.push({ passed: times(exact("0.1"), isOpen ? -off : off) });
    isOpen = !isOpen;
  };
}

/** The few things that bots do, for one key. */
export class Desk {
  readonly #client: Client;
  /** How often each code came instead of what was asked for. */
  readonly refused = new Map<string, number>();

  constructor(client: Client) {
    this.#client = client;
  }

  limit(type: string, size: number, price: number, symbol = BTC): Promise<boolean> {
    const places = symbol === BTC ? 1 : 2;
    const order = { symbol, type, size: size.toFixed(4), price: price.toFixed(places) };
    return this.#done("order/placeOrder", { ...order, order_type: "0", match_price: "0" });
  }

  market(type: string, size: number, marginMode = 1): Promise<boolean> {
    const order = { symbol: BTC, type, size: size.toFixed(4), marginMode };
    return this.#done("order/placeOrder", { ...order, order_type: "0", match_price: "1" });
  }

  stop(type: string, size: number, price: number): Promise<boolean> {
    const order = { symbol: BTC, type, size: size.toFixed(4), trigger_price: price.toFixed(1) };
    return this.#done("order/plan_order", { ...order, match_type: "1", execute_price: "0" });
  }

  cancelAll(): Promise<boolean> {
    return this.#done("order/cancelAllOrders", { symbol: BTC });
  }

  /** Gives each leg a margin of its own, at this leverage. */
  async isolate(leverage: string): Promise<boolean> {
    const both = { longLeverage: leverage, shortLeverage: leverage };
    return (
      (await this.#done("account/position/changeHoldModel", { symbol: BTC, marginMode: 3 })) &&
      this.#done("account/leverage", { symbol: BTC, marginMode: 3, ...both })
    );
  }

  /** The sizes of both legs in BTC. */
  async held(): Promise<{ readonly long: number; readonly short: number }> {
    const { status, text, body } = await this.#client.get(`account/position/singlePosition?symbol=${BTC}`);
    if (status !== 200) throw new Error(text);
    const held = { long: 0, short: 0 };
    for (const { side, size } of body) held[side === "LONG" ? "long" : "short"] += Number(size);
    return held;
  }

  /** Whether the venue did it. @throws when it was not refused, but failed */
  async #done(path: string, body: object): Promise<boolean> {
    const reply = await this.#client.post(path, body);
    if (reply.status === 200) return true;
    if (reply.status !== 400) throw new Error(`${path}: ${reply.text}`);
    this.refused.set(reply.body.code, (this.refused.get(reply.body.code) ?? 0) + 1);
    return false;
  }
}
