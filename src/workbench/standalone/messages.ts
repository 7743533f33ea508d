import type { Check } from "../../interface/wire/argument.ts";
import {
  fieldsOf,
  flag,
  listOf,
  must,
  oneOf,
  optional,
  taggedOf,
  textOf,
  whole,
} from "../../interface/wire/argument.ts";
import type { FieldKind, Layout, Query } from "../../kernel/core/index.ts";
import {
  CLOSE_SHORT,
  commandLayouts,
  OPEN_LONG,
  riskRuleFields,
  termFields,
} from "../../kernel/core/index.ts";

/**
 * What commands and questions are checked for before the core sees them: fields of their kinds, all there and
 * no others. Whether there is such an account, and whether a number is one that the rules allow, the core
 * says itself, in its refusals.
 */

type Checks = Readonly<Record<string, Check>>;

const MAX = Number.MAX_SAFE_INTEGER;
const number = whole(-MAX, MAX);
const id = whole(0, MAX);
const text = textOf("text", /^/);
const money = must("a bigint, in 1e-8", (value) => typeof value === "bigint");

const ofKind = (kind: FieldKind): Check => (kind === "flag" ? flag : kind === "money" ? money : number);

function ofKinds(kinds: Readonly<Record<string, FieldKind>>): Checks {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, ofKind(kind)]));
}

function rowsOf({ name, columns }: NonNullable<Layout["list"]>): Checks {
  return { [name]: listOf(fieldsOf(Object.fromEntries(columns.map((column) => [column, number])))) };
}

function ofLayout({ fixed, texts, list }: Layout): Checks {
  return {
    ...ofKinds(fixed),
    ...Object.fromEntries(texts.map((name) => [name, text])),
    ...(list && rowsOf(list)),
  };
}

const commands = Object.fromEntries(
  Object.entries(commandLayouts).map(([type, layout]) => [type, ofLayout(layout)]),
);

export const command = taggedOf("a command of the core", commands);

const account = { account: id };
const contract = { contract: id };
const terms = fieldsOf({ ...ofKinds(termFields), ...rowsOf(commandLayouts.changeContract.list) });

/** Checks for every field of each question: a field or a question that is added without does not compile. */
const questions: {
  readonly [T in Query["type"]]: {
    readonly [K in keyof Omit<Required<Extract<Query, { type: T }>>, "type">]: Check;
  };
} = {
  contracts: {},
  accounts: {},
  account,
  assets: account,
  positions: { ...account, contract: optional(id) },
  referrals: { agent: optional(id) },
  orders: { ...account, contract: optional(id), which: oneOf(["resting", "plan", "all"]) },
  order: { ...account, order: id, clientId: text },
  depth: { ...contract, limit: id },
  keys: {},
  operators: {},
  contests: {},
  invitations: {},
  notices: { account: optional(id) },
  reference: { reference: text },
  allOrders: {},
  pendingMovements: {},
  maxOpen: { ...account, ...contract, action: whole(OPEN_LONG, CLOSE_SHORT), price: id },
  estimate: { order: taggedOf("a placement", { placeOrder: commands["placeOrder"]! }) },
  totals: {},
  explain: account,
  adl: contract,
  venue: {},
  latency: account,
  directives: {},
  house: {},
  rules: {},
  breachesUnder: { ...contract, rule: optional(fieldsOf(ofKinds(riskRuleFields))), terms: optional(terms) },
};

export const question = taggedOf("a question to the core", questions);
