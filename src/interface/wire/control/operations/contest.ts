import { Leaderboard, leaderboardParameters } from "../../leaderboard.ts";
import { choice, flag, integer, optional, text, time } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";

const contest = text("Its name.", 40);

export const listContests = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/contests",
  summary: "List the contests, and where each stands",
  answer: control.Contests,
  parameters: {},
});

export const showContest = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/contests/show",
  summary: "Show a contest: its rules, its rounds and its teams",
  answer: control.ContestView,
  parameters: { contest },
});

export const createContest = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/contests/create",
  summary: "Create a contest, with an account for each team and round; they are frozen until it begins",
  answer: control.ContestView,
  parameters: {
    rules: text("The contest's file, as JSON text (docs/contests.md).", 20_000),
    teams: text("The teams as CSV text: a line a team, its name and what it is called.", 60_000),
  },
});

export const moveContest = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/contests/move",
  summary: "Move a moment of a contest that has not come yet, to the next whole minute or another one",
  answer: control.ContestView,
  parameters: {
    contest,
    moment: choice("Which one.", {
      practice: "practiceStart",
      "practice-end": "practiceEnd",
      start: "start",
      end: "end",
    }),
    at: optional(time("A whole minute of market time, Unix ms; without it, the next one.")),
  },
});

export const advanceContest = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/contests/advance",
  summary: "Let in and freeze a contest's teams as its times say; the venue does so by itself when one comes",
  answer: control.ContestAdvanced,
  parameters: { contest },
});

export const contestKeys = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/contests/keys",
  summary: "Make a key for each team, shown this once, or a link by which each team makes its own",
  answer: control.ContestKeys,
  parameters: {
    contest,
    team: optional(text("Only this team's.", 40)),
    links: optional(flag("Links instead of keys: each works once, until it expires."), false),
    hours: optional(integer("How long links work.", { min: 1, max: 720 }), 72),
  },
});

export const showLeaderboard = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/leaderboard",
  at: "node",
  summary: "Show who is ahead as things stand, whoever else may see it",
  answer: Leaderboard,
  parameters: leaderboardParameters,
});
