import { quantaOfText } from "../../../interface/wire/index.ts";
import type { Quanta } from "../../../kernel/core/index.ts";

/** What a paper account begins with, and begins anew with where no other amount is named: 100 000 SUSDT. */
export const PAPER_FUNDS: Quanta = quantaOfText("100000")!;

/** The most that it may begin with: 1 000 000 000 SUSDT. */
export const PAPER_FUNDS_MAX: Quanta = quantaOfText("1000000000")!;
