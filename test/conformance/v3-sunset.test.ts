import { expect, test } from "vitest";
import { rehearsal } from "../../src/gateway/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import { shakeHands } from "../sockets/rawHandshake.ts";
import { Client } from "../venue/client.ts";

const HOUR = 3_600_000;

test("rehearsing the end of V2: from a moment of market time on it is gone, and V3 goes on", async () => {
  const start = Date.UTC(2026, 0, 1);
  const venue = await startVenue({
    prices: { btc: 60_000 },
    seed: 1,
    sunset: rehearsal(start + HOUR),
    accounts: [{ name: "alice", apiKey: "alice", secret: "secret", passphrase: "pass" }],
  });
  const alice = new Client(venue.baseUrl, venue.accounts[0]!);
  const calls = ["account/assets", "market/time", "nothing"];
  const statuses = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await alice.get(path)).status));
  try {
    expect(venue.clock.now()).toBe(start);
    expect(await statuses(calls)).toEqual([200, 200, 404]);
    const before = await alice.get("account/assets");
    expect(before.headers.get("sunset")).toBe("Thu, 01 Jan 2026 01:00:00 GMT");
    expect(before.headers.get("link")).toContain('</capi/v3/>; rel="successor-version"');

    await venue.step(HOUR);
    expect(await statuses(calls)).toEqual([410, 410, 404]);
    const gone = await alice.post("order/placeOrder", {});
    expect(gone.body).toEqual({
      code: "410",
      msg: "This version of the interface is retired since 2026-01-01T01:00:00.000Z, use /capi/v3/",
      requestTime: start + HOUR,
      data: null,
    });
    const refused = await shakeHands(venue.port, "/v2/ws/public");
    expect(refused).toMatchObject({ type: "answered", status: 410, body: { code: "410" } });
    const accepted = await shakeHands(venue.port, "/v3/ws/public");
    expect(accepted.type).toBe("upgraded");
    if (accepted.type === "upgraded") accepted.socket.destroy();
    const successor = await alice.get("/capi/v3/account/balance");
    expect([successor.status, successor.headers.get("sunset")]).toEqual([200, null]);
  } finally {
    await venue.stop();
  }
});
