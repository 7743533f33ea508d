import type { Command, ContractView, Quanta } from "../core/index.ts";
import {
  ACCOUNT_HOUSE,
  CONTRACT_TRADING,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  SHARED,
  STP_EXPIRE_MAKER,
  wasFunded,
} from "../core/index.ts";
import type { EnginePort } from "../engine/index.ts";
import { houseLeverage } from "./liquidity.ts";

/** The money of a house account: below the floor it is refilled to the target. */
export interface Purse {
  readonly target: Quanta;
  readonly floor: Quanta;
}

/** A house account that could not be set up. */
export class HouseError extends Error {
  override readonly name = "HouseError";
}

/**
 * The id of the house account of a name, opened if there is none, and set up: it pays no fees (they would only move
 * from house to venue, with two bills a trade), and its leverage is low. One that was ever given money is left alone, so
 * that a restart logs nothing.
 */
export async function houseAccount(
  engine: EnginePort,
  name: string,
  contracts: readonly ContractView[],
): Promise<number> {
  const known = (await engine.query({ type: "accounts" })).find((account) => account.name === name);
  if (known !== undefined && known.kind !== ACCOUNT_HOUSE) {
    throw new HouseError(`the name ${name} belongs to account ${known.account}, which is not the house's`);
  }
  const account =
    known?.account ?? (await accepted(engine, { type: "openAccount", kind: ACCOUNT_HOUSE, name }));
  const view = await engine.query({ type: "account", account });
  if (view === undefined) throw new HouseError(`account ${account} of ${name} is gone`);
  if (wasFunded(view)) return account;
  await accepted(engine, {
    type: "setAccount",
    account,
    status: view.status,
    ...view.fee,
    feeSet: true,
    takerRate: 0,
    makerRate: 0,
    orderRateLimitPerMinute: view.orderRateLimitPerMinute,
    orderDelayMs: 0,
    cancelDelayMs: 0,
    selfTradePrevention: STP_EXPIRE_MAKER,
    group: 0,
  });
  for (const contract of contracts) {
    const leverage = houseLeverage(contract);
    const to = { marginMode: SHARED, switches: false, cross: leverage, isolatedLong: 0, isolatedShort: 0 };
    await accepted(engine, { type: "setLeverage", account, contract: contract.contract, ...to });
  }
  return account;
}

/** The deposit that an account needs, if any. */
export async function refill(
  engine: Pick<EnginePort, "query">,
  account: number,
  { target, floor }: Purse,
): Promise<Command | undefined> {
  const assets = await engine.query({ type: "assets", account });
  if (assets === undefined || assets.equity >= floor) return undefined;
  const amount = target - assets.equity;
  return { type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount };
}

/** Submits a command that cannot be refused; returns the id that it made. */
async function accepted(engine: EnginePort, command: Command): Promise<number> {
  const { id, rejection } = await engine.submit(command);
  if (rejection !== undefined) throw new HouseError(`the venue refused ${command.type}: ${rejection.type}`);
  return id;
}

/** Whether there is a market to quote in: it trades, and has prices. */
export function isOpen({ status, index, mark }: ContractView): boolean {
  return status === CONTRACT_TRADING && index > 0 && mark > 0;
}
