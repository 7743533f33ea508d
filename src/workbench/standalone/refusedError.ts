import type { Grid } from "../../interface/wire/decimal.ts";
import { quantityText } from "../../interface/wire/decimal.ts";
import type { Rejection } from "../../kernel/core/index.ts";
import { detailsOf } from "../../kernel/core/index.ts";

/** The exchange refused a command; nothing has changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** The rule that refused it, and the numbers that decided, in the core's units. */
  readonly rejection: Rejection;
  /** The numbers of the rejection, as decimals. */
  readonly numbers: Readonly<Record<string, string>>;

  /**
   * @param grid of the contract that the command was about, if any: without it prices and sizes stay ticks
   * and lots
   */
  constructor(command: string, rejection: Rejection, grid?: Grid) {
    const { type } = rejection;
    const numbers = Object.fromEntries(
      detailsOf(rejection).map(({ name, kind, value }) => [name, quantityText(kind, value, grid)]),
    );
    const words = Object.entries(numbers).map(([name, text]) => `${name} ${text}`);
    super(`${command} is refused: ${type}${words.length > 0 ? ` (${words.join(", ")})` : ""}`);
    this.rejection = rejection;
    this.numbers = numbers;
  }
}
