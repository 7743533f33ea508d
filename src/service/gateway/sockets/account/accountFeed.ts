import type { PrivateChannel } from "../../../../interface/wire/sockets.ts";
import type { AccountUpdate, TimeMs } from "../../../../kernel/core/index.ts";
import type { EnginePort, VenueClock } from "../../../../kernel/engine/index.ts";
import type { History } from "../../../readmodel/index.ts";
import type { ClientBarrier } from "../../clientBarrier.ts";
import type { Log } from "../../log.ts";
import type { FillPricesOfOrder } from "../../trading/fillPrices.ts";
import { FillPrices } from "../../trading/fillPrices.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame } from "../frame.ts";
import { PushDelay } from "./pushDelay.ts";

/** An update, and the prices of the fills of its orders, by order. */
export interface FollowedUpdate extends AccountUpdate {
  readonly fillPrices: ReadonlyMap<number, FillPricesOfOrder>;
}

/**
 * The text of a push for an update on a channel, or the texts of several; `undefined` if the update means
 * nothing there.
 */
export type AccountEncoder = (
  update: FollowedUpdate,
  channel: PrivateChannel,
  name: string,
) => string | readonly string[] | undefined;

/** A reader of an account's pushes on a channel. */
export interface Subscriber {
  readonly channel: PrivateChannel;
  /** The channel as it was asked for. */
  readonly name: string;
  /** The encoder of a version and profile: subscribers with the same one, and name, get the same frame. */
  readonly encode: AccountEncoder;
  readonly push: (frame: Frame) => void;
}

/** `alarm` calls back at market times, for accounts whose pushes are delayed. */
interface FeedParts {
  readonly engine: EnginePort;
  readonly history: History;
  readonly barrier: ClientBarrier;
  readonly log: Log;
  readonly now: () => TimeMs;
  readonly alarm: VenueClock["alarm"] | undefined;
}

/**
 * Follows the accounts that somebody subscribed to, and encodes each of their updates once for each encoder
 * and channel name. Updates are durable when they arrive, and leave in the order of arrival.
 */
export class AccountFeed {
  readonly #parts: FeedParts;
  readonly #accounts = new Map<number, FollowedAccount>();

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Pushes what changes of the account from now on; returns the way to stop. */
  subscribe(account: number, subscriber: Subscriber): () => void {
    let followed = this.#accounts.get(account);
    if (followed === undefined) {
      followed = new FollowedAccount(account, this.#parts);
      this.#accounts.set(account, followed);
    }
    const { subscribers } = followed;
    subscribers.add(subscriber);
    return () => {
      if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
      followed.close();
      if (this.#accounts.get(account) === followed) this.#accounts.delete(account);
    };
  }
}

/**
 * The most updates of an account that wait while the fills of its live orders are read. When there are more,
 * all are sent without those prices.
 */
const WAITING_MAX = 10_000;

class FollowedAccount {
  readonly subscribers = new Set<Subscriber>();
  readonly #unwatch: () => void;
  readonly #delay: PushDelay;
  /** The prices of the live orders' fills; undefined while they are read. */
  #prices: FillPrices | undefined;
  /** Updates that came meanwhile. */
  #waiting: AccountUpdate[] = [];

  constructor(account: number, parts: FeedParts) {
    this.#delay = new PushDelay({ ...parts, deliver: (update) => this.#take(update) });
    this.#unwatch = parts.engine.watch(account, (update) => this.#delay.take(update));
    void parts.barrier.during(() => this.#readPrices(account, parts));
  }

  close(): void {
    this.#unwatch();
    this.#delay.close();
  }

  /**
   * Updates wait until the prices of the live orders' fills are read; where history has failed, they are sent
   * without them.
   */
  async #readPrices(account: number, parts: FeedParts): Promise<void> {
    let prices = new FillPrices();
    try {
      const query = { type: "orders", account, contract: undefined, which: "all" } as const;
      prices = await FillPrices.read(account, await parts.engine.query(query), parts.history);
    } catch (error) {
      parts.log.warn({ err: error, account }, "fills of live orders could not be read for pushes");
    }
    this.#begin(prices);
  }

  #begin(prices: FillPrices): void {
    if (this.#prices !== undefined) return;
    this.#prices = prices;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const update of waiting) this.#encode(update, prices);
  }

  #take(update: AccountUpdate): void {
    if (this.#prices === undefined && this.#waiting.length >= WAITING_MAX) this.#begin(new FillPrices());
    if (this.#prices === undefined) this.#waiting.push(update);
    else this.#encode(update, this.#prices);
  }

  #encode(update: AccountUpdate, prices: FillPrices): void {
    for (const fill of update.fills) prices.add(fill.order, fill);
    const fillPrices = new Map<number, FillPricesOfOrder>();
    for (const order of update.orders) {
      const known = prices.of(order);
      if (known !== undefined) fillPrices.set(order.order, known);
    }
    const followed = { ...update, fillPrices };
    const encoded = new Map<AccountEncoder, Map<string, readonly Frame[]>>();
    for (const { channel, name, encode, push } of this.subscribers) {
      const frames = encoded.get(encode) ?? new Map<string, readonly Frame[]>();
      encoded.set(encode, frames);
      let pushes = frames.get(name);
      if (pushes === undefined) {
        pushes = [encode(followed, channel, name) ?? []].flat().map(encodeFrame);
        frames.set(name, pushes);
      }
      for (const frame of pushes) push(frame);
    }
  }
}
