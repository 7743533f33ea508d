import { expect, test } from "vitest";
import { BILL_DEPOSIT, BILL_OPEN_LONG } from "../../../../kernel/core/index.ts";
import type { History } from "../../../readmodel/index.ts";
import { firstDeposit } from "./reset.ts";

const OTHER = { type: BILL_OPEN_LONG, amount: 1n };

test("is that of the first bill, although the account gets others while it is looked for", async () => {
  const bills = [{ type: BILL_DEPOSIT, amount: 100n }, OTHER, OTHER];
  let meanwhile = 2;
  const history = {
    async bills({ limit, offset = 0 }: { readonly limit: number; readonly offset?: number }) {
      const total = bills.length;
      const rows = bills.toReversed().slice(offset, offset + limit);
      if (meanwhile-- > 0) bills.push(OTHER);
      return { rows, total, more: offset + rows.length < total };
    },
  };
  expect(await firstDeposit(history as unknown as History, 7)).toBe(100n);
});
