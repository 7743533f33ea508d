/**
 * The load: seeded tapes of order flow in six profiles, and the depth they must leave.
 *
 * A generator keeps a plain book of its own, so that cancels and moves name orders that live and every engine
 * that replays the tape can be checked against the depth at its end. Prices are ticks, sizes are lots.
 */

export const GTC = 0;
export const IOC = 1;
export const CANCEL = 2;
export const MOVE = 3;

export interface Tape {
  readonly profile: string;
  /** Index of the first timed message; those before only build the book, and engines replay them untimed. */
  readonly start: number;
  readonly length: number;
  /** GTC, IOC, CANCEL or MOVE (cancel and place anew at `price` with what remains). */
  readonly kind: Uint8Array;
  readonly account: Uint16Array;
  /** 0 buy, 1 sell. */
  readonly side: Uint8Array;
  readonly price: Float64Array;
  readonly size: Float64Array;
  /** The order's number: new and rising for GTC and IOC, a living order's for CANCEL and MOVE. */
  readonly order: Int32Array;
  /** {@link depthHash} of the book after the last message. */
  readonly depth: number;
  readonly achieved: Achieved;
}

/** What a tape turned out to be; shares are of the timed messages. */
export interface Achieved {
  readonly gtc: number;
  readonly ioc: number;
  readonly cancel: number;
  readonly move: number;
  /** Share of the messages that traded. */
  readonly trading: number;
  readonly resting: number;
  readonly prices: number;
}

interface Profile {
  /** Shares of 1,000 messages: GTC, IOC, CANCEL, MOVE. */
  readonly mix: readonly [number, number, number, number];
  /** Orders in the book when timing starts. */
  readonly resting: number;
  /** Mean of the exponential distance from the centre, in ticks. */
  readonly near: number;
  /** Share of orders placed evenly over `far` ticks instead. */
  readonly tail: number;
  readonly far: number;
  /** Share of GTC orders and moves priced to trade. */
  readonly crossing: number;
  /** Ticks by which the centre wanders at a step, every 50 messages. */
  readonly wander: number;
  /** The centre's path besides wandering: ticks at progress 0..1. */
  readonly path?: (progress: number) => number;
  readonly messages: number;
}

const CENTRE = 100_000;

export const PROFILES: Readonly<Record<string, Profile>> = {
  move: {
    mix: [110, 31, 40, 819],
    resting: 1_000,
    near: 430,
    tail: 0.1,
    far: 4_000,
    crossing: 0.025,
    wander: 1,
    messages: 400_000,
  },
  mixed: {
    mix: [492, 80, 348, 80],
    resting: 9_800,
    near: 450,
    tail: 0.1,
    far: 8_000,
    crossing: 0.07,
    wander: 2,
    messages: 400_000,
  },
  deep: {
    mix: [480, 80, 360, 80],
    resting: 153_000,
    near: 2_800,
    tail: 0.1,
    far: 29_000,
    crossing: 0.07,
    wander: 2,
    messages: 400_000,
  },
  cancel: {
    mix: [505, 10, 485, 0],
    resting: 4_900,
    near: 70,
    tail: 0.05,
    far: 800,
    crossing: 0.001,
    wander: 1,
    messages: 400_000,
  },
  swing: {
    mix: [795, 80, 45, 80],
    resting: 5_000,
    near: 170,
    tail: 0.05,
    far: 12_000,
    crossing: 0,
    wander: 2,
    path: (progress) => (progress < 0.5 ? -0.8 * progress : 0.4 * progress - 0.6) * CENTRE,
    messages: 400_000,
  },
  fat: {
    mix: [478, 80, 361, 80],
    resting: 100_000,
    near: 20,
    tail: 0.7,
    far: 107,
    crossing: 0.04,
    wander: 0,
    messages: 200_000,
  },
};

/** A hash of a book's whole depth: levels of both sides, bids first, best first. Independent of order ids. */
export function depthHash(levels: Iterable<readonly [side: number, price: number, lots: number]>): number {
  let hash = 0x811c9dc5;
  for (const [side, price, lots] of levels) {
    for (const word of [side, price | 0, lots | 0]) hash = Math.imul(hash ^ word, 0x01000193);
  }
  return hash >>> 0;
}

/** Uniform over [0, 1), by a 32-bit counter and a mixing function. */
export function random(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function generate(name: string, seed: number, share = 1): Tape {
  const profile = PROFILES[name];
  if (profile === undefined) throw new Error(`no load profile "${name}"`);
  return new FlowGenerator(name, profile, seed, share).run();
}

class FlowGenerator {
  readonly #name: string;
  readonly #profile: Profile;
  readonly #random: () => number;
  readonly #messages: number;
  readonly #book = new GeneratorBook();
  readonly #kinds: number[] = [];
  readonly #accounts: number[] = [];
  readonly #sides: number[] = [];
  readonly #prices: number[] = [];
  readonly #sizes: number[] = [];
  readonly #orders: number[] = [];
  #numbers = 0;
  #centre = CENTRE;
  #wandered = 0;

  constructor(name: string, profile: Profile, seed: number, share: number) {
    this.#name = name;
    this.#profile = profile;
    this.#random = random(seed);
    this.#messages = Math.floor(profile.messages * share);
  }

  run(): Tape {
    const { mix, resting, wander, path } = this.#profile;
    const book = this.#book;
    while (book.living.length < resting) this.#place(GTC, false);
    const start = this.#kinds.length;
    const counts = [0, 0, 0, 0];
    const total = mix[0] + mix[1] + mix[2] + mix[3];
    let trading = 0;
    for (let i = 0; i < this.#messages; i++) {
      if (i % 50 === 0) {
        this.#wandered += Math.round((this.#random() * 2 - 1) * wander);
        this.#centre = CENTRE + this.#wandered + Math.round(path?.(i / this.#messages) ?? 0);
      }
      let draw = this.#random() * total;
      let kind = 0;
      while (kind < MOVE && draw >= mix[kind]!) draw -= mix[kind++]!;
      // The mix alone would let the book drift; near its size, placing and cancelling change places.
      if (path === undefined && kind === GTC && book.living.length > resting * 1.01) kind = CANCEL;
      else if (path === undefined && kind === CANCEL && book.living.length < resting * 0.99) kind = GTC;
      if (kind >= CANCEL && book.living.length < 10) kind = GTC;
      counts[kind]!++;
      if (this.#message(kind)) trading++;
    }
    const shareOf = (count: number): number => count / this.#messages;
    return {
      profile: this.#name,
      start,
      length: this.#kinds.length,
      kind: Uint8Array.from(this.#kinds),
      account: Uint16Array.from(this.#accounts),
      side: Uint8Array.from(this.#sides),
      price: Float64Array.from(this.#prices),
      size: Float64Array.from(this.#sizes),
      order: Int32Array.from(this.#orders),
      depth: depthHash(book.levels()),
      achieved: {
        gtc: shareOf(counts[GTC]!),
        ioc: shareOf(counts[IOC]!),
        cancel: shareOf(counts[CANCEL]!),
        move: shareOf(counts[MOVE]!),
        trading: shareOf(trading),
        resting: book.living.length,
        prices: book.priceCount,
      },
    };
  }

  /** Writes one message and carries it out; whether it traded. */
  #message(kind: number): boolean {
    if (kind <= IOC) return this.#place(kind, kind === IOC || this.#random() < this.#profile.crossing);
    const living = this.#book.living;
    const order = living[Math.floor(this.#random() * living.length)]!;
    const { side, account } = order;
    const price = kind === MOVE ? this.#price(side, this.#random() < this.#profile.crossing) : order.price;
    this.#write(kind, account, side, price, order.lots, order.number);
    this.#book.remove(order);
    return kind === MOVE && this.#book.match(order.number, account, side, price, order.lots, true);
  }

  #place(kind: number, crossing: boolean): boolean {
    const side = this.#random() < 0.5 ? 0 : 1;
    const account = Math.floor(this.#random() * 1_000);
    const price = this.#price(side, crossing);
    const size = 1 + this.#die() * this.#die() * this.#die();
    const number = ++this.#numbers;
    this.#write(kind, account, side, price, size, number);
    return this.#book.match(number, account, side, price, size, kind === GTC);
  }

  #price(side: number, crossing: boolean): number {
    const worse = side === 0 ? -1 : 1;
    if (crossing) {
      const opposite = this.#book.best(1 - side) ?? this.#centre;
      return Math.max(1, opposite - worse * Math.floor(this.#random() * 3));
    }
    const { near, tail, far } = this.#profile;
    const inTail = this.#random() < tail;
    const distance = inTail ? this.#random() * far : Math.min(far, -Math.log(1 - this.#random()) * near);
    return Math.max(1, this.#centre + worse * (1 + Math.floor(distance)));
  }

  #die(): number {
    return Math.floor(this.#random() * 6);
  }

  #write(kind: number, account: number, side: number, price: number, size: number, order: number): void {
    this.#kinds.push(kind);
    this.#accounts.push(account);
    this.#sides.push(side);
    this.#prices.push(price);
    this.#sizes.push(size);
    this.#orders.push(order);
  }
}

interface Order {
  readonly number: number;
  readonly account: number;
  readonly side: number;
  readonly price: number;
  lots: number;
  /** The order's place in {@link GeneratorBook.living}. */
  at: number;
}

/** Map and sorted arrays: an implementation apart from every engine measured. */
class GeneratorBook {
  readonly living: Order[] = [];
  readonly #queues = [new Map<number, Order[]>(), new Map<number, Order[]>()] as const;
  /** Prices of each side, the best last. */
  readonly #prices: readonly [number[], number[]] = [[], []];

  get priceCount(): number {
    return this.#prices[0].length + this.#prices[1].length;
  }

  best(side: number): number | undefined {
    return this.#prices[side]!.at(-1);
  }

  /** Matches an order and rests what is left if it `mayRest`; whether it traded. */
  match(
    number: number,
    account: number,
    side: number,
    price: number,
    lots: number,
    mayRest: boolean,
  ): boolean {
    const opposite = 1 - side;
    let left = lots;
    for (let best = this.best(opposite); left > 0 && best !== undefined; best = this.best(opposite)) {
      if (side === 0 ? best > price : best < price) break;
      const maker = this.#queues[opposite]!.get(best)![0]!;
      const traded = Math.min(left, maker.lots);
      left -= traded;
      maker.lots -= traded;
      if (maker.lots === 0) this.remove(maker);
    }
    if (left > 0 && mayRest) this.#rest({ number, account, side, price, lots: left, at: this.living.length });
    return left < lots;
  }

  remove(order: Order): void {
    const moved = this.living.pop()!;
    if (moved !== order) {
      this.living[order.at] = moved;
      moved.at = order.at;
    }
    const queue = this.#queues[order.side]!.get(order.price)!;
    queue.splice(queue.indexOf(order), 1);
    if (queue.length > 0) return;
    this.#queues[order.side]!.delete(order.price);
    this.#prices[order.side]!.splice(this.#place(order.side, order.price), 1);
  }

  *levels(): Iterable<[side: number, price: number, lots: number]> {
    for (const side of [0, 1]) {
      for (const price of this.#prices[side]!.toReversed()) {
        let lots = 0;
        for (const order of this.#queues[side]!.get(price)!) lots += order.lots;
        yield [side, price, lots];
      }
    }
  }

  #rest(order: Order): void {
    this.living.push(order);
    const queue = this.#queues[order.side]!.get(order.price);
    if (queue !== undefined) {
      queue.push(order);
      return;
    }
    this.#queues[order.side]!.set(order.price, [order]);
    this.#prices[order.side]!.splice(this.#place(order.side, order.price), 0, order.price);
  }

  /** Where a price stands, or belongs, among its side's. */
  #place(side: number, price: number): number {
    const prices = this.#prices[side]!;
    let low = 0;
    let high = prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (side === 0 ? prices[middle]! < price : prices[middle]! > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
