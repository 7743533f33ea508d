import { Writable } from "node:stream";
import cliProgress from "cli-progress";
import type { Terminal } from "../terminal.ts";

/** No bar is shown for work that takes less than this, ms. */
const QUIET_MS = 1_000;

/**
 * Shows the progress of work that takes longer than a second: a bar on a terminal, otherwise a line a step.
 * Always on stderr, so that stdout has only the result.
 */
export class Progress {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #step = "";
  #sinceMs = 0;
  #bar: cliProgress.SingleBar | undefined;
  #isReported = false;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  /**
   * @param share 0 to 1, `undefined` if it is not known
   * @param note stands behind the bar; default: how long it will take
   */
  update(step: string, share: number | undefined, note?: string): void {
    if (step !== this.#step) {
      this.end();
      this.#step = step;
      this.#sinceMs = this.#now();
    }
    if (this.#now() - this.#sinceMs < QUIET_MS) return;
    if (this.#terminal.errIsTty && share !== undefined) this.#draw(share, note);
    else if (!this.#isReported) {
      this.#isReported = true;
      this.#terminal.err(`${step} …\n`);
    }
    if (share === 1) this.end();
  }

  /** Removes the bar, if there is one. */
  end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#isReported = false;
    this.#step = "";
  }

  #draw(share: number, note: string | undefined): void {
    if (this.#bar === undefined) {
      this.#bar = new cliProgress.SingleBar({
        format: `${this.#step} {bar} {percentage} %  ${note === undefined ? "{eta_formatted}" : "{note}"}`,
        barCompleteChar: "█",
        barIncompleteChar: "░",
        barsize: 30,
        hideCursor: true,
        stream: streamTo(this.#terminal),
      });
      this.#bar.start(1_000, 0);
    }
    this.#bar.update(Math.round(share * 1_000), { note });
  }
}

/** A stream that the library of bars takes for a terminal: what it writes goes to the terminal's stderr. */
function streamTo(terminal: Terminal): NodeJS.WritableStream {
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      terminal.err(text);
      done();
    },
  });
  return Object.assign(stream, { isTTY: true });
}
