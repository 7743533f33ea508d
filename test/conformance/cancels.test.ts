import { expect, onTestFinished, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { ControlClient, V2Client, V3Client } from "../../src/interface/client/index.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";

/**
 * What a cancel answers where the order is not simply gone: on its way to the book, being cancelled, named
 * twice, one of too many.
 */

const symbol = "cmt_btcusdt";
const bid = { symbol, size: "0.1", type: "1", order_type: "0", match_price: "0", price: "59000" } as const;

function started(options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({ prices: { btc: 60_000 }, accounts: [{ name: "bot" }], ...options });
}

function clients(venue: Venue): { readonly v2: V2Client; readonly v3: V3Client } {
  const options = { baseUrl: venue.baseUrl, credentials: venue.accounts[0]!, limits: "off" } as const;
  const v2 = new V2Client(options);
  const v3 = new V3Client(options);
  onTestFinished(() => {
    v2.close();
    v3.close();
  });
  return { v2, v3 };
}

test("of an order that is on its way, and of one that is being cancelled: its id, by client id, too", async () => {
  const venue = await started({ clock: "test" });
  const { v2, v3 } = clients(venue);
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  await control.call("POST accounts/latency", { account: "bot", toBook: [1_000] });
  const { order_id } = await v2.orders.place({ ...bid, client_oid: "mine" });
  for (const _ of ["first", "again"])
    expect(await v2.orders.cancel({ clientOid: "mine" })).toMatchObject({
      order_id,
      client_oid: "mine",
      result: true,
    });
  expect(await v3.orders.cancelOrder({ origClientOrderId: "mine" })).toMatchObject({
    orderId: order_id,
    success: true,
  });
  const batch = await v2.orders.cancelBatch({ cids: ["mine"] });
  expect(batch.cancelOrderResultList).toMatchObject([{ order_id, client_oid: "mine", result: true }]);
  const other = await v2.orders.place(bid);
  expect(await v2.orders.cancelAll()).toEqual([{ orderId: Number(other.order_id), success: true }]);
});

test("of an order that an id and a client id name: one row, which says that it was cancelled", async () => {
  const { v2 } = clients(await started());
  const first = await v2.orders.place({ ...bid, client_oid: "first" });
  await v2.orders.place({ ...bid, client_oid: "second" });
  expect(await v2.orders.cancelBatch({ ids: [first.order_id], cids: ["first", "second"] })).toMatchObject({
    clientOids: ["first", "second"],
    cancelOrderResultList: [
      { order_id: first.order_id, client_oid: "first", result: true },
      { client_oid: "second", result: true },
    ],
    failInfos: [],
  });
});

test("of one order and of a batch in one request: refused, and neither is cancelled", async () => {
  const { v2 } = clients(await started());
  const one = await v2.orders.place({ ...bid, client_oid: "one" });
  const other = await v2.orders.place({ ...bid, client_oid: "other" });
  const both = [
    { orderId: one.order_id, ids: [other.order_id] },
    { orderId: one.order_id, cids: ["other"] },
    { clientOid: "one", ids: [other.order_id] },
  ];
  for (const asked of both)
    await expect(v2.orders.cancel(asked)).rejects.toThrow(/(ids|cids) is invalid: .*(orderId|clientOid)/);
  await expect(v2.orders.cancel({} as never)).rejects.toThrow("orderId or clientOid");
  expect(await v2.orders.current()).toHaveLength(2);
  expect(await v2.orders.cancel({ ids: [one.order_id, other.order_id] } as never)).toMatchObject({
    result: true,
  });
});

test("of more orders than one request may name: that, and not that there are too many requests", async () => {
  const { v2, v3 } = clients(await started({ limits: "seed" }));
  const ids = Array.from({ length: 51 }, (_, each) => String(1_000_000_000_000_000 + each));
  const refused = { code: "40912", message: expect.stringContaining("may not exceed 50 orders, got 51") };
  await expect(v2.orders.cancelBatch({ ids: ids.slice(0, 30), cids: ids.slice(30) })).rejects.toMatchObject(
    refused,
  );
  // What is named twice counts once: 50 of the 50 that a minute allows.
  const twice = [...ids.slice(1), ...ids.slice(1)];
  expect((await v2.orders.cancelBatch({ ids: twice })).orderIds).toHaveLength(50);
  await expect(v3.orders.cancelOrders({ orderIdList: ids.slice(0, 11) })).rejects.toMatchObject({
    code: "-1140",
    message: expect.stringContaining("may not exceed 10 orders, got 11"),
  });
});
