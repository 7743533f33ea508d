import { Store } from "./store.ts";

/** A sentence about something that happened elsewhere on the page. */
export interface Notice {
  readonly id: number;
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  readonly detail?: string;
  /** Something to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const NOTICES_MAX = 50;
const SHOWN_MS = 8_000;

/** Sentences for the reader: shown a while, kept in a log. */
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
    // What asks for an answer stays until it has one.
    if (action === undefined) setTimeout(() => this.dismiss(notice.id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.shown.set(this.shown.value.filter((each) => each.id !== id));
  }
}
