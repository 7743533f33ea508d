/** Numbers that look random and come again with the same seed (a 32-bit mixing generator). */
export class Draw {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A whole number from 0 to `bound` − 1. */
  below(bound: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  }

  /** One of the list. */
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
