import type { ReplayView } from "../../../interface/wire/control/index.ts";
import { oneAfterOther } from "../../../kernel/host/oneAfterOther.ts";
import type { ReplayControl } from "../../../service/gateway/control/index.ts";
import type { Moment } from "../branch/fork.ts";
import { fork } from "../branch/fork.ts";
import type { PlayedSession, ReplaySpeed } from "./playback.ts";
import { Playback } from "./playback.ts";
import type { ReplayMoment, ReplaySource } from "./replaySource.ts";

/**
 * A journal that is being replayed: the moment that its market began with, and what moves it on. To go
 * elsewhere, back or ahead, the market is opened anew at that moment.
 */
export class JournalReplay implements ReplayControl {
  readonly source: ReplaySource;
  /** What the next market that is opened begins with. */
  moment: ReplayMoment;
  readonly #marks: ReplayView["marks"];
  #playback!: Playback;
  #speed: ReplaySpeed = 1;
  #seeks = 0;
  #reopen!: (moment: ReplayMoment) => Promise<unknown>;
  readonly #inTurn = oneAfterOther();

  constructor(source: ReplaySource, moment: ReplayMoment) {
    this.source = source;
    this.moment = moment;
    this.#marks = [...source.marks()];
  }

  /** Moves this market from now on, which was opened at {@link moment}; it stands until it is played. */
  begin(session: PlayedSession): Playback {
    this.#playback = new Playback(session, this.source);
    return this.#playback;
  }

  /** @param reopen opens the market anew, in a store that begins with the moment */
  reopenBy(reopen: (moment: ReplayMoment) => Promise<unknown>): void {
    this.#reopen = reopen;
  }

  /** The journal up to the command that is shown. */
  get past() {
    const { seq } = this.#playback;
    return {
      head: () => ({ firstSeq: this.source.firstSeq, nextSeq: seq + 1 }),
      read: (from: number) => this.source.frames(from, seq),
    };
  }

  show(): ReplayView {
    const { data: source, from, to } = this.source;
    const { seq, time, isPlaying, isAtEnd } = this.#playback;
    return {
      source,
      state: isPlaying ? "playing" : isAtEnd ? "ended" : "paused",
      speed: String(this.#speed),
      ...{ seq, time, fromSeq: from.seq, fromTime: from.time, toSeq: to.seq, toTime: to.time },
      seeks: this.#seeks,
      marks: this.#marks,
    };
  }

  /** @param speed default: as fast as the last time */
  async play(speed = this.#speed): Promise<void> {
    if (this.#playback.isAtEnd) throw new RangeError("the replay has ended: seek back first");
    this.#speed = speed;
    this.#playback.play(speed);
  }

  pause(): void {
    this.#playback.pause();
  }

  /**
   * Goes to a moment, after those that were asked for before; it plays on there if it played before. Clients
   * of sockets are disconnected as by a reset.
   *
   * @throws BranchError, ReplayError, LogError: the journal does not lead there; nothing was changed
   */
  seek(moment: Moment): Promise<void> {
    return this.#inTurn(async () => {
      const next = await this.source.at(moment);
      const { isPlaying } = this.#playback;
      this.moment = next;
      await this.#reopen(next);
      this.#seeks++;
      if (isPlaying && !this.#playback.isAtEnd) this.#playback.play(this.#speed);
    });
  }

  /** Makes a data directory whose market goes on from what is shown. @throws BranchError */
  async branch(directory: string) {
    const { data, seq, time, secrets } = await fork({
      source: this.source.data,
      target: directory,
      at: { seq: this.#playback.seq },
    });
    return { data, seq, time, secrets };
  }
}
