import { expect, test } from "vitest";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import { LIMIT } from "./limitOrder.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * A risk option that would liquidate somebody, as an operator meets it over HTTP: shown, refused, for new
 * positions only, done.
 */

const SYMBOL = "cmt_btcusdt";

test("who would be in breach is shown, and only what is meant is done", async () => {
  const venue = await venueOfTest({
    accounts: [{ name: "thin" }, { name: "maker" }],
    prices: { btc: 60_000 },
  });
  const [thin, maker] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  const setRisk = (said: object) => control(venue, "contracts/risk", { symbol: SYMBOL, ...said });
  const positionsOf = async () => (await venue.account("thin")).positions.length;
  const hold = async () => {
    const order = { ...LIMIT, symbol: SYMBOL, size: "1", marginMode: 3 };
    await maker!.post("order/placeOrder", { ...order, marginMode: 1, type: "2", client_oid: "m" });
    return (await thin!.post("order/placeOrder", { ...order, type: "1", client_oid: "t" })).status;
  };
  const isolated = {
    symbol: "BTCUSDT",
    marginType: "ISOLATED",
    isolatedLongLeverage: "100",
    isolatedShortLeverage: "100",
  };
  expect((await thin!.post("/capi/v3/account/leverage", isolated)).status).toBe(200);
  expect(await hold()).toBe(200);
  // Margin 600 − 320 of loss = 280, of which 1 BTC must keep 59,680 · 0.5 % − 50 = 248.40, and flat 298.40.
  await venue.price(SYMBOL, "59680");
  expect(await positionsOf()).toBe(1);

  const preview = await setRisk({ tiers: "flat", preview: true });
  expect(preview).toMatchObject({
    status: 200,
    body: { breaches: [{ equity: "280", requirement: "298.4", requirementNow: "248.4" }] },
  });
  expect((await setRisk({})).body.tiers).toBe("bracketed");
  const refused = await setRisk({ tiers: "flat" });
  expect(refused.status).toBe(400);
  expect(refused.body.msg).toContain("preview=true shows them, anyway=true does it all the same");
  expect((await setRisk({})).body.tiers).toBe("bracketed");

  expect((await setRisk({ tiers: "flat", newOnly: true })).body.tiers).toBe("flat");
  expect(await positionsOf()).toBe(1);
  expect((await setRisk({ tiers: "flat", anyway: true })).status).toBe(200);
  expect(await positionsOf()).toBe(0);
});
