/**
 * Timestamps for signatures. The venue takes two requests with the same bytes for one request sent twice, and
 * carries it out once; so no two requests of the same content get the same millisecond.
 */
export class Stamps {
  /** The latest timestamp given to each content; cleared once the clock has passed all of them. */
  readonly #used = new Map<string, number>();
  #highest = 0;

  /**
   * A timestamp for a request.
   *
   * @param nowMs Unix ms
   * @param content everything that is signed except the time
   */
  next(nowMs: number, content: string): number {
    if (nowMs > this.#highest) this.#used.clear();
    const stamp = Math.max(nowMs, (this.#used.get(content) ?? 0) + 1);
    this.#used.set(content, stamp);
    this.#highest = Math.max(this.#highest, stamp);
    return stamp;
  }
}
