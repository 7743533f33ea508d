import type { Engine, VenueClock } from "../../../kernel/engine/index.ts";
import { yieldToOthers } from "../../../kernel/engine/index.ts";
import type { ReplaySource } from "./replaySource.ts";

/** How fast a journal is played: ms of market time in one of the host, or as fast as the machine. */
export type ReplaySpeed = number | "max";

/** What a playback moves. */
export interface PlayedSession {
  readonly engine: Engine;
  readonly clock: VenueClock;
}

/**
 * Plays a journal into a market whose engine is in the state `following`: makes it execute each frame once
 * market time has reached that frame. Market time never passes the next frame, so a machine that is too slow
 * for the speed shows the past as it was, only slower.
 *
 * ```
 * paused ──play──▶ playing ──last frame──▶ paused
 *    ▲               │
 *    └────pause──────┘
 * ```
 */
export class Playback {
  readonly #session: PlayedSession;
  readonly #source: ReplaySource;
  readonly #done: Promise<void>;
  #wake = (): void => {};
  #isClosed = false;

  /** It begins paused, after the engine's last command. */
  constructor(session: PlayedSession, source: ReplaySource) {
    this.#session = session;
    this.#source = source;
    session.clock.limit(session.clock.now());
    this.#done = this.#run().catch((error: Error) => {
      if (session.engine.state === "following") session.engine.halt(error); // else it has halted, and told why
    });
  }

  get seq(): number {
    return this.#session.engine.headSeq;
  }

  get time(): number {
    return this.#session.engine.now();
  }

  get isPlaying(): boolean {
    return this.#session.clock.mode().type !== "frozen";
  }

  get isAtEnd(): boolean {
    return this.seq === this.#source.to.seq;
  }

  play(speed: ReplaySpeed): void {
    const { clock } = this.#session;
    if (speed === "max")
      clock.runFreely(() => {}); // #reach moves the clock; when the mode ends is of no interest
    else clock.run(speed);
    this.#wake();
  }

  pause(): void {
    this.#session.clock.freeze();
    this.#wake();
  }

  /** Resolves when the frame under way is executed; no further one is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { engine } = this.#session;
    let frames = 0;
    for await (const frame of this.#source.frames(engine.headSeq + 1)) {
      await yieldToOthers(++frames);
      for (;;) {
        await this.#reach(frame.time);
        const released = engine.brakeReleased();
        if (released === undefined) break;
        await released; // meanwhile it may have been paused
      }
      if (this.#isClosed) return;
      engine.apply(frame);
    }
    if (!this.#isClosed) this.pause();
  }

  /** Resolves once it plays and market time is there, or it is closed. */
  async #reach(time: number): Promise<void> {
    const { clock } = this.#session;
    while (!this.#isClosed) {
      const { type } = clock.mode();
      if (type === "max") {
        if (time > clock.now()) clock.moveTo(time);
        return;
      }
      clock.limit(time);
      if (type !== "frozen" && clock.now() >= time) return;
      await new Promise<void>((resolve) => {
        const alarm = clock.alarm(time, () => this.#wake());
        this.#wake = () => {
          alarm.clear();
          resolve();
        };
      });
    }
  }
}
