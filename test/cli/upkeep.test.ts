import { hash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { FileSnapshots } from "../../src/kernel/journal/fileSnapshots.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { placeLimit } from "../venue/placeLimit.ts";
import { venueOfTest, venueOnDisk } from "../venue/venueOfTest.ts";
import { outcry, told } from "./inProcess.ts";

/** What keeps a venue's data in order: start over, save, back up, restore, seal, export, audit. */

function venueOn(data: string): Promise<Venue> {
  return venueOfTest({ data, prices: { btc: 60_000 } });
}

async function trade(venue: Venue): Promise<void> {
  await placeLimit(venue, 0, {});
  await placeLimit(venue, 1, { type: "2" });
  await placeLimit(venue, 0, { price: "59000" });
  await venue.settle();
}

const digestOf = (venue: Venue) => Buffer.from(venue.engine.digest).toString("hex");

describe("reset and states", () => {
  test("online: reset, reset --to, reset --account, state save, load, list", async () => {
    const { data, venue } = await venueOnDisk();
    const fresh = digestOf(venue);
    await trade(venue);
    const traded = digestOf(venue);
    expect(await told("state save traded --data", data)).toMatchObject({ digest: traded });
    expect(await told("state list --data", data)).toMatchObject([{ name: "traded" }]);
    expect(await told("reset --data", data)).toMatchObject({ digest: fresh });
    expect(await told("reset --to traded --data", data)).toMatchObject({ digest: traded });
    expect(await told("state load traded --data", data)).toMatchObject({ digest: traded });
    expect(await told("reset --account demo-1 --data", data)).toMatchObject({ canceledOrders: 1 });
    expect(await outcry("reset --account demo-1 --to traded --data", data)).toMatchObject({ code: 2 });
    expect(await outcry("reset --to never --data", data)).toMatchObject({ code: 1 });
  });

  test("two saves of one name at the same time, and a third: each is done", async () => {
    const { data, venue } = await venueOnDisk();
    await trade(venue);
    const saves = await Promise.all([1, 2, 3].map(() => outcry("state save monday --data", data, "--json")));
    expect(saves.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await venue.states()).map(({ name }) => name)).toEqual(["monday"]);
    expect(await venue.reset({ to: "monday" })).toMatchObject({ seq: saves[2]!.json().seq });
  });

  test("offline: save, load, list; the venue goes on from there", async () => {
    const data = temporaryDirectory();
    const first = await venueOn(data);
    await trade(first);
    await first.stop();
    const saved = await told("state save night --data", data);
    expect(saved).toMatchObject({ seq: first.engine.headSeq, digest: digestOf(first) });
    const second = await venueOn(data);
    await placeLimit(second, 0, { type: "1", price: "58000" });
    await second.stop();
    expect(await told("state list --data", data)).toEqual([saved]);
    expect(await told("state load night --data", data)).toEqual(saved);
    expect(await outcry("state load never --data", data)).toMatchObject({ code: 1 });
    const third = await venueOn(data);
    expect(third.recovery).toMatchObject({ headSeq: saved.seq });
    expect(digestOf(third)).toBe(saved.digest);
  });
});

describe("backup and restore", () => {
  test("a directory that the venue cannot write to is named with the reason", async () => {
    const data = temporaryDirectory();
    await venueOn(data);
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "");
    for (const directory of [file, join(file, "monday")]) {
      const { code, stderr } = await outcry("backup", directory, "--data", data);
      expect(code).toBe(1);
      expect(stderr).toContain(
        `the venue's process, which writes the backup on its own machine, could not write all of ${directory}: ENOTDIR`,
      );
    }
  });

  test("a target where nothing can be made, or inside the data directory, is refused at once; the next is made", async () => {
    const { data, venue } = await venueOnDisk();
    const link = join(temporaryDirectory(), "link");
    symlinkSync(data, link);
    const targets = [
      [join(link, "deep", "backup"), /lies in the data directory/],
      [join(data, "backup"), /lies in the data directory/],
      [data, /lies in the data directory/],
      [join(data, "journal", "..", "b"), /lies in the data directory/],
      ...(process.platform === "linux"
        ? ([["/proc/b/c", /could not write all of \/proc\/b\/c/]] as const)
        : []),
    ] as const;
    for (const [target, said] of targets) {
      const { code, stderr } = await outcry("backup", target, "--data", data);
      expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
    }
    expect(existsSync(join(data, "backup"))).toBe(false);
    await venue.backup(join(temporaryDirectory(), "good"));
  });

  test("of a busy venue: complete, proven, and what a venue can start from", async () => {
    const { data, venue } = await venueOnDisk();
    await trade(venue);
    const backup = join(temporaryDirectory(), "monday");
    const stop = { now: false };
    const bidder = new Client(venue.baseUrl, venue.accounts[0]!);
    const busy = (async () => {
      while (!stop.now) {
        await placeLimit(venue, 0, { type: "1", price: "50000" });
        await bidder.post("order/cancelAllOrders", { symbol: "cmt_btcusdt" });
      }
    })();
    const acknowledged = venue.engine.durableSeq;
    const made = await told("backup", backup, "--data", data);
    stop.now = true;
    await busy;
    expect(made.headSeq).toBeGreaterThanOrEqual(acknowledged);
    expect(readdirSync(backup)).not.toContain("master.key");
    expect(readdirSync(backup)).not.toContain("demo-credentials.json");
    const text = readdirSync(join(backup, "journal")).map((name) =>
      readFileSync(join(backup, "journal", name)),
    );
    expect(Buffer.concat(text).includes(venue.accounts[0]!.secret)).toBe(false);

    const target = temporaryDirectory();
    const restored = await told("restore", backup, "--data", target);
    expect(restored).toMatchObject({ headSeq: made.headSeq, historySeq: made.historySeq, secrets: false });
    expect(restored.replayed).toBe(made.headSeq);
    // Without the master key a venue does not open the accounts of its options: it says so.
    await expect(
      startVenue({ data: target, prices: { btc: 60_000 }, accounts: venue.accounts }),
    ).rejects.toThrow(/master\.key is missing/);
    cpSync(join(data, "master.key"), join(target, "master.key"));
    const again = await venueOfTest({ data: target, prices: { btc: 60_000 }, accounts: venue.accounts });
    expect(again.recovery.headSeq).toBe(made.headSeq);
    const { body } = await new Client(again.baseUrl, venue.accounts[0]!).get(
      "order/fills?symbol=cmt_btcusdt",
    );
    expect(body.list).toHaveLength(1);
  });

  test("with its secrets it is a whole venue; a market that is there is kept unless it is to be replaced", async () => {
    const { data, venue } = await venueOnDisk();
    await trade(venue);
    const backup = join(temporaryDirectory(), "all");
    await told("backup", backup, "--secrets", "--data", data);
    expect(await outcry("backup", backup, "--data", data)).toMatchObject({ code: 1 });
    expect(await outcry("restore", backup, "--data", data)).toMatchObject({ code: 5 }); // it runs
    await placeLimit(venue, 0, { type: "1", price: "50000" });
    await venue.stop();
    const refused = await outcry("restore", backup, "--data", data);
    expect(refused).toMatchObject({ code: 5 });
    expect(refused.stderr).toContain("holds a market already");
    await told("restore", backup, "--replace", "--data", data);
    const again = await venueOn(data);
    expect(again.accounts).toEqual(venue.accounts);
    expect((await again.engine.query({ type: "allOrders" })).length).toBe(1);
  });

  test("every damaged file is told, and nothing is replaced", async () => {
    const { data, venue } = await venueOnDisk();
    await trade(venue);
    const parent = temporaryDirectory();
    await venue.stop();
    const sound = join(parent, "sound");
    const running = await startVenue({ data, prices: { btc: 60_000 } });
    await running.backup(sound);
    await running.stop();
    const files = JSON.parse(readFileSync(join(sound, "backup.json"), "utf8")).files as { path: string }[];
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "history.db",
        expect.stringMatching(/segment$/),
        expect.stringMatching(/snapshot$/),
      ]),
    );
    for (const { path } of files) {
      const bad = join(parent, "bad");
      rmSync(bad, { recursive: true, force: true });
      cpSync(sound, bad, { recursive: true });
      const bytes = readFileSync(join(bad, path));
      bytes[Math.min(600, bytes.length - 1)]! ^= 1;
      writeFileSync(join(bad, path), bytes);
      const target = join(parent, `target-${path.replace("/", "-")}`);
      const result = await outcry("restore", bad, "--data", target);
      expect(result.code).toBe(5);
      expect(result.stderr).toContain(`${path} is not what was backed up`);
      expect(existsSync(target)).toBe(false);
    }
    // One whose manifest was made to agree is still not believed.
    const forged = join(parent, "forged");
    cpSync(sound, forged, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(forged, "backup.json"), "utf8"));
    writeFileSync(
      join(forged, "backup.json"),
      JSON.stringify({ ...manifest, headSeq: manifest.headSeq - 1 }),
    );
    const forgery = await outcry("restore", forged, "--data", join(parent, "t2"));
    expect(forgery.stderr).toMatch(/the backup says journal \d+, history \d+; it holds/);
    expect(await outcry("restore", parent, "--data", join(parent, "t3"))).toMatchObject({ code: 5 });

    // Nor a snapshot that is whole, listed, and of another market.
    const other = temporaryDirectory();
    const stranger = await startVenue({ data: other, prices: { btc: 60_000 }, balance: "1" });
    await stranger.stop();
    const snapshotsOf = async (path: string) => new FileSnapshots(await NodeDisk.open(join(path, "journal")));
    const swapped = join(parent, "swapped");
    cpSync(sound, swapped, { recursive: true });
    const { snapshot: mine } = await (await snapshotsOf(swapped)).newest();
    const { snapshot: theirs } = await (await snapshotsOf(other)).newest();
    const { path } = files.find((each) => each.path.endsWith(`${mine!.info.seq}.snapshot`))!;
    await (await snapshotsOf(swapped)).write(mine!.info, await theirs!.bytes());
    const sha256 = hash("sha256", readFileSync(join(swapped, path)), "hex");
    const agreeing = {
      ...manifest,
      files: manifest.files.map((each: { path: string }) =>
        each.path === path ? { ...each, sha256 } : each,
      ),
    };
    writeFileSync(join(swapped, "backup.json"), JSON.stringify(agreeing));
    const refused = await outcry("restore", swapped, "--data", join(parent, "t4"));
    expect(refused.stderr).toContain(`the snapshot of command ${mine!.info.seq} is not the state`);
  });
});

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

describe("export", () => {
  test("ledger, fills and orders, as CSV and as NDJSON, by account and time, while the venue runs", async () => {
    const { data, venue } = await venueOnDisk();
    await trade(venue);
    await new Client(venue.baseUrl, venue.accounts[0]!).post("order/cancelAllOrders", {
      cancelOrderType: "normal",
    });
    await venue.settle();
    const rows = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await outcry("export", ...words, "--format", "ndjson", "--data", data);
      expect(code, stderr).toBe(0);
      return stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const bills = await rows("ledger", "--account", "demo-1");
    expect(bills).toMatchObject([
      {
        time: expect.stringMatching(ISO),
        account: "demo-1",
        entry: "shared",
        symbol: "",
        coin: "USDT",
        type: "deposit",
      },
      { account: "demo-1", symbol: "cmt_btcusdt", type: "position_open_long", reason: "" },
    ]);
    expect(bills.map(({ amount }) => amount)).toEqual([
      "100000",
      expect.stringMatching(/^-600\.12$|^-600\.36$/),
    ]);
    // The bills of an account add up to its balance, to the last digit.
    expect(bills.at(-1).balance).toBe(String(100_000 + Number(bills.at(-1).amount)));
    const fills = await rows("fills");
    expect(fills).toMatchObject([
      { account: "demo-1", symbol: "cmt_btcusdt", kind: "order", margin_mode: "shared", size: "0.0100" },
      { account: "demo-2", separated_mode: "combined", position: expect.any(Number) },
    ]);
    expect(fills.map(({ role }) => role).sort()).toEqual(["maker", "taker"]);
    expect(await rows("orders", "--account", "demo-1")).toMatchObject([
      { type: "limit", state: "filled", cancel_reason: "", remaining: "0.0000" },
      {
        state: "canceled",
        cancel_reason: "user",
        remaining: "0.0100",
        time_in_force: "gtc",
        trigger_price: "",
      },
    ]);

    // The same as it is stored: the words say what the numbers are.
    const stored = await rows("fills", "--raw");
    for (const [i, { time, price, size, trade }] of stored.entries()) {
      expect(fills[i]).toMatchObject({
        trade,
        time: new Date(time).toISOString(),
        price: (price / 10).toFixed(1),
        size: (size / 10_000).toFixed(4),
      });
    }
    const ended = await rows("orders", "--account", "demo-1", "--raw");
    expect(ended).toMatchObject([{ remaining: 0 }, { remaining: 100, state: 6, contract: 0 }]);
    const time = Date.parse(bills[1].time);
    expect(await rows("ledger", "--account", "demo-1", "--from", String(time + 1))).toEqual([]);
    expect(await rows("ledger", "--account", "demo-1", "--to", bills[1].time)).toHaveLength(2);
    const csv = (await outcry("export fills --account demo-2 --data", data)).stdout.split("\n");
    expect(csv[0]).toMatch(
      /^trade,seq,time,time_ms,account,order_id,symbol,action,role,.*,value,fee,liquidation_fee,realized$/,
    );
    expect(csv).toHaveLength(3);
    expect(csv[1]!.split(",")).toHaveLength(csv[0]!.split(",").length);
    const raw = await outcry("export orders --account demo-2 --data", data, "--raw");
    expect(raw.stdout).toMatch(/^order_id,account,contract,client_id,kind,action,time_in_force,market,/);
    // By a list or by patterns, in one run: what of several accounts is what each has.
    const of = (account: string) => rows("orders", "--account", account);
    const [one, two] = [await of("demo-1"), await of("demo-2")];
    expect([one.length, two.length]).toEqual([2, 1]);
    expect(await of("demo-2,demo-1")).toEqual([...one, ...two]);
    expect(await of("demo-*")).toEqual([...one, ...two]);
    expect(await of("*-2,demo-2")).toEqual(two);
    for (const [nobody, why] of [
      ["demo-1,nobody", "there is no account 'nobody' in the history"],
      ["z-*", "no account is like 'z-*' in the history"],
    ] as const) {
      const refused = await outcry("export fills --account", nobody, "--data", data);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`--account: ${why}`) });
    }
    expect(await outcry("export fills --from soon --data", data)).toMatchObject({ code: 2 });
    expect(await outcry("export fills --data", join(data, "none"))).toMatchObject({ code: 5 });
    expect(await outcry("export wishes --data", data)).toMatchObject({ code: 2 });

    // The equity of the minute that ends.
    await venue.step(61_000);
    await venue.settle();
    const [sample] = await rows("equity", "--account", "demo-1");
    expect(sample).toMatchObject({ account: "demo-1", deposited: "100000" });
    expect([sample.time_ms % 60_000, Number(sample.equity)]).toEqual([0, expect.closeTo(100_000, -1)]);
    const [head] = (await outcry("export equity --data", data)).stdout.split("\n");
    expect(head).toBe("account,time,time_ms,seq,equity,deposited");
  });
});

test("journal operators: who did what and when, refusals too, no secrets", async () => {
  const { data, venue } = await venueOnDisk();
  await trade(venue);
  await told("deposit demo-1 12.5 --data", data);
  await outcry("withdraw demo-1 99999999 --data", data);
  await told("contract status btc cancel-only --data", data);
  const acts = await told("journal operators", data);
  expect(acts[0]).toMatchObject({ seq: 1, by: "venue", action: "openVenue", outcome: "done" });
  expect(acts.slice(-3)).toMatchObject([
    { by: "admin", action: "money/deposit", outcome: "done", details: "account=demo-1, amount=12.5" },
    { by: "admin", action: "money/withdraw", outcome: "refused: balanceInsufficient" },
    { by: "admin", action: "contracts/status", time: new Date(venue.clock.now()).toISOString() },
  ]);
  const text = JSON.stringify(acts);
  expect(text).toContain(venue.accounts[0]!.apiKey);
  expect(text).not.toMatch(/sealedSecret|passphraseHash/);
  expect(text).not.toContain("placeOrder");
});

test("journal seal: what a clean stop would have left", async () => {
  const { data, venue } = await venueOnDisk();
  await trade(venue);
  const copy = temporaryDirectory(); // as a crash would leave it: no snapshot at the head
  cpSync(join(data, "journal"), join(copy, "journal"), { recursive: true });
  cpSync(join(data, "format"), join(copy, "format"));
  expect(readdirSync(join(copy, "journal")).some((name) => name.endsWith(".snapshot"))).toBe(false);
  expect(await told("journal seal", copy)).toMatchObject({
    seq: venue.engine.headSeq,
    digest: digestOf(venue),
    replayed: venue.engine.headSeq,
  });
  expect(await told("journal replay", copy, "--from-snapshot")).toMatchObject({ commands: 0 });
  expect(await told("journal seal", copy)).toMatchObject({ replayed: 0 });
  expect(await outcry("journal seal", data)).toMatchObject({ code: 5 }); // a venue runs on it
  expect(await outcry("journal seal /nonexistent")).toMatchObject({ code: 5 });
});

describe("a contract", () => {
  test("halts, only cancels, is delisted, and is listed again as a new contract", async () => {
    const { data, venue } = await venueOnDisk();
    const client = new Client(venue.baseUrl, venue.accounts[0]!);
    const order = { ...LIMIT, price: "59000" };
    const put = async (id: string) =>
      (await client.post("order/placeOrder", { ...order, client_oid: id })).status;
    const live = async () => (await client.get("order/current?symbol=cmt_btcusdt")).body.length;
    const status = (...words: string[]) => told("contract status btc", ...words, "--data", data);
    expect(await put("a")).toBe(200);
    await status("cancel-only");
    expect([await put("b"), await live()]).toEqual([400, 1]);
    expect((await client.post("order/cancelAllOrders", { cancelOrderType: "normal" })).status).toBe(200);
    expect(await live()).toBe(0);
    await status("trading");
    expect(await put("c")).toBe(200);
    await status("halted"); // cancels what rests
    expect([await put("d"), await live()]).toEqual([400, 0]);
    await status("trading");
    expect(await put("e")).toBe(200);
    expect(await status("delisted")).toMatchObject({ status: "cancel-only" }); // a day's notice
    expect(await live()).toBe(1);
    await status("delisted", "--notice", "0");
    expect(await live()).toBe(0);
    expect(await put("f")).toBe(400);
    expect((await outcry("contract status btc trading --data", data)).code).toBe(1);
    const terms = ["priceDecimals=2", "sizeDecimals=3", "price=61000"];
    expect(await told("contract add cmt_btcusdt", ...terms, "--data", data)).toMatchObject({
      symbol: "cmt_btcusdt",
    });
    const contracts = (await venue.engine.query({ type: "contracts" })).filter(
      ({ symbol }) => symbol === "cmt_btcusdt",
    );
    expect(contracts).toHaveLength(2);
    expect(contracts[0]!.contract).not.toBe(contracts[1]!.contract);
    const again = await client.post("order/placeOrder", { ...order, client_oid: "g", price: "60999.99" });
    expect(again.status, again.text).toBe(200);
    venue.engine.audit();
  });
});
