/**
 * Timestamps for signatures. The venue takes two requests that are alike in every byte for one sent twice, and lets it
 * happen once; so no two requests of the same content get the same millisecond.
 */
export class Stamps {
  /** The latest timestamp given to each content; cleared once the clock has passed them all. */
  readonly #used = new Map<string, number>();
  #highest = 0;

  /** @param nowMs Unix ms @param content everything that is signed but the time */
  next(nowMs: number, content: string): number {
    if (nowMs > this.#highest) this.#used.clear();
    const stamp = Math.max(nowMs, (this.#used.get(content) ?? 0) + 1);
    this.#used.set(content, stamp);
    this.#highest = Math.max(this.#highest, stamp);
    return stamp;
  }
}
