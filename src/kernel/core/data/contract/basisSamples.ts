import { divHalfEven } from "../units/divide.ts";
import type { Points } from "../units/units.ts";

/** Samples that the mark's moving average holds. */
export const BASIS_SAMPLES = 30;

/**
 * The last 30 one-second samples of the basis (book mid − index), and their mean.
 *
 * The mark is index + this mean (docs/reference/mark.md); an empty side of the book gives no sample.
 */
export class BasisSamples {
  private readonly ring: number[] = [];
  private head = 0;
  private sum = 0;
  /** How many of the latest samples are equal. */
  private run = 0;

  /** Takes the same sample `times` times, as if a second apart. */
  push(basis: Points, times: number): void {
    for (let i = 0; i < times && i < BASIS_SAMPLES; i++) {
      const previous = this.ring[(this.head + BASIS_SAMPLES - 1) % BASIS_SAMPLES];
      this.run = previous === basis ? Math.min(this.run + 1, BASIS_SAMPLES) : 1;
      this.sum += basis - (this.ring[this.head] ?? 0);
      this.ring[this.head] = basis;
      this.head = (this.head + 1) % BASIS_SAMPLES;
    }
  }

  /** Mean of the samples, half-even; 0 without any. */
  mean(): Points {
    return this.ring.length === 0 ? 0 : divHalfEven(this.sum, this.ring.length);
  }

  /** Whether further samples of `basis` would leave the mean as it is. */
  settledAt(basis: Points): boolean {
    return (
      this.run >= this.ring.length && this.ring[(this.head + BASIS_SAMPLES - 1) % BASIS_SAMPLES] === basis
    );
  }

  /** Oldest first. */
  toArray(): number[] {
    return this.ring.length < BASIS_SAMPLES
      ? [...this.ring]
      : [...this.ring.slice(this.head), ...this.ring.slice(0, this.head)];
  }

  static from(samples: readonly number[]): BasisSamples {
    const made = new BasisSamples();
    for (const sample of samples) made.push(sample, 1);
    return made;
  }
}
