import type { Command, ContractView } from "../core/index.ts";
import {
  ACCOUNT_USER,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  QUANTA_PER_UNIT,
  SHARED,
  wasFunded,
} from "../core/index.ts";
import type { EnginePort } from "../engine/index.ts";
import type { TraderSpec } from "../traders/index.ts";

/** A trader whose account could not be set up. */
export class TraderError extends Error {
  override readonly name = "TraderError";
}

const UNIT = BigInt(QUANTA_PER_UNIT);

/**
 * The account of a trader, opened with its balance if there is none of its name. It is a user's account: it pays
 * fees, has margin, and its history is kept.
 *
 * @throws TraderError when the name belongs to an account that is not a user's, or the venue refuses
 */
export async function traderAccount(engine: EnginePort, name: string, spec: TraderSpec): Promise<number> {
  const known = (await engine.query({ type: "accounts" })).find((account) => account.name === name);
  if (known !== undefined && known.kind !== ACCOUNT_USER)
    throw new TraderError(`the name ${name} belongs to account ${known.account}, which is not a user's`);
  const account =
    known?.account ?? (await accepted(engine, { type: "openAccount", kind: ACCOUNT_USER, name }));
  const view = await engine.query({ type: "account", account });
  if (view === undefined || !wasFunded(view))
    await accepted(engine, depositOf(account, BigInt(spec.balance) * UNIT));
  return account;
}

/** Sets the leverage that the spec asks for, as far as the contract allows. */
export async function setLeverage(
  engine: EnginePort,
  account: number,
  { contract, leverageMin, leverageMax }: ContractView,
  spec: TraderSpec,
): Promise<void> {
  const cross = Math.max(leverageMin, Math.min(leverageMax, Math.round(spec.leverage * 100)));
  const to = { marginMode: SHARED, switches: false, cross, isolatedLong: 0, isolatedShort: 0 };
  // Leverage cannot be lowered under open positions; then the trader keeps the leverage that it has.
  await engine.submit({ type: "setLeverage", account, contract, ...to });
}

/** The deposit that restores the balance of an account that has lost half of it. @param equity in quanta */
export function refillOf(account: number, equity: bigint, { balance }: TraderSpec): Command | undefined {
  const target = BigInt(balance) * UNIT;
  return equity >= target / 2n ? undefined : depositOf(account, target - equity);
}

function depositOf(account: number, amount: bigint): Command {
  return { type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount };
}

/** Submits a command that cannot be refused; returns the id that it made. */
async function accepted(engine: EnginePort, command: Command): Promise<number> {
  const { id, rejection } = await engine.submit(command);
  if (rejection !== undefined) throw new TraderError(`the venue refused ${command.type}: ${rejection.type}`);
  return id;
}
