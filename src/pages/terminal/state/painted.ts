import { frame } from "./frame.ts";

/**
 * State that changes too often for components: it is changed in place, and painters, which write into the
 * document themselves, are called once a frame.
 */
export class Painted {
  readonly #painters = new Set<() => void>();

  /** Calls `paint` now and after changes. @returns how to stop */
  onPaint(paint: () => void): () => void {
    this.#painters.add(paint);
    frame.want(paint);
    return () => this.#painters.delete(paint);
  }

  protected changed(): void {
    for (const paint of this.#painters) frame.want(paint);
  }
}
