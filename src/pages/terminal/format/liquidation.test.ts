import { expect, test } from "vitest";
import { whereRestWent } from "./liquidation.ts";

test.each([
  [
    { position: 7, amountAfter: "750.448", returned: "750.448" },
    /750\.45 USDT .* went back to the .* shared/,
  ],
  [{ position: 7, amountAfter: "12", returned: "0" }, /carry what is still open/],
  [{ position: 7, amountAfter: "0", returned: "0" }, /^Nothing was left/],
  [{ position: 0, amountAfter: "99000", returned: "0" }, /are the account's still/],
  [{ position: 0, amountAfter: "-3", returned: "0" }, /^Nothing was left/],
])("%o: where the rest went", (given, said) => {
  expect(whereRestWent(given)).toMatch(said);
});
