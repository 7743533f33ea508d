import {
  leverageText,
  moneyText,
  pointsText,
  priceText,
  rateText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import type { AccountSummary, ContractView } from "../../../../kernel/core/index.ts";
import type { EnginePort } from "../../../../kernel/engine/index.ts";
import type { Form } from "../../fieldForms.ts";
import { formOf } from "../../fieldForms.ts";
import { movements, permissionWords, wordOf } from "../../words.ts";

/** A field of a record as it is shown. */
export type ShownValue = string | number | boolean | readonly ShownFields[];
export type ShownFields = { readonly [name: string]: ShownValue };

/** The names and grids with which a record is shown. */
export interface Directory {
  readonly contracts: readonly ContractView[];
  readonly accounts: ReadonlyMap<number, AccountSummary>;
}

/** The names and grids of a market as they are now. */
export async function directoryOf(engine: EnginePort): Promise<Directory> {
  const [contracts, accounts] = await Promise.all([
    engine.query({ type: "contracts" }),
    engine.query({ type: "accounts" }),
  ]);
  return { contracts, accounts: new Map(accounts.map((each) => [each.account, each])) };
}

/** A command or an event in its object form. */
export type Fields = object;

/** Fields that are never shown, encrypted or not. */
export const SECRET_FIELDS = new Set(["sealedSecret", "sealedSeed", "passphraseHash", "tokenHash"]);

/** Fields that name accounts. */
export const ACCOUNT_FIELDS = [
  ...["account", "owner", "agent", "from", "to", "fromAccount", "toAccount"],
  ...["makerAccount", "takerAccount"],
] as const;
const accountFields: ReadonlySet<string> = new Set(ACCOUNT_FIELDS);

/**
 * Forms of fields that only commands and events have, so that no column of the state declares them. `by` is
 * how many lots an order lost.
 */
const recordForms: Readonly<Record<string, Form>> = {
  ...{ by: "size", makerRemaining: "size", takerRemaining: "size", openSize: "size" },
  ...{ rate: "rate", settledRate: "rate", boundRate: "rate" },
};

type Words = Readonly<Record<number, string>>;
const action: Words = { 1: "open long", 2: "open short", 3: "close long", 4: "close short" };
const side: Words = { 0: "buy", 1: "sell" };
const marginMode: Words = { 1: "shared", 3: "isolated" };
const separatedMode: Words = { 1: "combined", 2: "separated" };
const kind: Words = {
  ...{ 1: "plan", 2: "take-profit", 3: "stop-loss", 4: "preset take-profit" },
  ...{ 5: "preset stop-loss", 6: "close position", 7: "offset", 8: "deleveraging", 9: "liquidation" },
  10: "close position, with its take-profits and stop-losses",
};

/** Words for the codes of the core (core/data/codes.ts), by field. */
const words: Readonly<Record<string, Words>> = {
  ...{ action, makerAction: action, takerAction: action },
  ...{ side, takerSide: side, leg: { 0: "long", 1: "short" } },
  ...{ marginMode, makerMarginMode: marginMode, takerMarginMode: marginMode },
  ...{ separatedMode, makerSeparatedMode: separatedMode, takerSeparatedMode: separatedMode },
  ...{ makerKind: kind, takerKind: kind },
  timeInForce: { 0: "gtc", 1: "post-only", 2: "fok", 3: "ioc" },
  state: { 1: "pending", 2: "open", 3: "canceling", 4: "untriggered", 5: "filled", 6: "canceled" },
  triggerSource: { 1: "last", 3: "mark" },
  triggerDirection: { 1: "at or above", 2: "at or below" },
  origin: {
    ...{ 0: "book", 1: "netting", 2: "take-over", 3: "deleveraging", 4: "settlement", 5: "paper" },
    ...{ 6: "paper, by value", 7: "the crowd's opening", 8: "directed", 9: "reported" },
  },
  cancelReason: {
    ...{ 1: "user", 2: "expired", 3: "could not fill", 4: "reduce-only", 5: "liquidation" },
    ...{ 6: "margin not enough", 7: "system limit", 8: "operator", 9: "internal", 10: "post-only" },
    ...{ 11: "self-trade", 12: "the other of two", 13: "position closed", 14: "price band" },
    ...{ 15: "no depth", 16: "countdown", 17: "price protection" },
  },
};

/** Words for fields whose codes mean something else in this kind of record. */
const wordsOfRecord: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  orderPlaced: { kind },
  orderEnded: { kind },
};

/** Codes whose 0 has a meaning; other codes use 0 for "none". */
const ZERO_IS_A_WORD = new Set(["side", "takerSide", "leg", "timeInForce", "origin"]);

/**
 * A record's fields for people: decimals of its contract's grid, names of accounts and contracts, words for
 * codes, times in Unix ms. Absent, zero and secret fields are left out.
 */
export function shownFields(type: string, fields: Fields, directory: Directory): ShownFields {
  return shownRow(type, fields, directory, contractOf(fields, directory));
}

function shownRow(
  type: string,
  fields: Fields,
  directory: Directory,
  contract: ContractView | undefined,
): ShownFields {
  const shown: Record<string, ShownValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === "type" || SECRET_FIELDS.has(name) || isAbsent(name, value)) continue;
    shown[name] = Array.isArray(value)
      ? value.map((row) => shownRow(type, row, directory, contractOf(row, directory) ?? contract))
      : shownValue(type, name, value, directory, contract);
  }
  return shown;
}

function shownValue(
  type: string,
  name: string,
  value: number | bigint | boolean | string,
  { accounts }: Directory,
  contract: ContractView | undefined,
): ShownValue {
  if (typeof value === "bigint") return moneyText(value);
  if (typeof value !== "number") return value;
  if (name === "contract") return contract?.symbol ?? value;
  if (accountFields.has(name)) return accounts.get(value)?.name ?? value;
  if (name === "movement") return wordOf(movements, value);
  if (name === "permissions") return permissionWords(value).join(", ");
  const word = wordsOfRecord[type]?.[name]?.[value] ?? words[name]?.[value];
  if (word !== undefined) return word;
  const form = recordForms[name] ?? formOf(name);
  if (form === "rate") return rateText(value);
  if (form === "leverage") return leverageText(value);
  if (contract === undefined) return value;
  if (form === "price") return priceText(contract, value);
  if (form === "points") return pointsText(contract, value);
  return form === "size" ? sizeText(contract, value) : value;
}

function isAbsent(name: string, value: unknown): boolean {
  if (name === "contract") return value === -1;
  if (ZERO_IS_A_WORD.has(name)) return false;
  return value === 0 || value === 0n || value === "" || value === false || value === undefined;
}

function contractOf(fields: Fields, { contracts }: Directory): ContractView | undefined {
  const { contract } = fields as { readonly contract?: number };
  return contract === undefined ? undefined : contracts[contract];
}
