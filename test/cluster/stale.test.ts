import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { STALE_AFTER_MS } from "../../src/assembly/venue/options.ts";
import { ContactLost } from "../../src/kernel/journal/fenced/logStore.ts";
import { shakeHands } from "../sockets/rawHandshake.ts";
import { Pushes } from "../venue/pushes.ts";
import { behindProxy, LEASE_MS } from "./nodes.ts";

/** A node that hears neither of the one that leads nor of the log's end says so everywhere. */

async function told({ baseUrl, controlUrl }: Venue) {
  const of = (path: string) => fetch(`${baseUrl}${path}`);
  const [ready, health, ticker] = await Promise.all(
    ["/ready", "/health", "/capi/v2/market/ticker?symbol=cmt_btcusdt"].map(of),
  );
  const metrics = await (await fetch(`${controlUrl}/metrics`)).text();
  const figure = (name: string) =>
    Number(new RegExp(`^outcry_cluster_${name} (\\S+)$`, "m").exec(metrics)?.[1]);
  return {
    ready: [ready!.status, await ready!.json()],
    health: [health!.status, await health!.json()],
    ticker: [ticker!.status, ticker!.headers.get("outcry-stale")],
    metrics: { stale_seconds: figure("stale_seconds"), linked: figure("linked"), lag: figure("lag") },
  };
}

test("cut off from leader and log: /ready is 503, health, headers and metrics say for how long, sockets are closed", async () => {
  const { nodes, way, a, following, clients } = await behindProxy("b", "c");
  const [b, c] = following as [Venue, Venue];
  const fresh = { ready: [200, { status: "ready" }], health: [200, { status: "ok" }], ticker: [200, null] };
  for (const node of [a, b, c]) expect(await told(node)).toMatchObject({ ...fresh, metrics: { linked: 1 } });
  const socket = await new Pushes(b.wsUrl, "/v2/ws/public").subscribe("depth.cmt_btcusdt.15");

  way.cut();
  const usual = nodes.store.way;
  nodes.store.way = (call) => (call.name === "b" ? Promise.reject(new ContactLost("cut")) : usual(call));
  await nodes.clock.advance(STALE_AFTER_MS - 1_000);
  expect(await told(b)).toMatchObject({ ...fresh, metrics: { linked: 0 } });
  await nodes.clock.advance(2_000);
  const stale = await told(b);
  const staleSeconds = expect.toSatisfy((seconds: number) => seconds > STALE_AFTER_MS / 1_000);
  expect(stale).toMatchObject({
    ready: [
      503,
      { status: "stale", staleSeconds, reason: expect.stringContaining("connect to another one") },
    ],
    health: [200, { status: "ok", staleSeconds }],
    metrics: { stale_seconds: staleSeconds, linked: 0 },
  });
  expect(Number(stale.ticker[1])).toBeGreaterThan(STALE_AFTER_MS / 1_000);
  expect(await nodes.passing(socket.closed)).toMatchObject({
    code: 1012,
    reason: expect.stringContaining("hears neither of the node that leads nor of the log's end"),
  });
  expect(await shakeHands(Number(new URL(b.wsUrl).port), "/v2/ws/public")).toMatchObject({ status: 503 });
  // Nobody waits for what cannot come.
  const sentMs = nodes.clock.monotonicMs();
  expect((await nodes.passing(clients[1]!.get("order/current"))).status).toBe(503);
  expect(nodes.clock.monotonicMs() - sentMs).toBeLessThan(LEASE_MS);
  // The others reach the log.
  for (const node of [a, c]) expect(await told(node)).toMatchObject({ ...fresh, metrics: { lag: 0 } });

  nodes.store.way = usual;
  way.mend();
  await nodes.clock.advance(2 * LEASE_MS);
  await nodes.until(() => b.engine.state === "following");
  expect(await told(b)).toMatchObject({ ...fresh, metrics: { linked: 1 } });
});
