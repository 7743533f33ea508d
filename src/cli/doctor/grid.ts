import { quantaOfText, textOf } from "../../wire/decimal.ts";
import type { ContractInformation } from "../../wire/v2/market.ts";

const DECIMALS = 8;

/** A price moved by whole per cents, rounded down to the contract's grid. */
export function stepped(
  price: string,
  perCent: number,
  { tick_size, priceEndStep }: ContractInformation,
): string {
  const decimals = Number(tick_size);
  const tick = BigInt(priceEndStep) * 10n ** BigInt(DECIMALS - decimals);
  const moved = (quantaOfText(price)! * BigInt(100 + perCent)) / 100n;
  return textOf((moved / tick) * BigInt(priceEndStep), decimals);
}
