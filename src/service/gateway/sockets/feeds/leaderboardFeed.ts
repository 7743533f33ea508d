import type { Leaderboard as Board } from "../../../../interface/wire/leaderboard.ts";
import type { Leaderboard } from "../../leaderboard/leaderboard.ts";
import type { Log } from "../../log.ts";
import { Audience } from "../audience.ts";
import type { Frame } from "../frame.ts";
import type { Feed } from "./feed.ts";

export interface LeaderboardFeedOptions {
  readonly everyMs: number;
  readonly log: Log;
  readonly encode: (board: Board) => Frame;
}

/** Who is ahead, as everybody may see it: the whole board whenever it changed. */
export class LeaderboardFeed implements Feed {
  readonly audience: Audience;
  readonly everyMs: number;
  readonly #leaderboard: Leaderboard;
  readonly #options: LeaderboardFeedOptions;
  #board: Board | undefined;
  #frame: Frame | undefined;
  #isReading = false;
  /** Something happened since the present reading began. */
  #isStale = false;

  constructor(leaderboard: Leaderboard, options: LeaderboardFeedOptions) {
    this.#leaderboard = leaderboard;
    this.#options = options;
    this.everyMs = options.everyMs;
    this.audience = new Audience("conflate", () => this.#frame);
    this.refresh();
  }

  refresh(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.#show(await this.#leaderboard.fresh());
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, "the leaderboard could not be read for its channel");
    } finally {
      this.#isReading = false;
    }
  }

  #show(board: Board): void {
    if (board === this.#board) return;
    this.#board = board;
    this.#frame = this.#options.encode(board);
    this.audience.publish(this.#frame);
  }
}
