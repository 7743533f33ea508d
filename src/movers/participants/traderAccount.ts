import type { Command, ContractView } from "../../kernel/core/index.ts";
import { ACCOUNT_USER, depositOf, QUANTA_PER_UNIT, SHARED, wasFunded } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import type { TraderSpec } from "../traders/index.ts";
import { accepted, openedAccount } from "./account.ts";

const UNIT = BigInt(QUANTA_PER_UNIT);

/**
 * The account of a trader, opened with its balance if there is none of its name. It is a user's account: it
 * pays fees, has margin, and its history is kept.
 *
 * @throws ParticipantError when the name belongs to an account that is not a user's, or the venue refuses
 */
export async function traderAccount(engine: EnginePort, name: string, spec: TraderSpec): Promise<number> {
  const view = await openedAccount(engine, name, ACCOUNT_USER);
  if (!wasFunded(view)) await accepted(engine, depositOf(view.account, BigInt(spec.balance) * UNIT));
  return view.account;
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
