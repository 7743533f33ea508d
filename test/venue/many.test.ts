import { beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Listener, signed } from "../sockets/listener.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import { placeFor } from "./placeLimit.ts";
import { venueOfTest, venueOnDisk } from "./venueOfTest.ts";

/**
 * Many accounts at once, over control and on the command line: one command of the journal, one record of who
 * did it, all or none.
 */

const TEAMS = Array.from({ length: 200 }, (_, i) => `team-${i + 1}`);

async function venueOf(): Promise<Venue> {
  const venue = await venueOfTest({ prices: { btc: 60_000 } });
  const before = venue.engine.headSeq;
  const { status, body } = await control(venue, "accounts/many/open", { names: TEAMS, balance: "10000.5" });
  expect([status, body.length, venue.engine.headSeq]).toEqual([200, 200, before + 1]);
  return venue;
}

const change = (venue: Venue, body: object) => control(venue, "accounts/many/change", body);
const list = async (venue: Venue, match: string) =>
  (await control(venue, `accounts?money=true&match=${encodeURIComponent(match)}`)).body;

const place = (client: Client, client_oid: string, type: string, price: string) =>
  placeFor(client, { client_oid, type, price });

async function clientOf(venue: Venue, account: string): Promise<Client> {
  return new Client(venue.baseUrl, (await control(venue, "keys/create", { account })).body);
}

test("two hundred accounts are opened and reset with a command each, and the record has one entry", async () => {
  const venue = await venueOf();
  const [one, two, house] = await Promise.all(
    ["team-1", "team-200", "demo-1"].map((name) => clientOf(venue, name)),
  );
  await place(house!, "ask", "2", "60000");
  await place(house!, "bid", "1", "59900");
  await place(one!, "takes", "1", "60000");
  await place(two!, "rests", "1", "50000");
  const before = venue.engine.headSeq;
  const { body } = await change(venue, { change: "reset", accounts: ["team-*"] });
  expect(venue.engine.headSeq).toBe(before + 1);
  expect(body).toHaveLength(200);
  for (const { wallet, positions } of body) expect([wallet, positions]).toEqual(["10000.5", 0]);
  expect((await two!.get("order/current?symbol=cmt_btcusdt")).body).toEqual([]);
  const { entries } = (await control(venue, `journal?after=${before}&limit=10`)).body;
  expect(entries).toMatchObject([{ command: "changeAccounts", by: "admin", outcome: "done" }]);
  venue.engine.audit();
});

test("what their owners are told is pushed to them, and kept for them alone", async () => {
  const data = temporaryDirectory();
  const first = await venueOfTest({ data, prices: { btc: 60_000 } });
  await control(first, "accounts/many/open", { names: ["team-1", "team-2", "other"] });
  const keys = await Promise.all(
    ["team-1", "other"].map(async (account) => (await control(first, "keys/create", { account })).body),
  );
  const ears = await Promise.all(
    keys.map((key) => Listener.open(`${first.wsUrl}/v2/ws/private`, signed(key))),
  );
  for (const ear of ears) await ear.subscribe("messages");
  const before = first.engine.headSeq;
  const text = "Der Markt öffnet um 12:00 \u{1f514}";
  const { status, body } = await control(first, "accounts/many/message", { accounts: ["team-*"], text });
  expect([status, body]).toEqual([200, expect.objectContaining({ message: 1, text })]);
  expect(body.accounts).toHaveLength(2);
  expect(first.engine.headSeq).toBe(before + 1);
  await control(first, "accounts/many/message", { accounts: ["other"], text: "alone" });
  const told = await Promise.all(ears.map((ear) => ear.find(({ event }) => event === "payload")));
  expect(told.map(({ msg }) => [msg.msgEvent, msg.data.message])).toEqual([
    ["MessageUpdate", [{ id: "1", text, createdTime: String(body.time) }]],
    ["MessageUpdate", [expect.objectContaining({ id: "2", text: "alone" })]],
  ]);
  await Promise.all(ears.map((ear) => ear.close()));
  await first.stop();

  const second = await venueOfTest({ data, prices: { btc: 60_000 } });
  const [team, other] = keys.map((key) => new Client(second.baseUrl, key));
  expect((await team!.get("account/messages")).body).toEqual([{ id: 1, time: body.time, text }]);
  expect((await team!.get("account/messages?after=1")).body).toEqual([]);
  expect((await other!.get("account/messages")).body).toMatchObject([{ id: 2, text: "alone" }]);
  const { json } = await outcry("messages", "--data", data, "--json");
  expect(json()).toMatchObject([{ message: 1 }, { message: 2, text: "alone" }]);
});

describe("all or none", () => {
  let venue: Venue;
  beforeAll(async () => {
    venue = await startVenue({ prices: { btc: 60_000 } });
    await control(venue, "accounts/many/open", { names: ["a-1", "a-2", "b-1"], balance: "100" });
    return () => venue.stop();
  });

  test.each<[string, string, object, RegExp]>([
    [
      "a name that is taken",
      "open",
      { names: ["c-1", "a-2"] },
      /a-2: the name is taken by account \d+: none was changed/,
    ],
    ["a name that none may have", "open", { names: ["c-1", "c 2"] }, /letters, digits/],
    ["a name twice", "open", { names: ["c-1", "c-1"] }, /'c-1' stands there twice/],
    ["no name", "open", { names: [] }, /1 to 1000 of them, got 0/],
    [
      "an account that is not there",
      "change",
      { change: "reset", accounts: ["a-1", "a-9"] },
      /there is no account 'a-9'/,
    ],
    ["a pattern of none", "change", { change: "reset", accounts: ["z-*"] }, /no account is like 'z-\*'/],
    [
      "one of the venue's own",
      "change",
      { change: "reset", accounts: ["a-1", "1"] },
      /is not a user's account/,
    ],
    ["no amount", "change", { change: "fund", accounts: ["a-1"] }, /amount.*this change needs it/],
    [
      "an amount too many",
      "change",
      { change: "reset", accounts: ["a-1"], amount: "1" },
      /amount.*this change takes none/,
    ],
    [
      "too much",
      "change",
      { change: "fund", accounts: ["a-*"], amount: "600000000000" },
      /the venue holds at most/,
    ],
    ["nothing to say", "message", { accounts: ["a-*"], text: "" }, /text/],
    ["too much to say", "message", { accounts: ["a-*"], text: "x".repeat(501) }, /text.*500/],
    ["words to nobody", "message", { accounts: ["a-1", "a-9"], text: "hello" }, /there is no account 'a-9'/],
  ])("%s is refused, and nobody has changed", async (_what, operation, body, why) => {
    const before = await list(venue, "*");
    const answer = await control(venue, `accounts/many/${operation}`, body);
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(why)]);
    expect(await list(venue, "*")).toEqual(before);
    expect((await control(venue, "messages")).body).toEqual([]);
  });

  test("one whose money is on its way out is named", async () => {
    await control(venue, "money/begin", { movement: "withdraw", from: "a-2", amount: "1" });
    const { status, body } = await change(venue, { change: "reset", accounts: ["a-*"] });
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/a-2: .*: none was changed$/)]);
  });
});

test("on the command line: shown first, done with --yes", async () => {
  const { data, venue } = await venueOnDisk();
  const run = async (...words: readonly string[]) => {
    const { code, stderr, json } = await outcry("accounts", ...words, "--data", data, "--json");
    expect(code, stderr).toBe(0);
    return { rows: json(), stderr };
  };
  await run("open", "team-1", "team-2", "other", "--balance", "100");
  const shown = await run("fund", "5", "team-*");
  expect(shown.stderr).toBe("nothing was changed: --yes does it\n");
  expect(shown.rows).toMatchObject([
    { name: "team-1", wallet: "100" },
    { name: "team-2", wallet: "100" },
  ]);
  expect((await run("fund", "5", "team-*", "--yes")).rows).toMatchObject([
    { wallet: "105" },
    { wallet: "105" },
  ]);
  const { rows } = await run("status", "frozen", "team-*", "other", "--yes");
  expect(rows).toMatchObject([{ status: "frozen" }, { status: "frozen" }, { status: "frozen" }]);
  expect((await run("reset", "team-2", "--yes")).rows).toMatchObject([{ name: "team-2", wallet: "100" }]);
  expect((await run("message", "It begins", "team-*", "--yes")).rows).toMatchObject({ text: "It begins" });
  await control(venue, "keys/create", { account: "team-1" });
  expect((await run("disable", "team-*", "--yes")).rows).toHaveLength(2);
  expect((await control(venue, "keys?account=team-1")).body).toMatchObject([{ disabled: true }]);
  expect(await list(venue, "*m-2,oth*")).toMatchObject([
    { name: "team-2" },
    { name: "other", wallet: "100" },
  ]);
});
