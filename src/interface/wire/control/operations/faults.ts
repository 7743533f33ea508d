import { choice, integer, optional, texts, time } from "../../parameter.ts";
import type { FaultKindName } from "../faultKinds.ts";
import { faultKinds } from "../faultKinds.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { rate } from "../parameters.ts";

export const listFaults = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/faults",
  at: "node",
  summary: "List the faults that are set, and what they have made go wrong so far",
  answer: control.FaultsView,
  parameters: {},
});

const kinds = Object.fromEntries(Object.keys(faultKinds).map((name) => [name, name])) as {
  readonly [N in FaultKindName]: N;
};
const statuses = [500, 502, 503, 504, 521];

/** Everything that can be said of a fault; a scenario says it in the same words. */
export const faultParameters = {
  kind: choice("What goes wrong.", kinds),
  routes: optional(
    texts(
      "Requests: a path, a path and its method, or the typed client's name of an operation, `*` for anything; default all.",
    ),
    [],
  ),
  channels: optional(texts("Pushes: the name of a channel, `*` for anything; default all."), []),
  accounts: optional(texts("Only what these accounts' keys ask and follow, by id or name."), []),
  keys: optional(texts("Only what these API keys ask and follow."), []),
  every: optional(integer("Each n-th of them. Default 1: all.", { min: 1 })),
  nth: optional(integer("The n-th of them alone.", { min: 1 })),
  probability: optional(rate("Each with this probability, a fraction, drawn from `seed`.")),
  seed: optional(integer("What the probability is drawn from; default 1.", { max: 4_294_967_295 })),
  count: optional(integer("At most so many; default no limit.", { min: 1 })),
  from: optional(time("Market time from which it acts, Unix ms."), 0),
  until: optional(time("Market time before which it acts, Unix ms; 0: for ever."), 0),
  ms: optional(
    integer(
      "slow: how long an answer takes, host time. push-delayed: market time. clock-skew: how far ahead the clock is.",
      { min: -86_400_000, max: 86_400_000 },
    ),
  ),
  status: optional(
    choice(
      "server-error: 500 (default) or 503. edge-page: 521 (default), 502 or 504.",
      Object.fromEntries(statuses.map((each) => [String(each), each])),
    ),
  ),
  bytes: optional(integer("cut: how much of the body arrives; default half of it.", { max: 1_000_000 })),
  retryAfter: optional(
    integer("rate-limited, maintenance: what `Retry-After` says, seconds; 0 leaves it out. Default 1.", {
      max: 86_400,
    }),
  ),
};

/** A fault as a program says it: the same, each by its name. */
export type FaultInput = { readonly kind: FaultKindName } & {
  readonly [N in Exclude<keyof typeof faultParameters, "kind">]?: ReturnType<
    (typeof faultParameters)[N]["read"]
  > extends readonly string[]
    ? readonly string[]
    : string | number;
};

export const addFault = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/faults/add",
  at: "node",
  summary:
    "Make something go wrong between clients and the venue, until it is removed, the market starts over or the venue stops",
  answer: control.FaultView,
  parameters: faultParameters,
});

export const removeFault = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/faults/remove",
  at: "node",
  summary: "Remove a fault, or all of them",
  answer: control.FaultsView,
  parameters: { fault: optional(integer("Its number; left out: all of them.", { min: 1 })) },
});
