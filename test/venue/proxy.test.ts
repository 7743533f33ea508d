import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { shakeHands } from "../sockets/rawHandshake.ts";
import { Client, send } from "./client.ts";
import { operate } from "./control.ts";
import { venueOfFile } from "./venueOfTest.ts";

/** Behind a proxy of the operator's own, which is this machine: what counts is whom the proxy names. */

const LIMITS = {
  name: "small",
  ipWeight: { max: 3, windowMs: 600_000 },
  uidWeight: undefined,
  perOperation: undefined,
  placements: undefined,
  cancels: undefined,
  connections: { max: 2, windowMs: 600_000 },
  loopback: "counted",
} as const;
const [ALICE, BOB] = ["203.0.113.1", "203.0.113.2"] as const;

const proxied: VenueOptions = { proxies: ["127.0.0.1"], limits: LIMITS, requests: "all" };
const venue = await venueOfFile(proxied);

const time = ({ baseUrl }: Venue, client: string) =>
  fetch(`${baseUrl}/capi/v2/market/time`, { headers: { "X-Forwarded-For": client, Connection: "close" } });

test("weights are each client's own, and what a client makes up is nobody's", async () => {
  for (let i = 0; i < 3; i++) expect((await time(venue, ALICE)).status).toBe(200);
  expect((await time(venue, ALICE)).status).toBe(429);
  expect((await time(venue, `${BOB}, ${ALICE}`)).status).toBe(429);
  expect((await time(venue, BOB)).status).toBe(200);
});

test("connections through it are counted where they are upgraded, for the client", async () => {
  const shake = (client: string) => shakeHands(venue.port, "/v2/ws/public", { "X-Forwarded-For": client });
  for (const client of [ALICE, ALICE, BOB]) {
    const outcome = await shake(client);
    expect(outcome.type).toBe("upgraded");
    if (outcome.type === "upgraded") outcome.socket.destroy();
  }
  expect(await shake(ALICE)).toMatchObject({ type: "answered", status: 429 });
});

test("the address list of a key, and the log of requests", async () => {
  const key = { account: "demo-1", label: "office", permissions: ["read"], addresses: [ALICE] };
  const client = new Client(venue.baseUrl, await operate(venue, "keys/create", key));
  const from = (address: string) => {
    const request = client.sign("GET", "/capi/v3/account/balance");
    return send({ ...request, headers: { ...request.headers, "X-Forwarded-For": address } });
  };
  expect((await from(ALICE)).status).toBe(200);
  expect((await from(BOB)).status).not.toBe(200);
  const { entries } = venue.gateway.requestLog.read({ limit: 2 });
  expect(entries.map(({ address }) => address)).toEqual([ALICE, BOB]);
});

test("what the proxy forwards is not control, metrics and the operator's page, which have a loopback port of their own", async () => {
  const { hostname, port } = new URL(venue.controlUrl);
  expect([hostname, port === String(venue.port)]).toEqual(["127.0.0.1", false]);
  const headers = { authorization: `Bearer ${venue.adminToken}` };
  const areMissing = (url: string) =>
    Promise.all(
      ["/control/accounts", "/metrics", "/operator"].map(
        async (path) => (await fetch(url + path, { headers })).status === 404,
      ),
    );
  expect(await areMissing(venue.baseUrl)).toEqual([true, true, true]);
  expect(await areMissing(venue.controlUrl)).toEqual([false, false, false]);
});

test("unless a proxy is named, what is forwarded is not believed", async () => {
  const alone = await startVenue({ limits: { ...LIMITS, connections: undefined } });
  for (const client of [ALICE, BOB, "192.0.2.1"]) expect((await time(alone, client)).status).toBe(200);
  expect((await time(alone, "192.0.2.2")).status).toBe(429);
  await alone.stop();
});
