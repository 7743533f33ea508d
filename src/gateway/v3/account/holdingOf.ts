import type { HoldingView } from "../../../core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";

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
