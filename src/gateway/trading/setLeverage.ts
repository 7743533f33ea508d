import type { Command } from "../../core/index.ts";
import type { Outcome } from "../../engine/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { refusalOf } from "./refusals.ts";

type SetLeverage = Omit<Extract<Command, { type: "setLeverage" }>, "type" | "account" | "contract">;
type Side = "cross" | "isolatedLong" | "isolatedShort";

/**
 * Submits leverages; throws the refusal. The market judges them, since one that stands is accepted although the contract's least is higher by
 * now; one that is too low is refused by the name of the parameter that said it.
 *
 * @param names the parameters that said them
 */
export async function setLeverage(
  context: PrivateContext,
  contract: ContractSpec,
  leverages: SetLeverage,
  names: Readonly<Record<Side, string>>,
): Promise<Outcome> {
  const { account } = context;
  const command = { type: "setLeverage", account, contract: contract.contract, ...leverages } as const;
  const outcome = await context.submit(command);
  const { rejection } = outcome;
  if (rejection === undefined) return outcome;
  const said = (Object.keys(names) as Side[]).find(
    (side) => rejection.type === "leverageOutOfRange" && leverages[side] === rejection.leverage,
  );
  throw refusalOf(rejection, contract, said && names[said]);
}
