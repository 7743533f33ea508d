import type { Frame } from "./frame.ts";
import type { Pushing } from "./outbox.ts";

/** What happens to a push when a listener has no room for it. */
export type Policy =
  /** The push is left out; a snapshot replaces it once the listener has read everything. */
  | "conflate"
  /** Nothing can replace it: the listener's connection is closed. */
  | "every";

/** One frame, or several that belong together. */
export type Frames = Frame | readonly Frame[];

function framesOf(frames: Frames | undefined): readonly Frame[] {
  return Array.isArray(frames) ? frames : frames === undefined ? [] : [frames as Frame];
}

/** The listeners of one channel. A push is encoded once, and they share its bytes. */
export class Audience {
  readonly #policy: Policy;
  readonly #snapshot: () => Frames | undefined;
  readonly #listeners = new Set<Listener>();

  /** @param snapshot what a new listener is sent first, if the channel has a snapshot */
  constructor(policy: Policy, snapshot: () => Frames | undefined = () => undefined) {
    this.#policy = policy;
    this.#snapshot = snapshot;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Adds a listener, which is sent the snapshot first; returns how to stop. */
  join(outbox: Pushing): () => void {
    const listener: Listener =
      this.#policy === "conflate" ? new Conflating(outbox, this.#snapshot) : new Strict(outbox);
    this.#listeners.add(listener);
    listener.greet(this.#snapshot());
    return () => {
      listener.leave();
      this.#listeners.delete(listener);
    };
  }

  publish(frames: Frames): void {
    for (const frame of framesOf(frames)) for (const listener of this.#listeners) listener.hear(frame);
  }
}

interface Listener {
  greet(snapshot: Frames | undefined): void;
  hear(frame: Frame): void;
  leave(): void;
}

class Strict implements Listener {
  readonly #outbox: Pushing;

  constructor(outbox: Pushing) {
    this.#outbox = outbox;
  }

  greet(snapshot: Frames | undefined): void {
    for (const frame of framesOf(snapshot)) this.#outbox.push(frame);
  }

  hear(frame: Frame): void {
    this.#outbox.push(frame);
  }

  leave(): void {}
}

class Conflating implements Listener {
  readonly #outbox: Pushing;
  readonly #snapshot: () => Frames | undefined;
  /** Whether the listener missed a push: then it gets nothing until its next snapshot. */
  #isStale = false;
  #isGone = false;

  constructor(outbox: Pushing, snapshot: () => Frames | undefined) {
    this.#outbox = outbox;
    this.#snapshot = snapshot;
  }

  greet(snapshot: Frames | undefined): void {
    for (const frame of framesOf(snapshot)) this.hear(frame);
  }

  hear(frame: Frame): void {
    if (!this.#isStale) this.#isStale = !this.#outbox.offer(frame, this.#drained);
  }

  leave(): void {
    this.#isGone = true;
  }

  readonly #drained = (): void => {
    if (this.#isGone) return;
    this.#isStale = false;
    this.greet(this.#snapshot());
  };
}
