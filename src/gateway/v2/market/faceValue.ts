import { shortTextOf } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";

/** Decimals at which a face value that has no end is cut off. */
const DECIMALS_MAX = 18;

/** Base coin in one contract: one lot ÷ contracts per lot, as the shortest exact decimal ("0.000001"). */
export function faceValueText(
  spec: Pick<ContractSpec, "lotStep" | "sizeDecimals" | "contractsPerLot">,
): string {
  const lot = BigInt(spec.lotStep) * 10n ** BigInt(DECIMALS_MAX - spec.sizeDecimals);
  return shortTextOf(lot / BigInt(spec.contractsPerLot), DECIMALS_MAX);
}
