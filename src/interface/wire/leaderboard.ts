import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text, timeNumber } from "./fields.ts";
import type { Answerable } from "./operation.ts";
import { integer, optional } from "./parameter.ts";

/** Where a contest stands. */
export const contestPhases = ["before", "practice", "between", "running", "ended"] as const;

/** What is asked of a leaderboard. */
export const leaderboardParameters = {
  limit: optional(integer("Teams, the best", { min: 1, max: 1_000 }), 200),
  points: optional(integer("Points of each team's equity curve", { min: 0, max: 60 }), 0),
};

export const Ranked = shape({
  rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "Equal where the score is equal; null: it has not traded, or a contest does not rank it",
  }),
  team: text("Name of the account; of a contest's team"),
  title: text("What a contest calls it; else its name"),
  score: decimal("What decides: the contest's score, else the return"),
  return: decimal("Deposits and withdrawals left out, a fraction"),
  equity: decimal("Money, and positions at the mark, in a contest at the index, USDT"),
  drawdown: decimal("Deepest fall of the return below an earlier height, a fraction; 0 or below"),
  trades: Type.Integer({ minimum: 0, description: "Fills" }),
  fees: decimal("Of trading and of liquidations, less rebates, USDT"),
  liquidations: Type.Integer({ minimum: 0, description: "How often one began" }),
  curve: Type.Optional(
    Type.Array(decimal("Equity"), {
      description: "Evenly over the time so far, at most as many points as asked; left out for none",
    }),
  ),
});
export type Ranked = Answerable<Static<typeof Ranked>>;

/** The leaderboard, which is ours: of all clients' accounts, or of a contest's teams. */
export const Leaderboard = shape({
  time: timeNumber("Market time at which it stands, Unix ms"),
  delayMs: Type.Integer({ minimum: 0, description: "How much older than now it is at least" }),
  contest: Type.Union(
    [
      shape({
        name: text("Its name"),
        title: text("What it is called on boards"),
        phase: Type.Enum([...contestPhases], { description: "Where it stands" }),
        leftMs: Type.Integer({
          minimum: 0,
          description: "Until the next phase, of market time; 0: it is over",
        }),
      }),
      Type.Null(),
    ],
    { description: "The contest whose teams these are; null: all clients" },
  ),
  teams: Type.Array(Ranked, { description: "Best first" }),
});
export type Leaderboard = Answerable<Static<typeof Leaderboard>>;
