import { ControlClient } from "../../../interface/client/index.ts";
import type { ReplayView } from "../../../interface/wire/control/index.ts";
import { sentenceOf } from "../format/failure.ts";
import { healthOf, type ReplayPlace } from "../market/health.ts";
import { whileShown } from "../state/following.ts";
import { Store } from "../state/store.ts";

/** How often the replay is looked at, ms. */
const LOOK_MS = 500;
/** How long the reader must have stopped moving the bar before the venue is asked to go there, ms. */
const SETTLED_MS = 250;

/** The replay that this page shows: where it stands, and what an operator has it do. */
export class ReplayWatch {
  readonly place: Store<ReplayPlace>;
  /** What stands out in the journal, which only an operator is told. */
  readonly marks = new Store<ReplayView["marks"]>([]);
  /** Market time to which the reader wants to go; `undefined`: nowhere else. */
  readonly wanted = new Store<number | undefined>(undefined);
  /** Why the last thing that was asked for was not done. */
  readonly failure = new Store<string | undefined>(undefined);
  /** Whether the reader has given a token that the venue takes. */
  readonly isOperator = new Store(false);
  readonly #baseUrl: string;
  #control: ControlClient | undefined;
  #onElsewhere: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #going: Promise<void> | undefined;

  /** @param token of an operator, where one was given already */
  constructor(baseUrl: string, place: ReplayPlace, token: string | undefined) {
    this.#baseUrl = baseUrl;
    this.place = new Store(place);
    if (token !== undefined) void this.operate(token);
    void this.#follow();
  }

  /** Sets who is told after somebody, here or elsewhere, went to another moment. */
  onElsewhere(listener: () => void): void {
    this.#onElsewhere = listener;
  }

  /** Takes a token, which the venue is asked about. */
  async operate(token: string): Promise<void> {
    const control = new ControlClient({ baseUrl: this.#baseUrl, token });
    await this.#ask(async () => {
      const { marks } = await control.call("GET replay");
      this.marks.set(marks);
      this.#control = control;
      this.isOperator.set(true);
    });
  }

  play(speed?: string): Promise<void> {
    return this.#ask(() => this.#there.call("POST replay/play", speed === undefined ? {} : { speed }));
  }

  pause(): Promise<void> {
    return this.#ask(() => this.#there.call("POST replay/pause"));
  }

  /** Goes to a moment once the reader wants no other one. */
  want(time: number): void {
    this.wanted.set(time);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#going ??= this.#go().finally(() => {
        this.#going = undefined;
      });
    }, SETTLED_MS);
  }

  /**
   * Makes a data directory whose market goes on from what is shown. @returns the directory; `undefined` if it
   * was not made
   */
  async branch(directory: string): Promise<string | undefined> {
    let made: string | undefined;
    await this.#ask(async () => {
      made = (await this.#there.call("POST replay/branch", { directory })).data;
    });
    return made;
  }

  async #go(): Promise<void> {
    for (let time = this.wanted.value; time !== undefined; ) {
      const there = time;
      await this.#ask(() => this.#there.call("POST replay/seek", { time: there }));
      time = this.wanted.value === there ? undefined : this.wanted.value;
    }
    this.wanted.set(undefined);
  }

  get #there(): ControlClient {
    if (this.#control === undefined) throw new Error("The token of an operator is needed.");
    return this.#control;
  }

  async #ask(what: () => Promise<unknown>): Promise<void> {
    this.failure.set(undefined);
    try {
      await what();
      await this.#look();
    } catch (error) {
      this.failure.set(sentenceOf(error));
    }
  }

  async #follow(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      await whileShown();
      await this.#look().catch(() => undefined); // the connection is gone, which is told
    }
  }

  async #look(): Promise<void> {
    const { replay: place } = await healthOf(this.#baseUrl, 0);
    if (place === undefined) return;
    const { seeks } = this.place.value;
    this.place.set(place);
    if (place.seeks !== seeks) this.#onElsewhere();
  }
}
