import { CANCEL_NONE, DIRECTIVE_MS_MAX } from "../../codes.ts";
import { clientId } from "../../commonParameters.ts";
import { choice, decimal, integer, optional, text } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText } from "../parameters.ts";
import { cancelReasons, directives, orderActions } from "../words.ts";

const { "": _, ...reasons } = cancelReasons;

export const direct = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/directives",
  summary: "Have the venue do to an order, or to the next ones, what live trading does once a year",
  answer: control.DirectiveView,
  parameters: {
    account: accountText,
    what: choice("What happens (docs/directives.md).", directives),
    order: optional(text("A live order: its id, or the client's id. Without it, clientId or next.", 64)),
    clientId: optional(clientId(40)),
    next: optional(
      integer("How many of the orders to come; 1 if neither order nor clientId is given.", { min: 1 }),
    ),
    symbol: optional(
      text("Only orders in this contract, by symbol or base coin; a size and a price need one.", 64),
    ),
    action: optional(choice("Only orders that do this to which leg.", orderActions)),
    size: optional(
      decimal("Of fill and fill-during-cancel: what is filled, in the base coin; all without it."),
    ),
    price: optional(
      decimal("Of fill, for an order on its way: at what price; its limit without it, at market the mark."),
    ),
    ms: optional(
      integer("Of delay, late-presets and fill-during-cancel: how long it takes, market time.", {
        max: DIRECTIVE_MS_MAX,
      }),
      0,
    ),
    reason: optional(choice("Of cancel: why the order ends.", reasons), CANCEL_NONE),
    code: optional(
      integer("Of reject: the code; that of the market's refusals without it.", {
        min: -1_000_000,
        max: 1_000_000,
      }),
      0,
    ),
    text: optional(text("Of reject: the text.", 200), "rejected by a directive"),
  },
});

export const listDirectives = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/directives",
  summary: "List the directives that orders have yet to follow",
  answer: control.Directives,
  parameters: {},
});

export const dropDirective = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/directives/drop",
  summary: "Take a directive back; what it did already stays done",
  answer: control.DirectiveDropped,
  parameters: { directive: integer("Its id.", { min: 1 }) },
});
