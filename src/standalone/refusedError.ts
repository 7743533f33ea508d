import type { Detail, Rejection } from "../core/index.ts";
import { detailsOf } from "../core/index.ts";
import type { Grid } from "../wire/decimal.ts";
import { leverageText, moneyText, pointsText, priceText, sizeText } from "../wire/decimal.ts";

/** The exchange refused a command; nothing has changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** The rule that refused it, and the numbers that decided, in the core's units. */
  readonly rejection: Rejection;
  /** The same numbers as decimals. */
  readonly numbers: Readonly<Record<string, string>>;

  /** @param grid of the contract that the command was about, if any: without it prices and sizes stay ticks and lots */
  constructor(command: string, rejection: Rejection, grid?: Grid) {
    const { type } = rejection;
    const numbers = Object.fromEntries(
      detailsOf(rejection).map((detail) => [detail.name, shown(detail, grid)]),
    );
    const words = Object.entries(numbers).map(([name, text]) => `${name} ${text}`);
    super(`${command} is refused: ${type}${words.length > 0 ? ` (${words.join(", ")})` : ""}`);
    this.rejection = rejection;
    this.numbers = numbers;
  }
}

function shown({ kind, value }: Detail, grid: Grid | undefined): string {
  if (typeof value === "bigint") return moneyText(value);
  if (typeof value !== "number") return String(value);
  if (kind === "Leverage") return leverageText(value);
  if (grid === undefined) return String(value);
  if (kind === "Points") return pointsText(grid, value);
  if (kind === "Ticks") return priceText(grid, value);
  return kind === "Lots" ? sizeText(grid, value) : String(value);
}
