import type { Rejection } from "../core/index.ts";
import { rejectionUnit } from "../core/index.ts";
import type { Grid } from "../wire/decimal.ts";
import { leverageText, moneyText, pointsText, priceText, sizeText } from "../wire/decimal.ts";

/** The exchange refused a command; nothing has changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** The rule, and the numbers that decided, in the core's units. */
  readonly rejection: Rejection;
  /** The numbers as decimals. */
  readonly numbers: Readonly<Record<string, string>>;

  /** @param grid of the contract that the command was about, if any: without it prices and sizes stay ticks and lots */
  constructor(command: string, rejection: Rejection, grid?: Grid) {
    const { type, ...given } = rejection;
    const numbers = Object.fromEntries(
      Object.entries(given).map(([name, value]: [string, number | bigint]) => [
        name.replace(/Quanta$|Points$/, ""),
        shown(type, name, value, grid),
      ]),
    );
    const words = Object.entries(numbers).map(([name, text]) => `${name} ${text}`);
    super(`${command} is refused: ${type}${words.length > 0 ? ` (${words.join(", ")})` : ""}`);
    this.rejection = rejection;
    this.numbers = numbers;
  }
}

function shown(
  type: Rejection["type"],
  name: string,
  value: number | bigint,
  grid: Grid | undefined,
): string {
  if (typeof value === "bigint") return moneyText(value);
  const unit = rejectionUnit(type, name);
  if (unit === "leverage") return leverageText(value);
  if (unit === "plain" || grid === undefined) return String(value);
  if (unit === "points") return pointsText(grid, value);
  return unit === "ticks" ? priceText(grid, value) : sizeText(grid, value);
}
