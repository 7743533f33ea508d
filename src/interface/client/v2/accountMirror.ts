import type { v2 } from "../../wire/index.ts";
import type { ChannelReader, Channels } from "../channels.ts";
import { ConnectionLost } from "../channels.ts";
import { VenueError } from "../failure.ts";
import type { Timing } from "../timing.ts";
import { REQUEST_TIMEOUT } from "../transport.ts";
import type { MirroredCollateral, MirroredFill, MirroredOrder, MirroredPosition } from "./accountRows.ts";
import { collateralOfPush, fillOfPush, orderOfPush, positionOfPush } from "./accountRows.ts";
import type { AccountSnapshot, Ask } from "./accountSnapshot.ts";
import { accountSnapshot, asReadBefore } from "./accountSnapshot.ts";
import { ChangeSignal } from "./changeSignal.ts";
import type { Message } from "./dialect.ts";
import type { AccountPush } from "./messages.ts";
import { accountPushOf } from "./watch.ts";

/** Fills that a mirror holds; the oldest are dropped. */
const FILLS_MAX = 1_000;
/** Ended positions that are remembered, so that a late push of their collateral does not restore it. */
const ENDED_MAX = 1_000;
/** Pushes that may wait for a snapshot; beyond this the snapshot is asked for again. */
const WAITING_MAX = 50_000;
const AGAIN_AFTER_MS = 1_000;

const KEYS = {
  account: "collateral",
  positions: "position",
  fill: "orderFillTransaction",
  orders: "order",
} as const;
type MirroredChannel = keyof typeof KEYS;
const CHANNELS = Object.keys(KEYS) as MirroredChannel[];

interface Waiting {
  readonly channel: MirroredChannel;
  readonly push: AccountPush<unknown>;
}

/**
 * An account, kept up to date by the private channels: live orders, positions, collateral, the latest fills.
 * Iterate over it to be told of every change; a slow reader sees fewer changes, but always the present
 * account.
 *
 * It first subscribes and then reads REST. An answer of REST includes at least everything up to the version
 * that it names: pushes up to that version are dropped, later ones are applied in order. They carry whole
 * rows, so applying one that the answer already included does no harm. The mirror is live once everything is
 * in it that was pushed before the answers came; a lost connection ends that, and it starts again.
 */
export class AccountMirror implements AsyncIterable<AccountMirror> {
  readonly #orders = new Map<string, MirroredOrder>();
  readonly #positions = new Map<string, MirroredPosition>();
  readonly #collateral = new Map<string, MirroredCollateral>();
  #fills = new Map<string, MirroredFill>();
  readonly #ended = new Set<string>();
  readonly #pulse = new ChangeSignal();
  readonly #channels: Channels<Message>;
  readonly #ask: Ask;
  readonly #timing: Timing;
  /** The account as it was read before the channels began, until it was looked at. */
  #before: Promise<AccountSnapshot | undefined> | undefined;
  /** Pushes since the channels began, kept until the snapshot is there. */
  #waiting: Waiting[] | undefined;
  #begun = 0;
  #snapshot: AccountSnapshot | undefined;
  #version = 0;
  /** Whether nothing is heard on the connection. */
  #isDoubtful = false;
  /** Counts the starts: results of an earlier start are dropped. */
  #era = 0;
  #leaves: (() => void)[] = [];

  private constructor(channels: Channels<Message>, ask: Ask, timing: Timing) {
    this.#channels = channels;
    this.#ask = ask;
    this.#timing = timing;
  }

  /**
   * Resolves when the mirror is live. @param before the account as it is being read, or was: it is not read
   * again if it is still so
   */
  static async open(
    channels: Channels<Message>,
    ask: Ask,
    timing: Timing,
    before?: Promise<AccountSnapshot>,
  ): Promise<AccountMirror> {
    const mirror = new AccountMirror(channels, ask, timing);
    mirror.#before = before?.catch(() => undefined); // whoever reads it is told why not
    try {
      for (const channel of CHANNELS) {
        if (mirror.#pulse.hasEnded) break; // reading another channel would open what was closed
        mirror.#leaves.push(await channels.read(channel, mirror.#reader(channel)));
      }
      await mirror.#pulse.until(() => mirror.isLive);
    } catch (error) {
      mirror.close();
      throw error;
    }
    return mirror;
  }

  /**
   * Whether the mirror agrees with the venue; otherwise it is empty except for fills, or what was last known
   * while nothing is heard.
   */
  get isLive(): boolean {
    return this.#begun === CHANNELS.length && this.#waiting === undefined && !this.#isDoubtful;
  }

  /** The latest pushed version; its changes are complete once a later push, or an echo, has come. */
  get version(): number {
    return this.#version;
  }

  /** What was read when it became live the last time: with what is not pushed, such as leverage. */
  get snapshot(): AccountSnapshot | undefined {
    return this.#snapshot;
  }

  /** Live orders by id, including those that wait for a price. */
  get orders(): ReadonlyMap<string, MirroredOrder> {
    return this.#orders;
  }

  /** Open positions by id. */
  get positions(): ReadonlyMap<string, MirroredPosition> {
    return this.#positions;
  }

  /** Collateral entries by coin, margin mode and isolated position: "USDT SHARED 0". */
  get collateral(): ReadonlyMap<string, MirroredCollateral> {
    return this.#collateral;
  }

  /** The latest fills, oldest first: pushed ones, and those that REST had. */
  get fills(): readonly MirroredFill[] {
    return [...this.#fills.values()];
  }

  [Symbol.asyncIterator](): AsyncGenerator<AccountMirror, void> {
    return this.#pulse.follow<AccountMirror>(this, true);
  }

  /** Resolves when the condition is true of the mirror, checked now and after every change. */
  async until(holds: (mirror: AccountMirror) => boolean): Promise<void> {
    await this.#pulse.until(() => holds(this));
  }

  /**
   * Resolves when the mirror is live and holds everything that the venue had pushed when this was called;
   * where the connection is lost meanwhile, once it is live again.
   */
  async upToDate(): Promise<void> {
    await this.#pulse.until(() => this.isLive);
    await this.#channels.echo().catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error; // what it reads on the next one is newer
    });
    await this.#pulse.until(() => this.isLive);
  }

  close(): void {
    for (const leave of this.#leaves) leave();
    this.#leaves = [];
    this.#era++;
    this.#forget();
    this.#pulse.end();
  }

  #reader(channel: MirroredChannel): ChannelReader<Message> {
    return {
      begun: () => {
        this.#begun++;
        if (this.#begun === 1) this.#waiting = [];
        if (this.#begun === CHANNELS.length) void this.#load(this.#era);
      },
      push: (message) => this.#take({ channel, push: accountPushOf(message, KEYS[channel]) }),
      doubted: (isDoubtful) => {
        if (isDoubtful === this.#isDoubtful) return; // each of its channels is told
        this.#isDoubtful = isDoubtful;
        this.#pulse.beat();
      },
      lost: () => {
        if (this.#begun === 0) return;
        this.#era++;
        this.#forget();
        this.#pulse.beat();
      },
      ended: (error) => {
        this.#era++;
        this.#forget();
        this.#pulse.end(error);
      },
    };
  }

  #forget(): void {
    this.#begun = 0;
    this.#isDoubtful = false;
    this.#waiting = undefined;
    this.#orders.clear();
    this.#positions.clear();
    this.#collateral.clear();
    this.#ended.clear();
  }

  /** Reads the account and applies what was pushed meanwhile; tries again if pushes were missed. */
  async #load(era: number): Promise<void> {
    const isCurrent = (): boolean => era === this.#era;
    while (isCurrent()) {
      try {
        const snapshot = await this.#read();
        if (!isCurrent()) return; // an echo would open what was closed
        await this.#channels.echo(); // after it, everything pushed before the answers were made has arrived
        if (!isCurrent()) return;
        const waiting = this.#waiting ?? [];
        if (waiting.length >= WAITING_MAX) {
          this.#waiting = [];
          continue;
        }
        return this.#begin(snapshot, waiting);
      } catch (error) {
        if (!isCurrent()) return;
        if (error instanceof VenueError && isFinal(error)) {
          this.#forget();
          return this.#pulse.end(error);
        }
        await new Promise<void>((resolve) => this.#timing.after(AGAIN_AFTER_MS, resolve));
      }
    }
  }

  async #read(): Promise<AccountSnapshot> {
    const isKnown = (fill: MirroredFill): boolean => this.#fills.has(keyOfFill(fill));
    const before = await this.#before;
    this.#before = undefined;
    const same = before && (await asReadBefore(this.#ask, isKnown, before));
    return same ?? accountSnapshot(this.#ask, isKnown);
  }

  #begin(snapshot: AccountSnapshot, waiting: readonly Waiting[]): void {
    this.#snapshot = snapshot;
    const { collateral, positions, orders, fills } = snapshot;
    for (const row of collateral.rows) this.#collateral.set(keyOfCollateral(row), row);
    for (const row of positions.rows) this.#positions.set(row.id, row);
    for (const row of orders.rows) this.#orders.set(row.id, row);
    for (const row of fills.rows.toReversed()) this.#addFill(row);
    this.#sortFills();
    const included: Readonly<Record<MirroredChannel, number>> = {
      account: collateral.version,
      positions: positions.version,
      orders: orders.version,
      fill: 0, // fills are known by their ids
    };
    this.#waiting = undefined;
    for (const { channel, push } of waiting) {
      if (push.version > included[channel]) this.#apply(channel, push);
      // A position missing in the list of positions may have ended after the collateral was read.
      else if (channel === "positions" && push.version > included.account)
        this.#end(push.rows as v2.PositionPush[]);
    }
    this.#pulse.beat();
  }

  #take({ channel, push }: Waiting): void {
    if (this.#waiting !== undefined) {
      if (this.#waiting.length < WAITING_MAX) this.#waiting.push({ channel, push });
      return;
    }
    this.#apply(channel, push);
    this.#pulse.beat();
  }

  #apply(channel: MirroredChannel, { version, rows }: AccountPush<unknown>): void {
    this.#version = Math.max(this.#version, version);
    switch (channel) {
      case "account":
        for (const row of (rows as v2.CollateralPush[]).map(collateralOfPush)) {
          if (!this.#ended.has(row.isolatedPositionId)) this.#collateral.set(keyOfCollateral(row), row);
        }
        return;
      case "positions":
        for (const row of (rows as v2.PositionPush[]).map(positionOfPush)) this.#positions.set(row.id, row);
        return this.#end(rows as v2.PositionPush[]);
      case "orders":
        for (const row of (rows as v2.OrderPush[]).map(orderOfPush)) {
          if (isLive(row)) this.#orders.set(row.id, row);
          else this.#orders.delete(row.id);
        }
        return;
      case "fill":
        for (const row of (rows as v2.FillPush[]).map(fillOfPush)) this.#addFill(row);
        return;
    }
  }

  /** A position pushed with size zero has ended, and its isolated collateral is gone. */
  #end(rows: readonly v2.PositionPush[]): void {
    for (const { id } of rows.map(positionOfPush).filter(({ size }) => size === "0")) {
      this.#positions.delete(id);
      for (const [key, { isolatedPositionId }] of this.#collateral) {
        if (isolatedPositionId === id) this.#collateral.delete(key);
      }
      if (this.#ended.size >= ENDED_MAX) this.#ended.delete(this.#ended.values().next().value!);
      this.#ended.add(id);
    }
  }

  #addFill(fill: MirroredFill): void {
    this.#fills.set(keyOfFill(fill), fill);
    if (this.#fills.size > FILLS_MAX) this.#fills.delete(this.#fills.keys().next().value!);
  }

  /** Puts the fills in order, after fills of REST were inserted among the known ones. */
  #sortFills(): void {
    const sorted = [...this.#fills].sort(([, a], [, b]) => Number(a.id) - Number(b.id));
    this.#fills = new Map(sorted);
  }
}

function isLive({ status }: MirroredOrder): boolean {
  return status !== "filled" && status !== "canceled";
}

/** A trade of an account with itself is two fills of one trade id. */
function keyOfFill({ id, orderId }: MirroredFill): string {
  return `${id} ${orderId}`;
}

function keyOfCollateral({ coinId, marginMode, isolatedPositionId }: MirroredCollateral): string {
  return `${coinId} ${marginMode} ${isolatedPositionId}`;
}

/**
 * Whether a refusal is the answer: not one of a busy venue, nor of one that did not wait for the whole of a
 * request.
 */
function isFinal({ status }: VenueError): boolean {
  return status >= 400 && status < 429 && status !== REQUEST_TIMEOUT;
}
