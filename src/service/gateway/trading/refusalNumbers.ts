import { accountStatuses, contractStatuses, movements } from "../../../interface/wire/control/words.ts";
import { priceText, quantityText, sizeText, v2 } from "../../../interface/wire/index.ts";
import type { Met, Rejection } from "../../../kernel/core/index.ts";
import { detailsOf, groundKinds, groundsOf, LONG } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";

/** The most orders that are listed of those a market order would meet. */
const MET_MAX = 40;

/** The words of details that are codes, by refusal and name. */
const codes: Readonly<Record<string, (code: number) => string | undefined>> = {
  "contractNotTradable.status": (code) => wordOf(contractStatuses, code),
  "accountFrozen.status": (code) => wordOf(accountStatuses, code),
  "movementNotAllowed.movement": (code) => wordOf(movements, code),
  "orderNotResting.state": (code) => v2.words.orderStatuses[code],
  "directiveUnfit.state": (code) => v2.words.orderStatuses[code],
  "marginModeMismatch.asked": (code) => v2.words.marginModes[code],
  "marginModeMismatch.actual": (code) => v2.words.marginModes[code],
  "separatedModeMismatch.asked": (code) => v2.words.separatedModes[code],
  "separatedModeMismatch.actual": (code) => v2.words.separatedModes[code],
};

/**
 * The numbers of a refusal, and those that its formula needs besides (control/risk/rejectionFormulas.ts), as
 * decimals and words by name; codes of the core are left out.
 *
 * @param contract the contract that it is about, if any
 */
export function numbersOf(why: Rejection, contract?: ContractSpec): Readonly<Record<string, string>> {
  const numbers: Record<string, string> = {};
  for (const { name, kind, value } of detailsOf(why))
    numbers[name] = codes[`${why.type}.${name}`]?.(value as number) ?? shownAs(kind, value, contract);
  const { met, ...grounds } = groundsOf(why);
  for (const [name, value] of Object.entries(grounds))
    numbers[name] ??= shownAs(groundKinds[name as keyof typeof groundKinds], value, contract);
  if (met !== undefined && contract !== undefined) numbers["met"] = metText(met, contract);
  return numbers;
}

function shownAs(
  kind: string,
  value: number | bigint | boolean | string,
  contract: ContractSpec | undefined,
): string {
  if (kind === "Leg") return value === LONG ? "long" : "short";
  if (kind === "ContractIndex" && contract !== undefined) return contract.symbol;
  return quantityText(kind, value, contract);
}

/** `"0.5000 at 60000.0, 1.0000 at 60000.5"`; of more than {@link MET_MAX}, how many follow. */
function metText(met: readonly Met[], contract: ContractSpec): string {
  const texts = met
    .slice(0, MET_MAX)
    .map(({ lots, price }) => `${sizeText(contract, lots)} at ${priceText(contract, price)}`);
  if (met.length > MET_MAX) texts.push(`and ${met.length - MET_MAX} more`);
  return texts.join(", ");
}

function wordOf(words: Readonly<Record<string, number>>, code: number): string | undefined {
  return Object.keys(words).find((word) => words[word] === code);
}
