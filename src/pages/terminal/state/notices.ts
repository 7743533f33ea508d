import { whileShown } from "./following.ts";
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
/** Notices that offer nothing, at most; the oldest makes room. */
const SHOWN_MAX = 3;
const SHOWN_MS = 8_000;

/** Sentences for the reader: shown for a while, and kept in a log. */
export class Notices {
  /** Whether the reader is at them; then none goes by itself. */
  isHeld = (): boolean => false;
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
    const fading = [...this.shown.value, notice].filter((each) => each.action === undefined);
    const over = fading.slice(0, -SHOWN_MAX);
    this.shown.set([...this.shown.value, notice].filter((each) => !over.includes(each)));
    // A notice that offers an action stays until it is answered.
    if (action === undefined) void this.#leave(notice.id);
  }

  dismiss(id: number): void {
    this.shown.set(this.shown.value.filter((each) => each.id !== id));
  }

  /** Dismisses a notice once it has stood for its time on a page that is shown. */
  async #leave(id: number): Promise<void> {
    do {
      await whileShown();
      await new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    } while (document.hidden || this.isHeld());
    this.dismiss(id);
  }
}
