import type { SourceLevel } from "../mirror/mirror.ts";

/** A level that changed less than this before, ms, is not compared: equal books may still differ in it. */
const SETTLED_MS = 2_000;
/** How long levels that left the book are remembered, ms. */
const REMEMBERED_MS = 10_000;
/**
 * Levels of a side that are compared. Books are different where at least `DIFFERENT_MIN` levels differ, and
 * more than the share `DIFFERENT_PART` of all that were compared.
 */
const COMPARED = 20;
const DIFFERENT_PART = 0.05;
const DIFFERENT_MIN = 2;

/**
 * The book that a source's updates make, and since when each level has been as it is. A whole book that is
 * asked for separately must agree with it in every level that did not change meanwhile. If it does not, an
 * update was lost.
 */
export class KnownBook {
  readonly #sides = [new Map<number, Known>(), new Map<number, Known>()] as const;

  update(bids: readonly SourceLevel[], asks: readonly SourceLevel[], now: number): void {
    for (const [i, levels] of [bids, asks].entries()) {
      const side = this.#sides[i]!;
      const prices = new Set(levels.map(({ price }) => price));
      for (const [price, known] of side) {
        if (prices.has(price)) continue;
        if (known.lots !== 0) side.set(price, { lots: 0, since: now });
        else if (now - known.since > REMEMBERED_MS) side.delete(price);
      }
      for (const { price, lots } of levels)
        if (side.get(price)?.lots !== lots) side.set(price, { lots, since: now });
    }
  }

  /** Forgets the book, since a new connection begins with another one. */
  forget(): void {
    for (const side of this.#sides) side.clear();
  }

  /**
   * In words, how many levels of a whole book differ from this one; `undefined` where so few differ that the
   * books count as equal.
   *
   * @param askedAt when the whole book was asked for, on the clock of the updates
   */
  differs(bids: readonly SourceLevel[], asks: readonly SourceLevel[], askedAt: number): string | undefined {
    let compared = 0;
    let different = 0;
    for (const [i, levels] of [bids, asks].entries()) {
      const side = this.#sides[i]!;
      const whole = new Map(levels.slice(0, COMPARED).map(({ price, lots }) => [price, lots]));
      const last = levels[Math.min(levels.length, COMPARED) - 1]?.price;
      if (last === undefined) continue;
      const isWithin = (price: number): boolean => (i === 0 ? price >= last : price <= last);
      const prices = new Set([...whole.keys(), ...[...side.keys()].filter(isWithin)]);
      for (const price of prices) {
        const known = side.get(price);
        if (known !== undefined && known.since > askedAt - SETTLED_MS) continue;
        compared++;
        if ((known?.lots ?? 0) !== (whole.get(price) ?? 0)) different++;
      }
    }
    const isSame = different < DIFFERENT_MIN || different <= compared * DIFFERENT_PART;
    return isSame ? undefined : `${different} of ${compared} levels of its whole book differ`;
  }
}

interface Known {
  readonly lots: number;
  /** The time of the last change, on the clock of the updates. */
  readonly since: number;
}
