import { invalidParameter, lotText, quantaOfText, stepsOf, tickText } from "../../../interface/wire/index.ts";
import type { AccountSummary, ContractView, Lots, Quanta, Ticks } from "../../../kernel/core/index.ts";
import { EXTERNAL_ACCOUNT } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import { TICKS_MAX } from "../trading/grid.ts";
import type { ControlServices } from "./operation.ts";

/** Parameters that several operations of control share, and what their values name. */

/** Reads an {@link amountText}. */
export function amountOf(amount: string, name = "amount"): Quanta {
  const quanta = quantaOfText(amount);
  if (quanta === undefined) throw invalidParameter(name, `at most 8 decimals, got '${amount}'`);
  if (quanta <= 0n) throw invalidParameter(name, `it must be above 0, got '${amount}'`);
  return quanta;
}

/** Reads a size in the base coin, above 0, in whole lots of the contract. */
export function lotsAsked(contract: ContractView, size: string): Lots {
  const lots = stepsOf(size, contract.sizeDecimals, contract.lotStep);
  if (lots === undefined)
    throw invalidParameter("size", `a multiple of the lot ${lotText(contract)}, got '${size}'`);
  if (lots <= 0 || !Number.isSafeInteger(lots)) throw invalidParameter("size", `above 0, got '${size}'`);
  return lots;
}

/** Reads a price above 0, in whole ticks of the contract. */
export function ticksAsked(contract: ContractView, price: string, name: string): Ticks {
  const ticks = stepsOf(price, contract.priceDecimals, contract.priceStep);
  if (ticks === undefined)
    throw invalidParameter(name, `a multiple of the tick ${tickText(contract)}, got '${price}'`);
  if (ticks <= 0 || ticks > TICKS_MAX)
    throw invalidParameter(name, `above 0, and no larger than prices are, got '${price}'`);
  return ticks;
}

/** The account that an {@link accountText} stands for. Refuses an unknown one with 40020. */
export async function accountNamed(
  { engine }: { readonly engine: Pick<EnginePort, "query"> },
  name: string,
  parameter = "account",
): Promise<AccountSummary> {
  const accounts = await engine.query({ type: "accounts" });
  const found = /^\d+$/.test(name)
    ? accounts.find(({ account }) => account === Number(name))
    : accounts.find((each) => each.name === name);
  if (found === undefined) throw invalidParameter(parameter, `there is no account '${name}'`);
  return found;
}

/** Like {@link accountNamed}; an empty text stands for the outside world. */
export async function accountOrOutside(
  services: Pick<ControlServices, "engine">,
  name: string | undefined,
  parameter: string,
): Promise<number> {
  return name === undefined ? EXTERNAL_ACCOUNT : (await accountNamed(services, name, parameter)).account;
}

/** The contract that a {@link contractText} stands for; of several listings of one symbol, the newest. */
export async function contractOf(
  { engine }: Pick<ControlServices, "engine">,
  name: string,
  parameter = "symbol",
): Promise<ContractView> {
  const contracts = await engine.query({ type: "contracts" });
  const wanted = name.toLowerCase();
  const found =
    contracts.findLast(({ symbol }) => symbol === wanted) ??
    contracts.findLast(({ baseCoin }) => baseCoin.toLowerCase() === wanted);
  if (found === undefined) throw invalidParameter(parameter, `there is no contract '${name}'`);
  return found;
}
