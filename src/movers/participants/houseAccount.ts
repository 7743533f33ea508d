import type { Command, ContractView, Leverage, Quanta } from "../../kernel/core/index.ts";
import {
  ACCOUNT_HOUSE,
  CONTRACT_TRADING,
  depositOf,
  HEDGE,
  sharedLeverageOf,
  wasFunded,
} from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { accepted, openedAccount } from "./account.ts";

/** The money of a house account: below the floor it is refilled to the target. */
export interface HouseFunds {
  readonly target: Quanta;
  readonly floor: Quanta;
}

/** What house accounts differ in. */
export interface HouseTerms {
  readonly selfTradePrevention: number;
  /** Leverage of the account in a contract, for both sides. */
  readonly leverage: (contract: ContractView) => Leverage;
}

/**
 * The id of the house account of a name, opened if there is none, and set up: it pays no fees (they would
 * only move from house to venue, with two bills a trade), and its leverage is low. One that was ever given
 * money is left alone, so that a restart logs nothing.
 *
 * @throws ParticipantError when the name is another's or the venue refuses the set-up
 */
export async function houseAccount(
  engine: EnginePort,
  name: string,
  contracts: readonly ContractView[],
  { selfTradePrevention, leverage }: HouseTerms,
): Promise<number> {
  const view = await openedAccount(engine, name, ACCOUNT_HOUSE);
  const { account } = view;
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
    selfTradePrevention,
    marginCallPercent: view.marginCallPercent,
    group: 0,
    positionMode: HEDGE,
  });
  for (const terms of contracts) {
    await accepted(engine, sharedLeverageOf(account, terms.contract, leverage(terms)));
  }
  return account;
}

/** The deposit that an account needs, if any. */
export async function refill(
  engine: Pick<EnginePort, "query">,
  account: number,
  { target, floor }: HouseFunds,
): Promise<Command | undefined> {
  const assets = await engine.query({ type: "assets", account });
  if (assets === undefined || assets.equity >= floor) return undefined;
  return depositOf(account, target - assets.equity);
}

/** Whether there is a market to quote in: it trades, and has prices. */
export function isOpen({ status, index, mark }: ContractView): boolean {
  return status === CONTRACT_TRADING && index > 0 && mark > 0;
}
