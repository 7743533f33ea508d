import { choice, integer, optional } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText } from "../parameters.ts";

export const readRequests = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/requests",
  at: "node",
  summary: "Show the last requests, and why they were refused",
  answer: control.RequestsView,
  parameters: {
    after: optional(integer("Only entries after this id, oldest first; without it the newest.")),
    limit: optional(integer("Number of entries.", { min: 1, max: 10_000 }), 100),
    account: optional(accountText),
    only: optional(choice("Only refused requests.", { refused: 1 })),
  },
});

export const setRequestLevel = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/requests/level",
  at: "node",
  summary: "Choose which requests are logged",
  answer: control.RequestLevelView,
  parameters: { level: choice("Which requests.", { off: "off", errors: "errors", all: "all" }) },
});
