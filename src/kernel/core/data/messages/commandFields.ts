/**
 * What a command's fields are called, and the rules that a refused one breaks. A refusal stores either as its
 * place in these lists.
 */
import type { Layout } from "../encoding/layout.ts";
import type { FieldKind } from "../units/kinds.ts";
import { assert } from "../units/units.ts";
import type { Body, CommandType } from "./command.ts";
import { commandLayouts } from "./command.ts";

type ColumnOf<L> = L extends { list: { columns: readonly (infer C extends string)[] } } ? C : never;
/** A field of a command, fixed, text or list, or a column of its list, by name. */
export type CommandField = {
  [T in CommandType]: (keyof Body<T> & string) | ColumnOf<(typeof commandLayouts)[T]>;
}[CommandType];

export type CommandFieldKind = FieldKind | "text" | "list";

/**
 * What each field holds; a number means the same in every command, and a text or a column of its name as
 * well.
 */
export const commandFields = kindsOfFields(Object.values(commandLayouts));

function kindsOfFields(layouts: readonly Layout[]): Readonly<Record<CommandField, CommandFieldKind>> {
  const kinds: Record<string, CommandFieldKind> = {};
  for (const { fixed } of layouts) {
    for (const [name, kind] of Object.entries(fixed)) {
      assert((kinds[name] ?? kind) === kind, "a field's name means one kind of number");
      kinds[name] = kind;
    }
  }
  for (const { texts, list } of layouts) {
    for (const name of texts) kinds[name] ??= "text";
    if (list === undefined) continue;
    kinds[list.name] ??= "list";
    for (const name of list.columns) kinds[name] ??= "int";
  }
  return kinds as Readonly<Record<CommandField, CommandFieldKind>>;
}

/**
 * The rules that a field's value may break, as sentences about it; `{limit}` is the bound, in the field's own
 * unit.
 */
export const valueRules = {
  known: "it is none of the values that there are",
  whole: "a whole number",
  atLeast: "at least {limit}",
  atMost: "at most {limit}",
  longest: "at most {limit} characters",
  notEmpty: "it must not be empty",
  once: "each once, none empty",
  opening: "only to orders that open",
  closing: "only to orders that close",
  resting: "an order at market takes at once and cannot rest",
  later: "later than {limit}, the market's time",
  limited: "only to limit orders",
  given: "none where the book gives it",
  lasting: "only to orders that may rest",
  trails: "a trailing stop follows the price and executes at market",
  notWhole: "an order that ends with its leg has no size of its own",
  attached: "only with the take-profit or stop-loss that it is about",
  oneOf: "exactly one way of naming the orders",
  both: "both or neither: an agent and a rate above 0",
  together: "maker and taker rate together must not be below 0",
  final: "the contract is delisted, which is final",
  mirror: "only an account that mirrors books",
  nested: "an act carries no other act",
  maker: "a house with accounts has a maker",
  oneWay: "a one-way account never meets itself: its own orders are prevented from it",
  user: "a house account and the venue's own hold a leg each way",
} as const satisfies Record<string, string>;
export type ValueRule = keyof typeof valueRules;
