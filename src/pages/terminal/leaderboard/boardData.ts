import type { LineState, V2Client } from "../../../interface/client/index.ts";
import { ControlClient, VenueError } from "../../../interface/client/index.ts";
import type { Leaderboard, Ranked } from "../../../interface/wire/leaderboard.ts";
import { sentenceOf } from "../format/failure.ts";
import { untilAborted, whileShown } from "../state/following.ts";
import { FrameStore } from "../state/store.ts";

/** A team as the page shows it. */
export interface Shown extends Omit<Ranked, "curve"> {
  readonly curve: readonly string[];
  /**
   * Places that it has climbed since its rank last changed, below 0 where it fell; 0 where that was long ago.
   */
  readonly moved: number;
}

export interface Board extends Omit<Leaderboard, "teams"> {
  readonly teams: readonly Shown[];
}

export type Contest = NonNullable<Leaderboard["contest"]>;

export type BoardState =
  | { readonly type: "waiting" }
  | { readonly type: "shown"; readonly board: Board; readonly problem: string | undefined }
  /** Not everybody may see the board: an operator may, with a token. */
  | { readonly type: "hidden" }
  /** Nothing was read yet, for this reason; it is tried again. */
  | { readonly type: "failed"; readonly why: string };

/** How long a move is shown, and how often curves are asked for, ms. */
const MOVE_SHOWN_MS = 30_000;
const CURVES_EVERY_MS = 15_000;
const OPERATOR_EVERY_MS = 1_000;
const LINE_PROBLEMS: { readonly [S in LineState]?: string } = {
  doubtful: "Nothing is heard from the venue: this may be old.",
  opening: "The connection is gone; it is being renewed.",
};
const WHOLE = { limit: 1_000, points: 40 };

/** Who is ahead, as the venue pushes it, with each team's curve, which is asked for now and then. */
export class BoardData extends FrameStore<BoardState> {
  readonly #client: V2Client;
  #curves: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #moves = new Map<string, { readonly by: number; readonly atMs: number }>();

  constructor(client: V2Client) {
    super({ type: "waiting" });
    this.#client = client;
  }

  /**
   * Follows what everybody may see, until the venue refuses it; what fails is told, and begun again. Never
   * throws.
   */
  async follow(): Promise<void> {
    const ask = () => this.#client.market.leaderboard(WHOLE);
    let isFirst = true;
    await untilAborted(new AbortController().signal, async () => {
      try {
        this.#take(await ask());
        if (isFirst) {
          void this.#every(CURVES_EVERY_MS, async () => this.#keepCurves(await ask()));
          setInterval(() => this.#heed(), OPERATOR_EVERY_MS);
        }
        isFirst = false;
        for await (const board of await this.#client.watch.leaderboard()) this.#take(board);
      } catch (error) {
        if (error instanceof VenueError && error.status === 404) return this.set({ type: "hidden" });
        this.#fail(error);
        throw error;
      }
    });
  }

  /** Follows what operators see, by asking again and again. @throws where the token opens nothing */
  async followAsOperator(token: string): Promise<void> {
    const control = new ControlClient({ baseUrl: location.origin, token });
    const ask = () => control.call("GET leaderboard", WHOLE);
    this.#take(await ask());
    void this.#every(OPERATOR_EVERY_MS, async () => this.#take(await ask()));
  }

  async #every(ms: number, ask: () => Promise<void>): Promise<void> {
    while (this.value.type === "shown") {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await whileShown();
      try {
        await ask();
      } catch (error) {
        if (this.value.type === "shown") this.#fail(error);
      }
    }
  }

  /** Says what is wrong with the connection; a feed does not end by that. */
  #heed(): void {
    const state = this.value;
    if (state.type !== "shown") return;
    const problem = LINE_PROBLEMS[this.#client.line("public")];
    const wasOfTheLine = Object.values(LINE_PROBLEMS).includes(state.problem ?? "");
    if (problem !== state.problem && (problem !== undefined || wasOfTheLine)) this.set({ ...state, problem });
  }

  /** Says what went wrong, beside what was shown. */
  #fail(error: unknown): void {
    const why = sentenceOf(error);
    this.set(this.value.type === "shown" ? { ...this.value, problem: why } : { type: "failed", why });
  }

  #keepCurves({ teams }: Leaderboard): void {
    this.#curves = new Map(teams.map(({ team, curve }) => [team, curve ?? []]));
  }

  #take(board: Leaderboard): void {
    if (board.teams.some(({ curve }) => curve !== undefined)) this.#keepCurves(board);
    const state = this.value;
    const before = new Map(
      state.type === "shown" ? state.board.teams.map(({ team, rank }) => [team, rank]) : [],
    );
    const nowMs = performance.now();
    const teams = board.teams.map((each) => {
      const { team, rank } = each;
      const was = before.get(team);
      if (rank !== null && typeof was === "number" && was !== rank)
        this.#moves.set(team, { by: was - rank, atMs: nowMs });
      const move = this.#moves.get(team);
      const moved = move !== undefined && nowMs - move.atMs < MOVE_SHOWN_MS ? move.by : 0;
      return { ...each, moved, curve: this.#curves.get(team) ?? [] };
    });
    this.set({ type: "shown", board: { ...board, teams }, problem: undefined });
  }
}
