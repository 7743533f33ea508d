import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { masterKeyOf } from "../../src/assembly/venue/credentials.ts";
import { systemRng } from "../../src/kernel/host/rng.ts";
import { Vault } from "../../src/service/gateway/auth/vault.ts";
import { linkOf } from "../../src/service/gateway/contest/keyLink.ts";
import { outcry, told } from "../cli/inProcess.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import { Client, look } from "./client.ts";
import { slowClock, slowTime } from "./slowTime.ts";
import { venueOfFile } from "./venueOfTest.ts";

/** A contest from its files to its signed results, as an organiser and three teams meet it. */

const START = Date.UTC(2026, 0, 1);
const BEGUN = Date.now();
const now = () => slowTime(BEGUN);
const MINUTE = 60_000;
const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();
const rules = {
  name: "cup",
  title: "The cup",
  practice: { start: at(10), end: at(15) },
  start: at(20),
  end: at(30),
  contracts: ["cmt_btcusdt"],
  balance: "10000",
  leverageMax: 25,
  limits: { ordersPerMinute: 30 },
  operations: ["orders", "leverage"],
  score: { return: 1, volume: 0.001 },
  liquidated: "last",
};

const data = directoryOfFile();
const folder = directoryOfFile();
const teams: Record<string, Client> = {};

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

const ask = (line: string, ...words: readonly string[]): Promise<Json> =>
  told(`contest ${line}`, ...words, "--data", data);

async function until(minutes: number): Promise<void> {
  await venue.step(START + minutes * MINUTE - venue.clock.now());
}

const board = async (): Promise<Json> => (await look(venue.baseUrl, "leaderboard?points=3")).body;
const placesOf = (teams: Json): Json => teams.map(({ rank, team, title }: Json) => [rank, team, title]);

const order = { symbol: "cmt_btcusdt", order_type: "0", match_price: "0", size: "0.01" };

tellInOrder();
const venue = await venueOfFile({
  data,
  prices: { btc: 60_000 },
  clock: START,
  hostClock: slowClock(BEGUN),
  limits: "published",
  accounts: [{ name: "house" }],
  leaderboard: "public",
});
writeFileSync(join(folder, "cup.json"), JSON.stringify(rules));
writeFileSync(join(folder, "teams.csv"), 'team,title\nblue,"Blue, and bold"\nred\ngreen,Green\n');

test("a file with mistakes is refused with path, value and rule of each, and nothing is made", async () => {
  const wrong = {
    ...rules,
    balance: "-1",
    start: "tomorrow",
    contracts: ["cmt_nousdt"],
    score: { luck: 1 },
    end: "2026-02-31T00:00:00Z",
  };
  writeFileSync(join(folder, "wrong.json"), JSON.stringify({ ...wrong, score: "return" }));
  const files = [join(folder, "wrong.json"), join(folder, "teams.csv")];
  const refused = await outcry("contest create", ...files, "--data", data);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    'start must be a whole minute with its offset, such as 2026-12-04T18:00:00Z, got "tomorrow"',
  );
  expect(refused.stderr).toContain("end must be a whole minute with its offset");
  expect(refused.stderr).toContain("contracts.0 must be a contract of the venue (cmt_btcusdt, ");
  expect(refused.stderr).toContain("balance must be a decimal above 0");
  writeFileSync(join(folder, "wrong.json"), JSON.stringify(wrong));
  const again = await outcry("contest create", ...files, "--data", data);
  expect(again.stderr).toContain("score");
  expect(await ask("list")).toEqual([]);
});

test("it is created with frozen accounts, and keys in files of their own that nobody else reads", async () => {
  const made = await ask("create", join(folder, "cup.json"), join(folder, "teams.csv"));
  expect(made).toMatchObject({ name: "cup", phase: "before", leverageMax: 25, liquidated: "last" });
  expect(made.teams.map(({ team, title }: Json) => [team, title])).toEqual([
    ["blue", "Blue, and bold"],
    ["red", "red"],
    ["green", "Green"],
  ]);
  const out = join(folder, "keys");
  expect(await ask("keys cup --out", out)).toHaveLength(6);
  expect(readdirSync(out).sort()).toEqual(
    ["blue", "red", "green"].flatMap((team) => [`${team}.json`, `${team}.practice.json`]).sort(),
  );
  for (const file of readdirSync(out)) {
    const { mode } = statSync(join(out, file));
    expect(mode & 0o077).toBe(0);
    const key = JSON.parse(readFileSync(join(out, file), "utf8"));
    teams[file.replace(".json", "")] = new Client(venue.baseUrl, key, now);
  }
  const { contest, teams: shown } = await board();
  expect(contest).toEqual({ name: "cup", title: "The cup", phase: "before", leftMs: 10 * MINUTE });
  expect(placesOf(shown)).toEqual([
    [null, "blue", "Blue, and bold"],
    [null, "green", "Green"],
    [null, "red", "red"],
  ]);
  expect(shown[0]).toMatchObject({ equity: "10000", score: "0" });
  const early = await teams["blue"]!.post("order/placeOrder", { ...order, type: "1", price: "50000" });
  expect(early.body).toMatchObject({ code: "40013" });
});

test("no key is made whose file is there already; of one that cannot be written it is said how it is disabled", async () => {
  const keys = async () => {
    const { stdout, stderr, code } = await outcry("key list green --data", data, "--json");
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as Json[]).map(({ apiKey }) => apiKey as string);
  };
  const before = await keys();
  const out = join(folder, "keys");
  const again = await outcry("contest keys cup --out", out, "--data", data);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("no key was made") });
  for (const file of readdirSync(out)) expect(again.stderr).toContain(join(out, file));
  const notThere = await outcry("contest keys cup --out", join(out, "red.json"), "--data", data);
  expect(notThere).toMatchObject({ code: 2, stderr: expect.stringContaining("--out") });
  expect(await keys()).toEqual(before);
  const half = join(folder, "half");
  mkdirSync(half);
  symlinkSync(join(folder, "nowhere"), join(half, "green.json"));
  const words = ["keys", "cup", "--team", "green", "--out", half, "--data", data];
  const { code, stdout, stderr } = await outcry("contest", ...words);
  const [made] = (await keys()).filter((key) => !before.includes(key));
  expect(code).toBe(1);
  expect(stdout).toContain("green.practice.json");
  expect(stderr).toContain(`key disable ${made}`);
  expect((await outcry("key disable", made!, "--data", data)).code).toBe(0);
});

test("the venue lets teams in and freezes them at the times of the file", async () => {
  const buy = { ...order, type: "1", price: "50000" };
  await until(10);
  expect((await teams["blue.practice"]!.post("order/placeOrder", buy)).status).toBe(200);
  expect((await teams["blue"]!.post("order/placeOrder", buy)).body).toMatchObject({ code: "40013" });
  await until(15);
  expect((await teams["blue.practice"]!.post("order/placeOrder", buy)).body).toMatchObject({ code: "40013" });
  expect((await teams["blue.practice"]!.get("order/current?symbol=cmt_btcusdt")).body).toEqual([]);
  await until(20);
  expect((await ask("show cup")).phase).toBe("running");
});

test("what the rules do not allow is refused in words", async () => {
  const blue = teams["blue"]!;
  const trigger = { match_type: "1", execute_price: "0", trigger_price: "70000", client_oid: "plan" };
  const plan = { symbol: order.symbol, size: "0.01", type: "1", ...trigger };
  const other = { ...order, symbol: "cmt_ethusdt", type: "1", price: "3000", size: "0.1" };
  const leverage = { symbol: order.symbol, marginMode: 1, longLeverage: "50", shortLeverage: "50" };
  for (const [path, body, says] of [
    ["order/plan_order", plan, "in the contest cup teams do not ask for triggers: only for orders, leverage"],
    ["order/placeOrder", other, "in the contest cup teams trade cmt_btcusdt, not cmt_ethusdt"],
    ["account/leverage", leverage, "the leverage is at most 25, got 50"],
  ] as const)
    expect((await blue.post(path, body)).body.msg).toContain(says);
});

test("a hall that shares one address has no budget by address", async () => {
  const url = `${venue.baseUrl}/capi/v2/market/tickers`;
  const replies = await Promise.all(Array.from({ length: 60 }, () => fetch(url)));
  const weights = 60 * 40; // more than an address has in ten seconds
  expect(weights).toBeGreaterThan(1_000);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

test("two teams that pass value to each other are found: what one gains against the index the other loses, fees apart", async () => {
  const [blue, red, green] = [teams["blue"]!, teams["red"]!, teams["green"]!];
  const gift = { ...order, size: "0.1" };
  const priced = await outcry("price set btc=60000 --data", data);
  expect(priced.code, priced.stderr).toBe(0);
  // Red sells 0.1 at 59 500 what is worth 60 000: fifty for blue.
  expect((await blue.post("order/placeOrder", { ...gift, type: "1", price: "59500" })).status).toBe(200);
  expect((await red.post("order/placeOrder", { ...gift, type: "2", price: "59500" })).status).toBe(200);
  // Green trades with blue at the index.
  expect((await green.post("order/placeOrder", { ...order, type: "2", price: "60000" })).status).toBe(200);
  expect((await blue.post("order/placeOrder", { ...order, type: "1", price: "60000" })).status).toBe(200);
  await until(24);
  const running = await board();
  expect(running.contest).toMatchObject({ phase: "running", leftMs: 6 * MINUTE });
  expect(running.teams.map(({ team, trades }: Json) => [team, trades])).toEqual([
    ["blue", 2],
    ["green", 1],
    ["red", 1],
  ]);
  const { body: own } = await blue.get(`account/performance?startTime=${START + 20 * MINUTE}`);
  expect(running.teams[0]).toMatchObject({
    return: own.return,
    drawdown: own.drawdown.replace(/^(?!0$)/, "-"),
  });
  await until(29.5);
  expect((await outcry("price set btc=60100 --data", data)).code).toBe(0);
  await until(31);
  expect((await ask("show cup")).phase).toBe("ended");
  const { pairs } = await ask("results cup");
  expect(pairs.map(({ a, b, toA, fills }: Json) => [a, b, toA, fills])).toEqual([
    ["blue", "red", "50", 1],
    ["blue", "green", "0", 1],
  ]);
  expect(Number(pairs[0].feesA)).toBeGreaterThan(0);
});

test("results are signed, and whoever has the journal computes them anew and finds what was changed", async () => {
  const out = join(folder, "published");
  const { standings, contest, indexes, origins, acts } = await ask("results cup --out", out);
  expect(indexes).toEqual({ cmt_btcusdt: 60_100_000 });
  expect(Number(standings[0].equity)).toBeCloseTo(
    10_000 + 0.1 * 600 + 0.01 * 100 - Number(standings[0].fees),
    8,
  );
  expect(standings.map(({ team, rank }: Json) => [rank, team])).toEqual([
    [1, "blue"],
    [2, "green"],
    [3, "red"],
  ]);
  const { contest: over, teams: shown } = await board();
  expect(over).toMatchObject({ phase: "ended", leftMs: 0 });
  expect(placesOf(shown)).toEqual(placesOf(standings));
  expect(shown.map(({ equity }: Json) => equity)).toEqual(standings.map(({ equity }: Json) => equity));
  const { fees } = standings[0];
  // Fifty of red's, and the index rose by 100 with 0.11 held.
  expect(origins[0]).toMatchObject({ team: "blue", teams: "50", others: "0", fund: "0", market: "11", fees });
  expect(acts).toEqual([]);
  const file = join(out, "cup.results.json");
  const verified = await outcry(
    "contest verify",
    join(out, "journal"),
    file,
    "--key",
    contest.publicKey,
    "--json",
  );
  expect(verified.stderr).toBe("");
  expect(verified.json()).toMatchObject({ signed: true, differences: [] });

  const text = readFileSync(file, "utf8");
  const [blue] = standings;
  writeFileSync(file, text.replace(`"equity": "${blue.equity}"`, `"equity": "${blue.equity}1"`));
  const changed = await outcry("contest verify", join(out, "journal"), file, "--json");
  expect(changed.code).toBe(1);
  expect(changed.json()).toMatchObject({ signed: false, differences: [{ path: "standings.0.equity" }] });
  writeFileSync(file, text);

  const segment = join(out, "journal", readdirSync(join(out, "journal")).sort()[0]!);
  const bytes = readFileSync(segment);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(segment, bytes);
  const damaged = await outcry("contest verify", join(out, "journal"), file);
  expect(damaged.code).not.toBe(0);
  expect(damaged.stderr).toMatch(/damaged|other events|differ/);
});

test("nothing that is published holds a secret", async () => {
  const secrets = [
    venue.adminToken,
    ...Object.values(teams).flatMap(({ key }) => [key.secret, key.passphrase]),
  ];
  expect(secrets).toHaveLength(13);
  for (const name of readdirSync(join(folder, "published"), { recursive: true, encoding: "utf8" })) {
    const path = join(folder, "published", name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    for (const secret of secrets) expect(bytes.includes(secret), name).toBe(false);
  }
});

test("a link makes one key, once, and a wrong one none", async () => {
  const links = await ask("keys cup --team green --links");
  const { link } = links.find(({ round }: Json) => round === "contest");
  const token = new URL(link).hash.slice(1);
  const redeem = async (body: string) => {
    const response = await fetch(`${venue.baseUrl}/key`, {
      method: "POST",
      body,
      headers: { "content-type": "application/octet-stream" },
    });
    return { status: response.status, ...((await response.json()) as Json) };
  };
  expect((await fetch(link)).headers.get("content-security-policy")).toContain("default-src 'none'");
  const made = await redeem(token);
  expect(made).toMatchObject({ status: 200, label: "green contest" });
  expect((await new Client(venue.baseUrl, made, now).get("account/assets")).status).toBe(200);
  const used = "this link was used already: ask for another one";
  expect(await redeem(token)).toMatchObject({ status: 410, msg: used });
  const vault = new Vault(await masterKeyOf(data, undefined, systemRng), systemRng);
  const past = { account: "green", label: "green contest", expires: now() - MINUTE };
  const old = linkOf({ vault, rng: systemRng }, past);
  const expired = { status: 410, msg: "this link has expired: ask for another one" };
  expect(await redeem(old.slice(old.indexOf("#") + 1))).toMatchObject(expired);
  for (let i = 0; i < 20; i++) expect((await redeem(`${token.slice(0, -4)}AAAA`)).status).toBe(404);
  expect((await redeem("nothing")).status).toBe(429);
});

test("moments that have not come can be moved, those that have stay, and the rounds stay in their order", async () => {
  const practice = { start: at(60), end: at(70) };
  const later = { ...rules, name: "later", practice, start: at(80), end: at(90), book: "house" };
  writeFileSync(join(folder, "later.json"), JSON.stringify(later));
  writeFileSync(join(folder, "later.csv"), "one\nother\n");
  const made = await ask("create", join(folder, "later.json"), join(folder, "later.csv"));
  expect(await ask("list")).toMatchObject([
    { name: "cup", phase: "ended" },
    { name: "later", phase: "before", teams: 2 },
  ]);
  expect((await ask("practice later")).phase).toBe("practice");
  const stays = await outcry(`contest practice later --at ${START + 65 * MINUTE} --data`, data);
  expect(stays.stderr).toContain("and stays");
  const early = await outcry(`contest end later --at ${START + 75 * MINUTE} --data`, data);
  expect(early.stderr).toContain("the rounds must stay one after the other");
  expect(await ask(`end later --at ${START + 85 * MINUTE}`)).toMatchObject({ end: START + 85 * MINUTE });
  expect(await ask(`start later --at ${START + 72 * MINUTE}`)).toMatchObject({ start: START + 72 * MINUTE });
  expect(made.teams.map(({ team }: Json) => team)).toEqual(["one", "other"]);
});

test("under a book of the house teams never meet each other, and trade with everybody else", async () => {
  const keys = await ask("keys later --out", join(folder, "later"));
  const [one, other] = ["one", "other"].map((team) => {
    const { file } = keys.find((each: Json) => each.team === team && each.round === "contest");
    return new Client(venue.baseUrl, JSON.parse(readFileSync(file, "utf8")), now);
  }) as [Client, Client];
  await until(72);
  const house = new Client(venue.baseUrl, venue.accounts[0]!, now);
  for (const client of [one, house])
    expect((await client.post("order/placeOrder", { ...order, type: "2", price: "60100" })).status).toBe(200);
  const bought = await other.post("order/placeOrder", { ...order, size: "0.02", type: "1", price: "60100" });
  expect(bought.status).toBe(200);
  const { body } = await other.get(`order/detail?orderId=${bought.body.order_id}`);
  expect(body).toMatchObject({ filled_qty: "0.0100", status: "canceled" });
  await until(86);
  const { pairs, standings } = await ask("results later");
  expect(pairs).toEqual([]);
  expect(standings.map(({ team, traded }: Json) => [team, traded])).toEqual(
    expect.arrayContaining([
      ["one", "0"],
      ["other", "601"],
    ]),
  );
});
