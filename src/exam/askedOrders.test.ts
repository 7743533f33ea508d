import { expect, test } from "vitest";
import { askedOrders } from "./askedOrders.ts";

test("what is no order in a batch is one without anything, refused with the batch", () => {
  const [order, ...others] = askedOrders('{"symbol":"cmt_btcusdt","orderDataList":[null]}', "{}", "refused");
  expect(order).toMatchObject({ symbol: "cmt_btcusdt", size: "", refusal: "refused" });
  expect(others).toEqual([]);
});
