import { afterAll, beforeAll, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { ControlClient, RISK_OPTIONS, VenueError } from "../../src/interface/client/index.ts";
import { riskOptions } from "../../src/interface/wire/control/riskOptions.ts";

let venue: Venue;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
});
afterAll(() => venue.stop());

test("it knows the options of a contract's risk with their words", () => {
  const words = Object.entries(riskOptions).map(([name, { words }]) => [name, Object.keys(words)]);
  expect(Object.entries(RISK_OPTIONS)).toEqual(words);
});

test("it asks, changes, and tells a refusal in the venue's words", async () => {
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
  expect((await control.call("GET accounts/show", { account: "demo-1" })).wallet).toBe("100000");
  const { wallet } = await control.call("POST money/deposit", { account: "demo-1", amount: "0.00000001" });
  expect(wallet).toBe("100000.00000001");
  const refused = await control
    .call("POST money/deposit", { account: "nobody", amount: "1" })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(VenueError);
  expect(refused).toMatchObject({
    status: 400,
    msg: expect.stringContaining("there is no account 'nobody'"),
  });
});

test("without the token it is refused, and the error does not show what was sent as one", async () => {
  const control = new ControlClient({ baseUrl: venue.controlUrl, token: "some-token" });
  const refused = (await control.call("GET status").catch((error: unknown) => error)) as VenueError;
  expect(refused.status).toBe(401);
  expect(JSON.stringify({ ...refused, text: String(refused) })).not.toContain("some-token");
});
