import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text } from "../fields.ts";
import { account, count, milliseconds, order, symbol } from "./fields.ts";
import { cancelReasons, directives, orderActions } from "./words.ts";

/** Control's answers about directives. */

const directive = Type.Integer({ description: "Id of the directive" });

export const DirectiveView = shape({
  directive: Type.Optional(directive),
  account,
  what: Type.Enum(Object.keys(directives) as (keyof typeof directives)[], { description: "What happens" }),
  order: Type.Optional(order),
  clientId: Type.Optional(text("The client's id of the order that it waits for")),
  left: Type.Optional(count("How many orders to come it waits for")),
  symbol: Type.Optional(symbol),
  action: Type.Optional(
    Type.Enum(Object.keys(orderActions) as (keyof typeof orderActions)[], { description: "Of those orders" }),
  ),
  size: Type.Optional(decimal("What is filled, in the base coin; all without it")),
  price: Type.Optional(decimal("At what price")),
  ms: Type.Optional(milliseconds("How long it takes")),
  reason: Type.Optional(
    Type.Enum(Object.keys(cancelReasons) as (keyof typeof cancelReasons)[], {
      description: "Why the order ends",
    }),
  ),
  code: Type.Optional(Type.Integer({ description: "Of the refusal; 0: that of the market's refusals" })),
  text: Type.Optional(text("Of the refusal")),
});
export type DirectiveView = Static<typeof DirectiveView>;
export const Directives = Type.Array(DirectiveView, {
  description: "For orders to come by id, then for live orders",
});
export type Directives = Static<typeof Directives>;
export const DirectiveDropped = shape({ directive });
export type DirectiveDropped = Static<typeof DirectiveDropped>;
