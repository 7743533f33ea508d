import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

/** What a channel shows of its market. */
export interface Figure<T> {
  /** 0: as soon as a frame is folded. */
  readonly everyMs: number;
  look(): T;
  /** Whether there is nothing new to push. @param shown what was pushed last */
  isSame(now: T, shown: T): boolean;
  /** @param shown what was pushed last; `undefined` for somebody who has seen nothing */
  encode(now: T, shown: T | undefined): readonly Frame[];
}

/** A figure of the market: at once, then whenever it is another one. */
export class FigureFeed<T> implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly folded?: () => void;
  readonly #figure: Figure<T>;
  #shown: T;

  constructor(figure: Figure<T>) {
    this.#figure = figure;
    this.everyMs = figure.everyMs;
    this.#shown = figure.look();
    this.audience = new Audience("conflate", () => figure.encode(this.#shown, undefined));
    if (figure.everyMs === 0) this.folded = () => this.refresh();
  }

  refresh(): void {
    const now = this.#figure.look();
    const before = this.#shown;
    if (this.#figure.isSame(now, before)) return;
    this.#shown = now;
    this.audience.publish(this.#figure.encode(now, before));
  }
}
