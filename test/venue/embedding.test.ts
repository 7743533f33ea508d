import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { freePort } from "../host/freePort.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** What a test suite relies on that has a venue inside. */

const SYMBOL = "cmt_btcusdt";
const buy = { symbol: SYMBOL, size: "0.1", type: "1", order_type: "0", match_price: "0", price: "60000" };

test("several venues in one process know nothing of each other", async () => {
  const venues = await Promise.all([1, 2, 3].map((seed) => venueOfTest({ seed })));
  expect(new Set(venues.map(({ port }) => port)).size).toBe(3);
  const clients = venues.map(({ baseUrl, accounts }) => new Client(baseUrl, accounts[0]!));
  expect((await clients[0]!.post("order/placeOrder", buy)).status).toBe(200);
  await venues[1]!.step(60_000);
  const orders = await Promise.all(clients.map((client) => client.get("order/current")));
  expect(orders.map(({ body }) => body.length)).toEqual([1, 0, 0]);
  const [first, second, third] = venues.map(({ clock }) => clock.now());
  expect([second! - first!, third! - first!]).toEqual([60_000, 0]);
  const stranger = new Client(venues[1]!.baseUrl, venues[0]!.accounts[0]!);
  expect((await stranger.get("account/assets")).body.code).toBe("40006");
  await venues[0]!.stop();
  expect((await clients[1]!.get("account/assets")).status).toBe(200);
});

test("settle: what was submitted is durable and in history", async () => {
  const venue = await venueOfTest({ market: "simulated" });
  const submitted = venue.step(10_000);
  await venue.settle();
  await submitted;
  await venue.settle();
  expect(venue.engine.headSeq).toBe(venue.engine.durableSeq);
  expect(venue.history.appliedSeq).toBe(venue.engine.durableSeq);
});

test("the given strings of a key are kept as they are", async () => {
  const key = { apiKey: "my-bot", secret: "its secret", passphrase: "itspass" };
  const { baseUrl, accounts } = await venueOfTest({ accounts: [{ name: "bot", balance: "123.45", ...key }] });
  expect(accounts).toEqual([{ name: "bot", ...key }]);
  const { body } = await new Client(baseUrl, key).get("account/assets");
  expect(body).toMatchObject([{ coinName: "USDT", available: "123.45", equity: "123.45" }]);
});

test("prices by coin, and refused where there is no such coin", async () => {
  const { baseUrl } = await venueOfTest({ prices: { btc: 12_345.6, cmt_ethusdt: 99.99 } });
  expect((await look(baseUrl, `index?symbol=${SYMBOL}`)).body.index).toBe("12345.600");
  expect((await look(baseUrl, "index?symbol=cmt_ethusdt")).body.index).toBe("99.9900");
  await expect(startVenue({ prices: { nocoin: 1 } })).rejects.toThrow("price nocoin: must name one of BTC");
});

test("stop: the port is free, a second stop is the first, nothing is taken any more", async () => {
  const venue = await venueOfTest({ port: await freePort() });
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  expect((await client.post("order/placeOrder", buy)).status).toBe(200);
  await Promise.all([venue.stop(), venue.stop()]);
  await venue.stop();
  await expect(client.get("account/assets")).rejects.toThrow();
  await expect(venue.engine.submit({ type: "advanceTime" })).rejects.toThrow("the market has stopped");
  const server = createServer();
  server.listen(venue.port, "127.0.0.1");
  await once(server, "listening");
  server.close();
});

test("stop answers what is under way", async () => {
  const venue = await venueOfTest();
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  await client.get("account/assets");
  const asked = Array.from({ length: 20 }, (_, i) =>
    client.post("order/placeOrder", { ...buy, client_oid: `c${i}` }),
  );
  const first = await Promise.race(asked);
  await venue.stop();
  const answers = await Promise.allSettled(asked);
  for (const answer of answers)
    if (answer.status === "fulfilled") expect([200, 503]).toContain(answer.value.status);
  expect(first.status).toBe(200);
});

test("a data directory: one venue at a time, and the next finds everything", async () => {
  const data = temporaryDirectory();
  const first = await venueOfTest({ data });
  await expect(startVenue({ data })).rejects.toThrow(/in use|locked|another/i);
  const { body } = await new Client(first.baseUrl, first.accounts[0]!).post("order/placeOrder", buy);
  await first.stop();
  const second = await venueOfTest({ data });
  expect(second.accounts).toEqual(first.accounts);
  expect(second.adminToken).toBe(first.adminToken);
  expect(second.recovery).toMatchObject({ commands: 0 }); // a clean stop leaves nothing to replay
  const client = new Client(second.baseUrl, second.accounts[0]!);
  expect((await client.get("order/current")).body).toMatchObject([{ order_id: body.order_id }]);
});

test("a start that fails lets everything go", async () => {
  const data = temporaryDirectory();
  const { port } = await venueOfTest();
  await expect(startVenue({ data, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  const venue = await venueOfTest({ data });
  expect((await fetch(`${venue.baseUrl}/health`)).status).toBe(200);
});

test.each([["in memory"], ["on disk"]])(
  "a program that stops its venues ends by itself: %s",
  async (where) => {
    const args = where === "on disk" ? [temporaryDirectory()] : [];
    const child = spawn(process.execPath, [join(import.meta.dirname, "embeddingChild.ts"), ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    let said = "";
    child.stdout.on("data", (bytes) => {
      said += bytes;
    });
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(said).toBe("stopped\n");
  },
);
