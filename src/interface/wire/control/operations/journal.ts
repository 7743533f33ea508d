import { choice, flag, integer, optional, text, time } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText, contractText } from "../parameters.ts";

export const journalKinds = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/journal/kinds",
  summary: "List the kinds of commands and of events",
  answer: control.JournalKinds,
  parameters: {},
});

export const readNews = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/news",
  at: "node",
  summary:
    "Show what went on, in words: liquidations, deleveraging, funding, gaps, halts, restrictions, operators",
  answer: control.News,
  parameters: {
    after: optional(integer("Only what came after this number, oldest first; without it the latest.")),
    limit: optional(integer("How many.", { min: 1, max: 1_000 }), 100),
    kind: optional(
      choice("Only of this kind.", Object.fromEntries(control.newsKinds.map((kind) => [kind, kind]))),
    ),
  },
});

export const readJournal = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/journal",
  summary: "Show the last commands with the events that each led to",
  answer: control.JournalView,
  parameters: {
    after: optional(integer("Only commands after this one, oldest first; without it the newest.")),
    limit: optional(integer("Number of commands.", { min: 1, max: 1_000 }), 100),
    command: optional(text("Only commands of this kind; journal/kinds lists them.", 64)),
    event: optional(text("Only commands that led to an event of this kind; journal/kinds lists them.", 64)),
    account: optional(accountText),
    symbol: optional(contractText),
    refused: optional(flag("Only commands that were refused."), false),
    users: optional(flag("Leave out prices, time and house traders, where no user was touched."), false),
  },
});

export const readPast = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/journal/past",
  summary:
    "Show commands out of the journal's files, back from a command or a market time, without their events",
  answer: control.JournalPast,
  parameters: {
    until: optional(integer("Only commands up to this one; without it and a time the newest.", { min: 1 })),
    time: optional(time("Only commands up to this market time, Unix ms.")),
    limit: optional(integer("Number of commands, the last ones.", { min: 1, max: 1_000 }), 100),
    command: optional(text("Only commands of this kind; journal/kinds lists them.", 64)),
    account: optional(accountText),
    symbol: optional(contractText),
    users: optional(flag("Leave out prices, time and house traders."), false),
  },
});

export const readEffects = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/journal/effects",
  summary: "Show a command of the journal with the events that it led to, by executing it again if it is old",
  answer: control.JournalEffects,
  parameters: {
    seq: integer("The command.", { min: 1 }),
  },
});
