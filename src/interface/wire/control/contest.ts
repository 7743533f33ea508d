import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../fields.ts";
import { contestPhases } from "../leaderboard.ts";
import { account, count, flag, marketTime, symbol } from "./fields.ts";

const phase = Type.Enum([...contestPhases], { description: "Where it stands, by market time" });
const round = {
  start: marketTime("When the round begins"),
  end: marketTime("When it ends"),
};

export const ContestSummary = shape({
  name: text("Its name"),
  title: text("What it is called on boards"),
  phase,
  ...round,
  teams: count("How many take part"),
});

export const Contests = Type.Array(ContestSummary, {
  description: "In the order in which they were created",
});
export type Contests = Static<typeof Contests>;

const practiceRound = {
  practiceStart: Type.Union([marketTime("When the practice round begins"), Type.Null()], {
    description: "null: there is none",
  }),
  practiceEnd: Type.Union([marketTime("When it ends"), Type.Null()], { description: "null: there is none" }),
};

export const ContestView = shape({
  name: text("Its name"),
  title: text("What it is called on boards"),
  phase,
  ...round,
  ...practiceRound,
  contracts: Type.Array(symbol, { description: "What teams may trade" }),
  balance: text("What each team begins with, USDT"),
  leverageMax: count("The greatest leverage that a team may set; 0: the contract's"),
  ordersPerMinute: count("Placements of a team a minute; 0: no limit of its own"),
  addressBudgets: flag("Whether budgets of addresses hold"),
  operations: Type.Array(text("An activity"), {
    description: "What teams may do beside reading, canceling and closing",
  }),
  book: Type.Enum(["shared", "house"], { description: "`house`: teams never meet each other in the book" }),
  score: Type.Record(Type.String(), Type.String(), { description: "The weight of each measure" }),
  liquidated: Type.Enum(["counts", "last", "out"], {
    description: "What becomes of a team that was liquidated",
  }),
  publicKey: text("The key that the results are signed with, Ed25519, hex"),
  teams: Type.Array(
    shape({
      team: text("Name of the team, and of its account"),
      title: text("What it is called on boards"),
      account,
      practice: Type.Integer({ description: "Its account for the practice round; 0: there is none" }),
    }),
    { description: "Who takes part" },
  ),
});
export type ContestView = Static<typeof ContestView>;

export const ContestAdvanced = shape({
  name: text("Its name"),
  phase,
  changed: count("Accounts that were let in, or frozen"),
});
export type ContestAdvanced = Static<typeof ContestAdvanced>;

export const ContestKeys = Type.Array(
  shape({
    team: text("Whose it is"),
    round: Type.Enum(["practice", "contest"], { description: "For which round" }),
    apiKey: Type.Optional(text("Sent as ACCESS-KEY")),
    secret: Type.Optional(text("Signs requests; shown this once")),
    passphrase: Type.Optional(text("Sent as ACCESS-PASSPHRASE; shown this once")),
    link: Type.Optional(
      text("Path of the venue's page that makes the key, once; what follows # goes to nobody else"),
    ),
  }),
);
export type ContestKeys = Static<typeof ContestKeys>;
