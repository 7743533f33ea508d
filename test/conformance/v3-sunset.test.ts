import { expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { sunsetRehearsal } from "../../src/service/gateway/index.ts";
import { shakeHands } from "../sockets/rawHandshake.ts";
import { Client } from "../venue/client.ts";
import { Pushes } from "../venue/pushes.ts";
import { keyed } from "./traders.ts";

const HOUR = 3_600_000;
const RETIRED = "This version of the interface is retired since 2026-01-01T01:00:00.000Z, use /capi/v3/";

test("rehearsing the end of V2: from a moment of market time on it is gone, and V3 goes on", async () => {
  const start = Date.UTC(2026, 0, 1);
  const venue = await startVenue({
    prices: { btc: 60_000 },
    seed: 1,
    sunset: sunsetRehearsal(start + HOUR),
    accounts: keyed("alice"),
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

    const [ends, stays] = ["/v2/ws/public", "/v3/ws/public"].map((path) => new Pushes(venue.wsUrl, path)) as [
      Pushes,
      Pushes,
    ];
    await ends.subscribe("ticker.cmt_btcusdt");
    const { paths } = await (await fetch(`${venue.baseUrl}/openapi.json`)).json();
    for (const [path, methods] of Object.entries<Record<string, { deprecated?: boolean }>>(paths))
      for (const { deprecated = false } of Object.values(methods))
        expect([path, deprecated]).toEqual([path, path.startsWith("/capi/v2/")]);

    await venue.step(HOUR);
    const { code, reason } = await ends.closed;
    expect([code, reason]).toEqual([1001, RETIRED]);
    stays.send({ method: "PING", id: 1 });
    await stays.until((each) => each.id === 1);
    stays.close();
    expect(await statuses(calls)).toEqual([410, 410, 404]);
    const gone = await alice.post("order/placeOrder", {});
    expect(gone.body).toEqual({
      code: "410",
      msg: RETIRED,
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
