import { Store } from "./store.ts";

/** A sentence about something that happened elsewhere on the page. */
export interface Notice {
  readonly id: number;
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  readonly detail?: string;
  /** An action that is offered with it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const NOTICES_MAX = 50;
const SHOWN_MS = 8_000;

/** Sentences for the reader: shown for a while, and kept in a log. */
export class Notices {
  readonly log = new Store<readonly Notice[]>([]);
  readonly shown = new Store<readonly Notice[]>([]);
  #nextId = 1;

  add(tone: Notice["tone"], text: string, detail?: string, action?: Notice["action"]): void {
    const notice: Notice = {
      id: this.#nextId++,
      tone,
      text,
      ...(detail !== undefined && { detail }),
      ...(action !== undefined && { action }),
    };
    this.log.set([notice, ...this.log.value].slice(0, NOTICES_MAX));
    this.shown.set([...this.shown.value, notice].slice(-3));
    // A notice that offers an action stays until it is answered.
    if (action === undefined) setTimeout(() => this.dismiss(notice.id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.shown.set(this.shown.value.filter((each) => each.id !== id));
  }
}
