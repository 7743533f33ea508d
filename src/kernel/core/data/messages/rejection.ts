/**
 * Why the core refused a command, declared in order of precedence: of two rules that a command breaks the
 * first is named (rules/precedence.test.ts walks every pair). A refusal is an event, never a throw. `code` is
 * permanent; 52 and 71 belonged to refusals that are gone, and are not given again. `details` are the numbers
 * that decided, by kind, in the order in which a `commandRejected` record stores them; money takes two places
 * (whole units, quanta), a text none.
 */
import type { FieldKind, RejectionCode, UncheckedFieldValue } from "../units/kinds.ts";
import type { Amount } from "../units/money.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import { assert } from "../units/units.ts";
import type { CommandField, CommandFieldKind, ValueRule } from "./commandFields.ts";
import { commandFields, valueRules } from "./commandFields.ts";

/** A refusal as it is declared. */
export interface DeclaredRejection<Details extends DetailKinds = DetailKinds> {
  readonly code: RejectionCode;
  readonly details: Details;
}
/**
 * A text is no part of a record: only the answer to the command says it. A field and a rule are stored by
 * their places in commandFields.ts; what was `sent` takes two places, of which a number fills the second.
 */
type DetailKind = FieldKind | "text" | "field" | "sent" | "rule";
export type DetailKinds = Readonly<Record<string, DetailKind>>;

export const rejections = {
  // ---- before anything is looked at
  workPending: { code: 91, details: {} },
  /**
   * A request of an operator with this reference, by which a repetition is known, has already carried out a
   * command of this kind, which made `id`; or that request was answered, and `id` is 0.
   */
  referenceUsed: { code: 96, details: { id: "int" } },
  // ---- what a directive asked for (rules/directive/steer.ts)
  /** `wireCode` 0: the client is answered with the code that stands for any refusal of the market. */
  directed: { code: 97, details: { directive: "int", wireCode: "int", text: "text" } },
  // ---- what is named exists, and a new name is free
  unknownAccount: { code: 1, details: { account: "AccountId" } },
  unknownContract: { code: 2, details: { contract: "ContractIndex" } },
  unknownKey: { code: 7, details: {} },
  unknownOperator: { code: 95, details: {} },
  /** No movement of money waits under this id to be settled. */
  unknownMovement: { code: 81, details: { id: "int" } },
  unknownDirective: { code: 98, details: { id: "int" } },
  orderNotFound: { code: 60, details: { order: "OrderId" } },
  symbolTaken: { code: 4, details: { contract: "ContractIndex" } },
  nameTaken: { code: 5, details: { account: "AccountId" } },
  keyTaken: { code: 6, details: { account: "AccountId" } },
  operatorTaken: { code: 94, details: {} },
  // ---- who asks, and what the order is
  accountFrozen: { code: 8, details: { status: "int", account: "AccountId" } },
  /**
   * The order cannot be amended: it neither rests in the book nor waits for its trigger, or an amendment of
   * it is under way.
   */
  orderNotResting: { code: 63, details: { order: "OrderId", state: "int" } },
  /** The order was amended as often as an order may be; what the venue shrank of it counts too. */
  tooManyAmendments: { code: 100, details: { order: "OrderId", count: "int", max: "int" } },
  /** The command is for orders that wait for a trigger, and this order does not, or is not of the kind. */
  orderNotPlan: { code: 61, details: { order: "OrderId" } },
  /** A directive that the order cannot follow, in this state or as it is. */
  directiveUnfit: { code: 99, details: { order: "OrderId", state: "int" } },
  // ---- values
  /** A value that no well-formed gateway sends; `limit` is the bound of a rule that has one. */
  invalidValue: { code: 9, details: { field: "field", value: "sent", rule: "rule", limit: "int" } },
  invalidContract: { code: 3, details: { rule: "int" } },
  indexOutOfRange: { code: 90, details: { contract: "ContractIndex", points: "Points", max: "Points" } },
  // ---- an order and its contract
  contractNotTradable: { code: 20, details: { status: "int", apiTradable: "flag" } },
  noMarkPrice: { code: 21, details: { contract: "ContractIndex" } },
  sizeTooSmall: { code: 22, details: { size: "Lots", min: "Lots" } },
  sizeTooLarge: { code: 23, details: { size: "Lots", max: "Lots" } },
  /** An amended order would be no larger than what of it is filled. */
  sizeFilled: { code: 64, details: { size: "Lots", filled: "Lots" } },
  clientIdLive: { code: 24, details: { order: "OrderId" } },
  /** The book, which is to give the price, has fewer levels on that side. */
  noDepth: { code: 43, details: { side: "Side", levels: "int", wanted: "int" } },
  priceAboveBand: { code: 25, details: { price: "Ticks", max: "Ticks", mark: "Points" } },
  priceBelowBand: { code: 26, details: { price: "Ticks", min: "Ticks", mark: "Points" } },
  /** Further than ten times (or under a tenth of) the mark: it could not rest. */
  priceTooFar: { code: 27, details: { field: "field", price: "Ticks", limit: "Ticks", mark: "Points" } },
  /** An order that opens, worth less than the contract asks: at its price, at market at the mark. */
  notionalTooSmall: { code: 44, details: { notional: "money", min: "money" } },
  presetWrongSide: { code: 28, details: { takeProfit: "flag", trigger: "Ticks", price: "Ticks" } },
  // ---- modes and leverage
  marginModeMismatch: { code: 29, details: { asked: "int", actual: "int" } },
  separatedModeMismatch: { code: 30, details: { asked: "int", actual: "int" } },
  /** ONE_WAY needs COMBINED in every contract, and each refuses the other. */
  oneWayCombined: { code: 39, details: { contract: "ContractIndex" } },
  /** An order that opens, of a one-way account that holds the other leg. */
  oneWayLeg: { code: 40, details: { leg: "Leg", size: "Lots" } },
  openOrderLimit: { code: 31, details: { limit: "int" } },
  leverageOutOfRange: {
    code: 70,
    details: { field: "field", leverage: "Leverage", min: "Leverage", max: "Leverage" },
  },
  /** `isPaper`: it is the paper account's. */
  positionExists: {
    code: 73,
    details: { contract: "ContractIndex", position: "PositionId", isPaper: "flag" },
  },
  /** `order` is the oldest of them. */
  openOrdersExist: {
    code: 72,
    details: { contract: "ContractIndex", orders: "int", order: "OrderId", isPaper: "flag" },
  },
  leverageLowered: { code: 74, details: { field: "field", asked: "Leverage", current: "Leverage" } },
  tierLeverage: { code: 75, details: { field: "field", asked: "Leverage", max: "Leverage" } },
  // ---- positions
  /** Closing in separated mode without naming the position. */
  positionMissing: { code: 32, details: { leg: "Leg" } },
  unknownPosition: { code: 33, details: { position: "PositionId" } },
  positionNotIsolated: { code: 76, details: { position: "PositionId" } },
  nothingToClose: { code: 62, details: { contract: "ContractIndex" } },
  closeTooLarge: { code: 34, details: { leg: "Leg", size: "Lots", closable: "Lots" } },
  tierExceeded: { code: 35, details: { leverage: "Leverage", notional: "money", limit: "money" } },
  positionLimit: { code: 36, details: { size: "Lots", max: "Lots" } },
  // ---- money
  amountNotPositive: { code: 82, details: {} },
  /** No movement of money of this kind (a MOVE_ code) may go from one of these accounts to the other. */
  movementNotAllowed: { code: 83, details: { movement: "int", from: "AccountId", to: "AccountId" } },
  /** More than the venue may hold (rules/ledger/bounds.ts). */
  moneyLimit: { code: 86, details: { asked: "money", room: "money" } },
  /** What an account has moved or traded in its life would not stay exact. */
  counterLimit: { code: 87, details: { account: "AccountId", limit: "money" } },
  /** An account that would be its own agent, directly or through others. */
  referralCircular: { code: 84, details: { account: "AccountId", agent: "AccountId" } },
  /** The account has no agent, or the agent's part of its fees is less than a quantum. */
  noRebateDue: { code: 85, details: { account: "AccountId" } },
  marginInsufficient: { code: 37, details: { needed: "money", available: "money" } },
  /**
   * The leg would grow into a tier in which `position`, another isolated position of it, must keep
   * `requirement`, which is more than it has.
   */
  siblingInBreach: { code: 38, details: { position: "PositionId", requirement: "money" } },
  marginNotRemovable: { code: 77, details: { asked: "money", removable: "money" } },
  balanceInsufficient: { code: 80, details: { asked: "money", withdrawable: "money" } },
  // ---- triggers
  triggerAtPrice: { code: 50, details: { trigger: "Ticks", price: "Points" } },
  triggerAlreadyMet: { code: 51, details: { trigger: "Ticks", price: "Points" } },
  /**
   * An order closes all of a leg and ends with it. Of such orders one may wait for each leg and direction of
   * the trigger, and `order` waits already.
   */
  legTriggerLive: { code: 45, details: { order: "OrderId" } },
  // ---- what would come of it
  /**
   * A post-only order that would take. It is refused where the command asks for that; otherwise it is placed,
   * and ends at once. The same holds for the fill-or-kill orders of `cannotFill`.
   */
  wouldTake: { code: 41, details: { price: "Ticks", best: "Ticks" } },
  cannotFill: { code: 42, details: { size: "Lots" } },
  /** A rule or terms that would put `entries` entries in breach; `account`, `position`: the first of them. */
  wouldBreach: { code: 93, details: { entries: "int", account: "AccountId", position: "PositionId" } },
  /** More operators, sources of a price, accounts of a house or samples of a latency than there may be. */
  venueFull: { code: 92, details: { limit: "int" } },
} as const satisfies Record<string, DeclaredRejection>;

export type RejectionType = keyof typeof rejections;

/** A refusal with its details by name. */
export type Rejection = {
  [K in RejectionType]: { readonly type: K } & {
    readonly [N in keyof (typeof rejections)[K]["details"]]: DetailValue<
      (typeof rejections)[K]["details"][N]
    >;
  };
}[RejectionType];
type DetailValue<K> = K extends FieldKind
  ? UncheckedFieldValue<K>
  : K extends keyof OtherValues
    ? OtherValues[K]
    : never;
interface OtherValues {
  text: string;
  field: CommandField;
  /** A text that was refused is "": records have none. */
  sent: number | bigint | boolean | string;
  rule: ValueRule;
}

/** Details as a check hands them over: money as its two halves. */
export type NotedDetails<D extends DetailKinds> = {
  readonly [N in keyof D]: D[N] extends "money" ? Amount : DetailValue<D[N]>;
};

export type AnyDetails = Readonly<Record<string, Amount | number | bigint | boolean | string>>;

/** Places of a record that hold the details of a refusal. */
export const DETAIL_PLACES = 5;

interface DetailField {
  readonly name: string;
  readonly kind: DetailKind;
}
const byCode: { readonly type: RejectionType; readonly fields: readonly DetailField[] }[] = [];
for (const [type, { code, details }] of Object.entries(rejections)) {
  assert(byCode[code] === undefined, "every refusal has a code of its own");
  const fields = Object.entries(details).map(([name, kind]) => ({ name, kind }));
  const places = fields.reduce((sum, { kind }) => sum + placesOf(kind), 0);
  assert(places <= DETAIL_PLACES, "the details of a refusal fit its record");
  byCode[code] = { type: type as RejectionType, fields };
}

function placesOf(kind: DetailKind): number {
  return kind === "text" ? 0 : kind === "money" || kind === "sent" ? 2 : 1;
}

function declaredOf(code: RejectionCode) {
  const declared = byCode[code];
  assert(declared !== undefined, "a refusal has a code of this list");
  return declared;
}

const FIELD_NAMES = Object.keys(commandFields) as CommandField[];
const RULE_NAMES = Object.keys(valueRules) as ValueRule[];

/** Writes details into the places of a record, the rest 0; returns their text, "" where none has one. */
export function noteDetails(code: RejectionCode, details: AnyDetails, into: number[]): string {
  into.fill(0);
  let at = 0;
  let text = "";
  for (const { name, kind } of declaredOf(code).fields) {
    const value = details[name]!;
    if (kind === "text") text = value as string;
    else if (kind === "field") into[at++] = FIELD_NAMES.indexOf(value as CommandField);
    else if (kind === "rule") into[at++] = RULE_NAMES.indexOf(value as ValueRule);
    else if (kind === "money" || kind === "sent") {
      const { hi, lo } = halvesOf(value);
      into[at++] = hi;
      into[at++] = lo;
    } else into[at++] = Number(value);
  }
  return text;
}

function halvesOf(value: AnyDetails[string]): Amount {
  if (typeof value === "object") return value;
  if (typeof value === "string") return { hi: 0, lo: 0 };
  if (typeof value !== "bigint") return { hi: 0, lo: Number(value) };
  return { hi: Number(value / BigInt(QUANTA_PER_UNIT)), lo: Number(value % BigInt(QUANTA_PER_UNIT)) };
}

/**
 * The object form of a refusal stored as a code and the places of its details; with the text of those that
 * have one.
 */
export function rejectionOf(code: RejectionCode, places: readonly number[], text = ""): Rejection {
  const { type, fields } = declaredOf(code);
  const rejection: Record<string, unknown> = { type };
  let at = 0;
  for (const { name, kind } of fields) {
    if (kind === "text") {
      rejection[name] = text;
      continue;
    }
    const value = places[at++]!;
    if (kind === "money" || kind === "sent") {
      const lo = places[at++]!;
      const valueKind = kind === "money" ? kind : commandFields[rejection["field"] as CommandField];
      rejection[name] = valueOfHalves(valueKind, value, lo);
    } else if (kind === "field") rejection[name] = FIELD_NAMES[value];
    else if (kind === "rule") rejection[name] = RULE_NAMES[value];
    else rejection[name] = kind === "flag" ? value === 1 : value;
  }
  return rejection as Rejection;
}

/** A value of two places, in the form of its kind. */
function valueOfHalves(kind: CommandFieldKind, hi: number, lo: number): number | bigint | boolean | string {
  if (kind === "money") return BigInt(hi) * BigInt(QUANTA_PER_UNIT) + BigInt(lo);
  if (kind === "text" || kind === "list") return "";
  return kind === "flag" ? lo === 1 : lo;
}

export interface Detail {
  readonly name: string;
  readonly kind: DetailKind | CommandFieldKind;
  readonly value: number | bigint | boolean | string;
}

/**
 * The details of a refusal with their kinds, in the order of their declaration; what was sent has the kind of
 * its field.
 */
export function detailsOf(rejection: Rejection): readonly Detail[] {
  const values = rejection as unknown as Readonly<Record<string, Detail["value"]>>;
  const sentKind = rejection.type === "invalidValue" ? commandFields[rejection.field] : undefined;
  return declaredOf(rejections[rejection.type].code).fields.map(({ name, kind }) => ({
    name,
    kind: sentKind !== undefined && (name === "value" || name === "limit") ? sentKind : kind,
    value: values[name]!,
  }));
}
