import { quantaOfText } from "../../../interface/wire/index.ts";
import type { Quanta } from "../../../kernel/core/index.ts";

/** The balance of a new paper account, and after a reset without another amount: 100 000 SUSDT. */
export const PAPER_FUNDS: Quanta = quantaOfText("100000")!;

/** The largest balance with which it may begin: 1 000 000 000 SUSDT. */
export const PAPER_FUNDS_MAX: Quanta = quantaOfText("1000000000")!;
