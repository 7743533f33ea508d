import { frame } from "./frame.ts";

type Listener = () => void;

/** A value that components read with `useStore`. Replaced, never changed in place. */
export class Store<S> {
  #value: S;
  #shown: S;
  readonly #listeners = new Set<Listener>();

  constructor(value: S) {
    this.#value = value;
    this.#shown = value;
  }

  /** The newest value, whether shown yet or not. */
  get value(): S {
    return this.#value;
  }

  /** The value shown to components; the same object until the next publication. */
  get shown(): S {
    return this.#shown;
  }

  set(value: S): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.changed();
  }

  /** @returns how to stop */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The value changed: shown at once here, as typed text must be. */
  protected changed(): void {
    this.publish();
  }

  protected readonly publish = (): void => {
    if (Object.is(this.#shown, this.#value)) return;
    this.#shown = this.#value;
    for (const listener of this.#listeners) listener();
  };
}

/** A store for pushed values: shown at most once a frame. */
export class FrameStore<S> extends Store<S> {
  readonly #followers = new Set<Listener>();

  /**
   * Calls `listener` whenever {@link value} changes, also while nothing is drawn: hidden, or frozen. @returns
   * how to stop
   */
  onSet(listener: Listener): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  protected override changed(): void {
    for (const listener of this.#followers) listener();
    frame.want(this.publish);
  }
}

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

/** Whether the display is frozen on the reader's request; the data behind it go on, and nothing is sent. */
export const isFrozen = new Store(false);
