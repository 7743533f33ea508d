import { rateText } from "../../../interface/wire/index.ts";
import type { AccountView, AssetsView, HoldingView } from "../../../kernel/core/index.ts";
import { effectiveRates } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";

/** The account of the request's key: it exists, since the key does. */
export async function accountOf({ engine, account }: PrivateContext): Promise<AccountView> {
  const view = await engine.query({ type: "account", account });
  if (view === undefined) throw new Error(`invariant: account ${account} of a key exists`);
  return view;
}

/** The balances of the request's account, and what it may use of them. */
export async function assetsOf({ engine, account }: PrivateContext): Promise<AssetsView> {
  const view = await engine.query({ type: "assets", account });
  if (view === undefined) throw new Error(`invariant: account ${account} of a key exists`);
  return view;
}

/** The account's settings in each contract that is listed; or only in the named one, whatever its status. */
export async function listedHoldings(
  context: PrivateContext,
  named: ContractSpec | undefined,
): Promise<readonly HoldingView[]> {
  const listed = new Set(context.contracts.listed(named).map(({ contract }) => contract));
  const { holdings } = await accountOf(context);
  return holdings.filter(({ contract }) => listed.has(contract));
}

/** The account's settings in a contract. */
export async function holdingOf(
  context: PrivateContext,
  { contract, symbol }: ContractSpec,
): Promise<HoldingView> {
  const { holdings } = await accountOf(context);
  const holding = holdings.find((each) => each.contract === contract);
  if (holding === undefined) throw new Error(`invariant: an account has settings in ${symbol}`);
  return holding;
}

/** The fees that an account pays for its trades in a contract; it receives them where a rate is below 0. */
export async function commissionOf(context: PrivateContext, contract: ContractSpec) {
  const { fee, holdings } = await accountOf(context);
  const ofContract = holdings.find((holding) => holding.contract === contract.contract)?.fee;
  const { maker, taker } = effectiveRates(contract, fee, ofContract);
  return { makerCommissionRate: rateText(maker), takerCommissionRate: rateText(taker) };
}
