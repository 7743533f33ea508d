import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { ControlClient, VenueError } from "../../src/interface/client/index.ts";
import { EXPORTED } from "../../src/service/gateway/export/exported.ts";
import { FILE_FORMATS } from "../../src/service/gateway/export/files.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { LIMIT } from "./limitOrder.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** What control sends as a file is, byte for byte, what `outcry export` writes of the same data directory. */

const NAMES = ["demo-1", "demo-2", "team-a", "team-b", "idle"];

async function open(data: string): Promise<Venue> {
  const accounts = NAMES.map((name) => ({ name, balance: "100000" }));
  const venue = await venueOfTest({
    data,
    accounts,
    prices: { btc: 60_000 },
    clock: "test",
    requests: "all",
  });
  return venue;
}

/** Trades, refusals, cancels, and two minutes that end. */
async function happen(venue: Venue): Promise<void> {
  const clients = venue.accounts.map((account) => new Client(venue.baseUrl, account));
  let orders = 0;
  const place = (who: number, type: string, price: string, size = "0.01") =>
    clients[who]!.post("order/placeOrder", { ...LIMIT, client_oid: `x-${++orders}`, size, type, price });
  for (const [a, b] of [
    [0, 1],
    [2, 3],
    [3, 0],
  ] as const) {
    await place(a, "1", "60000");
    await place(b, "2", "60000", "0.02");
    await place(a, "1", "59000", "1000000");
    await place(a, "1", "58000");
    await clients[b]!.post("order/cancelAllOrders", { cancelOrderType: "normal" });
    await venue.step(61_000);
  }
  await venue.settle();
}

const controlOf = ({ controlUrl, adminToken }: Venue) =>
  new ControlClient({ baseUrl: controlUrl, token: adminToken });

type Asked = Parameters<ControlClient["file"]>[1];

async function sent(venue: Venue, asked: Asked): Promise<Buffer> {
  const response = await controlOf(venue).file("GET accounts/export", asked);
  return Buffer.from(await response.arrayBuffer());
}

/** Resolves once the request log's files hold what its memory holds. */
async function requestsWritten(venue: Venue, data: string): Promise<void> {
  const { entries } = await controlOf(venue).call("GET requests", { limit: 10_000 });
  const last = `"id":${entries.at(-1)!.id},`;
  await expect
    .poll(async () => (await outcry("export", "requests", "--format", "ndjson", "--data", data)).stdout)
    .toContain(last);
}

describe("what control sends", () => {
  test("is what the command line writes: lists, forms, accounts, spans", async () => {
    const data = temporaryDirectory();
    const venue = await open(data);
    await happen(venue);
    await requestsWritten(venue, data);
    const time = venue.engine.now();
    const written = async ({ what, format, accounts, from, to }: Asked) => {
      const given = { "--format": format, "--account": accounts, "--from": from, "--to": to };
      const options = Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [name, String(value)],
      );
      const { code, bytes, stderr } = await outcry("export", what, ...options, "--data", data);
      expect(code, stderr).toBe(0);
      return Buffer.from(bytes);
    };
    const some = fc
      .subarray([...NAMES, "team-*", "*-2", "*", "2", "fees", "insurance*", "4"], { minLength: 1 })
      .map((each) => each.join(","));
    const moment = fc.option(fc.integer({ min: time - 200_000, max: time }), { nil: undefined });
    for (const what of EXPORTED) {
      const whole = await sent(venue, { what, format: "ndjson" });
      expect(whole.toString().split("\n").length, what).toBeGreaterThan(6);
      expect(whole.equals(await written({ what, format: "ndjson" })), what).toBe(true);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...EXPORTED),
        fc.constantFrom(...FILE_FORMATS),
        fc.option(some, { nil: undefined }),
        fc.tuple(moment, moment),
        async (what, format, accounts, [from, to]) => {
          const asked = { what, format, accounts, from, to } as Asked;
          const file = await sent(venue, asked);
          expect(file.equals(await written(asked)), JSON.stringify(asked)).toBe(true);
        },
      ),
      { numRuns: 12 },
    );
  });

  test("of a venue in memory is the same as of one on files", async () => {
    const [onFiles, inMemory] = [await open(temporaryDirectory()), await open("memory")];
    for (const venue of [onFiles, inMemory]) await happen(venue);
    for (const what of ["orders", "fills", "ledger", "equity"] as const) {
      const [one, other] = [await sent(onFiles, { what }), await sent(inMemory, { what })];
      expect(one.toString().split("\n").length, what).toBeGreaterThan(6);
      expect(other.toString(), what).toBe(one.toString());
    }
    const requests = (await sent(inMemory, { what: "requests", accounts: "team-a" })).toString().split("\n");
    expect(requests.length).toBeGreaterThan(4);
    expect(requests.slice(1, -1).every((line) => line.includes(",team-a,"))).toBe(true);
  });

  test("has what was acknowledged before, as a file with a name and a type", async () => {
    const venue = await open(temporaryDirectory());
    const control = controlOf(venue);
    await control.call("POST money/deposit", { account: "idle", amount: "0.00000001" });
    const response = await control.file("GET accounts/export", { what: "ledger", accounts: "id*" });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="ledger.csv"');
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await response.text()).split("\n");
    expect(lines.at(-2)).toMatch(/,idle,shared,,USDT,deposit,,0\.00000001,100000\.00000001,0$/);
  });

  test("is refused in words: an account, a pattern, a list or a form that there is not", async () => {
    const venue = await open("memory");
    const refusals: readonly (readonly [object, RegExp])[] = [
      [{ what: "fills", accounts: "demo-1,nobody" }, /accounts.*there is no account 'nobody'/],
      [{ what: "fills", accounts: "z-*" }, /accounts.*no account is like 'z-\*'/],
      [{ what: "fills", accounts: "demo-1," }, /accounts.*there is no account ''/],
      [{ what: "wishes" }, /what.*'wishes'/],
      [{ what: "fills", format: "xlsx" }, /format.*'xlsx'/],
      [{ what: "fills", from: "soon" }, /from.*'soon'/],
      [{}, /what/],
    ];
    for (const [asked, why] of refusals) {
      const error = await controlOf(venue)
        .file("GET accounts/export", asked as Asked)
        .catch((refused: unknown) => refused);
      expect(error, JSON.stringify(asked)).toBeInstanceOf(VenueError);
      expect(error).toMatchObject({ status: 400, msg: expect.stringMatching(why) });
      expect(JSON.stringify((error as VenueError).request)).not.toContain(venue.adminToken);
    }
  });
});
