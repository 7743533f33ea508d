import { get } from "node:http";
import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Client } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** Dialects that are switched off are answered with 404 and the option that says so; the others go on. */

type Dialect = NonNullable<VenueOptions["dialects"]>[number];

interface Addresses {
  /** Of an operation without a key, and of one that there is not. */
  readonly rest: readonly string[];
  readonly sockets: readonly string[];
  readonly pages: readonly string[];
}

const ADDRESSES: Readonly<Record<Dialect, Addresses>> = {
  v2: {
    rest: ["/capi/v2/market/time", "/capi/v2/nothing"],
    sockets: ["/v2/ws/public", "/v2/ws/private"],
    pages: ["/", "/leaderboard"],
  },
  v3: {
    rest: ["/capi/v3/market/time", "/api/v3/time", "/capi/v3/nothing"],
    sockets: ["/v3/ws/public", "/v3/ws/private"],
    pages: [],
  },
  fapi: {
    rest: ["/fapi/v1/time", "/futures/data/basis", "/fapi/v1/nothing"],
    sockets: ["/ws", "/ws/btcusdt@trade", "/stream", "/private/stream"],
    pages: [],
  },
};
const DIALECTS = Object.keys(ADDRESSES) as readonly Dialect[];

function started(dialects: readonly Dialect[]): Promise<Venue> {
  return venueOfTest({ dialects, accounts: [{ name: "alice" }] });
}

async function asked(venue: Venue, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(venue.baseUrl + path);
  return { status: answer.status, text: await answer.text() };
}

/** The status that a handshake gets. */
function shaken({ baseUrl }: Venue, path: string): Promise<number> {
  const headers = {
    ...{ connection: "Upgrade", upgrade: "websocket", "user-agent": "test" },
    ...{ "sec-websocket-version": "13", "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==" },
  };
  return new Promise((resolve, reject) => {
    get(baseUrl + path, { headers }, (answer) => resolve(answer.resume().statusCode!))
      .on("upgrade", (_, socket) => {
        socket.destroy();
        resolve(101);
      })
      .on("error", reject);
  });
}

test.each(DIALECTS)("%s switched off is refused wherever it is, in its own words", async (off) => {
  const others = DIALECTS.filter((each) => each !== off);
  const venue = await started(others);
  const said = `this venue does not serve ${off}, it was started with --dialects ${others.join(",")}`;
  const { rest, sockets, pages } = ADDRESSES[off];
  for (const path of [...rest, ...sockets, ...pages]) {
    const { status, text } = await asked(venue, path);
    expect([path, status, text]).toEqual([path, 404, expect.stringContaining(said)]);
    expect(text).not.toContain("served are");
  }
  for (const path of sockets) expect([path, await shaken(venue, path)]).toEqual([path, 404]);
  const document = (await asked(venue, "/openapi.json")).text;
  expect(DIALECTS.filter((each) => document.includes(`"${ADDRESSES[each].rest[0]}"`))).toEqual(others);
  expect((await asked(venue, "/asyncapi.json")).text).not.toContain(`"${sockets[0]}"`);
});

test.each(DIALECTS)("%s alone is whole: public operations, signed ones, sockets", async (only) => {
  const venue = await started([only]);
  for (const dialect of DIALECTS) {
    const { rest, sockets } = ADDRESSES[dialect];
    const isServed = dialect === only;
    expect([dialect, (await asked(venue, rest[0]!)).status]).toEqual([dialect, isServed ? 200 : 404]);
    expect([dialect, await shaken(venue, sockets[0]!)]).toEqual([dialect, isServed ? 101 : 404]);
  }
  const alice = new Client(venue.baseUrl, venue.accounts[0]!);
  const replies = {
    v2: () => alice.get("/capi/v2/account/accounts"),
    v3: () => alice.get("/capi/v3/account/balance"),
    fapi: () => alice.get("/fapi/v3/balance"),
  };
  for (const dialect of DIALECTS)
    expect([dialect, (await replies[dialect]()).status]).toEqual([dialect, dialect === only ? 200 : 404]);
  expect((await asked(venue, "/health")).status).toBe(200);
  expect((await asked(venue, "/docs/sockets")).status).toBe(200);
});

test("accounts by invitation need the page that speaks V2", async () => {
  await expect(startVenue({ dialects: ["v3"], selfService: true })).rejects.toThrow(
    "leave out --self-service, or name v2 among --dialects",
  );
});
