import type { Check } from "../../interface/wire/argument.ts";
import {
  callable,
  fieldsOf,
  filledText,
  flag,
  must,
  oneOf,
  optional,
  recordOf,
  requireArguments,
  whole,
} from "../../interface/wire/argument.ts";
import { Exchange, State } from "../../kernel/core/index.ts";
import type { ContractTerms } from "./contractTerms.ts";
import { command, question } from "./messages.ts";
import type { NewOrder } from "./shapes.ts";

type ChecksOf<T> = { readonly [K in keyof Required<T>]: Check };

const ms = whole(0, Number.MAX_SAFE_INTEGER);
const isText = (value: unknown): boolean => typeof value === "string";
const decimal = must("a decimal as text, such as '100'", isText);
const word = must("text", isText);

const TERMS: ChecksOf<ContractTerms> = {
  symbol: filledText,
  tick: must("1, 0.1, 0.01 … as text", isText),
  lot: must("1, 0.1, 0.01 … as text", isText),
  leverageMax: optional(decimal),
  leverageDefault: optional(decimal),
  makerRate: optional(decimal),
  takerRate: optional(decimal),
  liquidationFeeRate: optional(decimal),
  bandRate: optional(decimal),
  fundingIntervalMs: optional(ms),
};

const ORDER: ChecksOf<NewOrder> = {
  symbol: filledText,
  action: word,
  size: decimal,
  price: optional(decimal),
  timeInForce: optional(word),
  priceMatch: optional(word),
  goodTill: optional(ms),
  selfTradePrevention: optional(word),
  orRefused: optional(flag),
  takeProfit: optional(decimal),
  stopLoss: optional(decimal),
  clientId: optional(word),
};

/**
 * What the functions of a `DecimalExchange` take, and of an `Exchange`; whether a value is on its grid they
 * say themselves.
 */
const ARGUMENTS = {
  DecimalExchange: {
    options: fieldsOf({ time: ms }),
    core: must("an Exchange", (value) => value instanceof Exchange),
  },
  restore: { snapshot: must("a Uint8Array", (value) => value instanceof Uint8Array) },
  list: { terms: fieldsOf(TERMS) },
  open: { name: filledText, deposit: optional(decimal) },
  deposit: { name: filledText, amount: decimal },
  withdraw: { name: filledText, amount: decimal },
  index: { prices: recordOf(decimal) },
  leverage: {
    name: filledText,
    symbol: filledText,
    leverage: decimal,
    mode: optional(oneOf(["shared", "isolated"])),
  },
  positionMode: { name: filledText, mode: oneOf(["hedge", "one-way"]) },
  place: { name: filledText, order: fieldsOf(ORDER) },
  cancel: { name: filledText, order: ms },
  advance: { ms },
  execute: { command },
  account: { name: filledText },
  book: { symbol: filledText, levels: optional(whole(1, Number.MAX_SAFE_INTEGER)) },
  prices: { symbol: filledText },
  // ---- of the exchange under it
  Exchange: { state: optional(must("the state of an Exchange", (value) => value instanceof State)) },
  fromRows: {
    rows: must("a Map, which rows() returns", (value) => value instanceof Map),
    others: optional(fieldsOf({ lacking: callable, unread: callable })),
  },
  observe: { account: ms, isObserved: flag },
  answer: { query: question },
} satisfies Readonly<Record<string, Readonly<Record<string, Check>>>>;

/** Checks the arguments of a function. @throws RangeError naming function, argument, value and rule */
export function requireFor(called: keyof typeof ARGUMENTS, ...given: readonly unknown[]): void {
  requireArguments(called, ARGUMENTS[called], given);
}
