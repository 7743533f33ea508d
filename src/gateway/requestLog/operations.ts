import { choice, control, integer, optional } from "../../wire/index.ts";
import { controlOperation } from "../control/operation.ts";
import { accountOf, accountText } from "../control/parameters.ts";
import type { RequestLogLevel } from "./entry.ts";
import { requestLogLevels } from "./entry.ts";
import { ENTRIES_MAX } from "./requestLog.ts";

const levelNames = Object.fromEntries(requestLogLevels.map((level) => [level, level])) as Readonly<
  Record<string, RequestLogLevel>
>;

/**
 * `GET /control/requests`: what became of the last requests. Answers `{level, entries, next, lost}`; to follow, ask again
 * with `after` set to `next`.
 */
export const readRequests = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/requests",
  summary: "Show the last requests, and why they were refused",
  answer: control.RequestsView,
  parameters: {
    after: optional(integer("Only entries after this id, oldest first; without it the newest.")),
    limit: optional(integer("Number of entries.", { min: 1, max: ENTRIES_MAX }), 100),
    account: optional(accountText),
    only: optional(choice("Only refused requests.", { refused: 1 })),
  },
  async handle(context, { after, limit, account: name, only }) {
    const account = name === undefined ? undefined : (await accountOf(context, name)).account;
    const { requestLog } = context;
    return { level: requestLog.level, ...requestLog.read({ after, limit, account, refused: only === 1 }) };
  },
});

/** `POST /control/requests/level`: logs nothing, refused requests, or every request, until the venue stops. */
export const setRequestLevel = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/requests/level",
  summary: "Choose which requests are logged",
  answer: control.RequestLevelView,
  parameters: { level: choice("Which requests.", levelNames) },
  handle({ requestLog }, { level }) {
    requestLog.level = level;
    return { level };
  },
});
