import { hash } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Credentials, Venue } from "../../src/assembly/venue/index.ts";
import { startVenue, TEST_CLOCK_START } from "../../src/assembly/venue/index.ts";
import type { ReplayVenue, StartReplayOptions } from "../../src/assembly/venue/replay/startReplay.ts";
import { startReplay } from "../../src/assembly/venue/replay/startReplay.ts";
import { controlOperations } from "../../src/service/gateway/control/index.ts";
import { operations } from "../../src/service/gateway/index.ts";
import { examples as v2Examples } from "../../src/service/gateway/v2/generated/examples.ts";
import { paperOperations } from "../../src/service/gateway/v2/paper.ts";
import { sdkAliases } from "../../src/service/gateway/v2/sdk/aliases.ts";
import { examples as v3Examples } from "../../src/service/gateway/v3/generated/examples.ts";
import { directoryOfFile, temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { control } from "./control.ts";
import { placeLimit } from "./placeLimit.ts";
import { Pushes } from "./pushes.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * A journal that is replayed shows what its venue showed, wherever it is gone to and however, and nobody
 * changes it.
 */

/** What a venue was at a moment. */
interface Seen {
  readonly seq: number;
  readonly time: number;
  readonly digest: string;
  readonly state: string;
  readonly answers: Readonly<Record<string, string>>;
}

const data = directoryOfFile();
let accounts: readonly Credentials[];
/** In the order of time. */
const seen: Seen[] = [];
/** What was pushed after the third of these moments, by channel. */
let pushed: Record<string, unknown[]>;

/** When the first account has its key, and has looked at nothing yet. */
const BEGIN = TEST_CLOCK_START + 1_000;

const CHANNELS = ["account", "orders", "fill", "position", "trades.cmt_btcusdt"] as const;

beforeAll(async () => {
  const venue = await startVenue({ data, prices: { btc: 60_000, eth: 3_000 } });
  ({ accounts } = venue);
  /** Notes what is seen; what is done then is done later. */
  const note = async () => {
    seen.push(await lookAt(venue));
    await venue.step(1_000);
  };
  await venue.step(2_000);
  await lookAt(venue); // the first look at paper money opens an account for it
  await placeLimit(venue, 0, { client_oid: "a", type: "1" });
  await venue.step(61_000);
  await note();
  await placeLimit(venue, 1, { client_oid: "b", type: "2", size: "0.004" });
  await venue.price("btc", "+1%");
  await venue.step(2_000);
  await note();
  await placeLimit(venue, 1, { client_oid: "c", type: "2", price: "61000", size: "0.02" });
  await venue.step(125_000);
  await note();
  const sockets = await listen(venue.wsUrl);
  await placeLimit(venue, 0, { client_oid: "d", type: "1", price: "61000", size: "0.015" });
  await venue.step(5_000);
  await placeLimit(venue, 0, { client_oid: "e", type: "1", price: "61000", size: "0.015" });
  await venue.step(1_000);
  seen.push(await lookAt(venue));
  pushed = await sockets.all();
  await venue.stop();
});

async function open(options: Partial<StartReplayOptions> = {}): Promise<ReplayVenue> {
  const venue = await startReplay({ data, isPaused: true, ...options });
  onTestFinished(() => venue.stop());
  return venue;
}

/** All that a reader with the first account's key is told at this moment. */
async function lookAt(venue: Pick<Venue, "engine" | "baseUrl" | "settle">): Promise<Seen> {
  await venue.settle();
  const client = new Client(venue.baseUrl, accounts[0]!);
  const answers: Record<string, string> = {};
  for (const [name, { request }] of Object.entries({ ...v2Examples, ...v3Examples })) {
    const [method, path] = name.split(" ") as [string, string];
    if (method !== "GET" || path.endsWith("/requestLog")) continue; // what was asked is in no journal
    const query = new URLSearchParams(Object.entries(request).map(([key, value]) => [key, String(value)]));
    const { text } = await client.get(query.size === 0 ? path : `${path}?${query}`);
    // A book's changes are numbered from when its market was opened, as after a restart.
    answers[name] = text.replace(/(?<="lastUpdateId":)\d+/, "0");
  }
  const { meta, bytes } = venue.engine.capture();
  return {
    seq: meta.seq,
    time: venue.engine.now(),
    digest: Buffer.from(meta.digest).toString("hex"),
    state: hash("sha256", bytes, "hex"),
    answers,
  };
}

/** Follows what both venues push of the first account's. */
async function listen(wsUrl: string) {
  const own = await new Pushes(wsUrl, "/v2/ws/private", accounts[0]!).subscribe(...CHANNELS.slice(0, 4));
  const public_ = await new Pushes(wsUrl, "/v2/ws/public").subscribe(CHANNELS[4]);
  return {
    own,
    /** By channel, once everything was pushed that was to be. */
    async all(): Promise<Record<string, unknown[]>> {
      await own.until(({ msg }) => JSON.stringify(msg ?? "").includes('"clientOrderId":"e"'));
      await public_.until(() => public_.messages.filter(({ event }) => event === "payload").length >= 2);
      const messages = [...own.messages, ...public_.messages];
      return Object.fromEntries(
        CHANNELS.map((channel) => [
          channel,
          messages
            .filter(
              (each) => each.channel === channel && (each.event === "payload" || each.msg !== undefined),
            )
            .map((each) => each.msg ?? each.data),
        ]),
      );
    },
  };
}

describe("a replay shows what the venue showed", () => {
  test("gone to ahead and back, by command and by time", async () => {
    const venue = await open();
    const { seq: toSeq, time: toTime } = seen[3]!;
    expect(venue.replay.show()).toMatchObject({ state: "paused", toSeq, toTime });
    for (const [which, by] of [
      [2, "time"],
      [0, "seq"],
      [3, "time"],
      [1, "time"],
      [0, "time"],
      [2, "seq"],
    ] as const) {
      const there = seen[which]!;
      await venue.replay.seek(by === "seq" ? { seq: there.seq } : { time: there.time });
      const { time, answers, ...state } = await lookAt(venue);
      expect(state).toEqual({ seq: there.seq, digest: there.digest, state: there.state });
      expect(time).toBe(there.time);
      expect(answers).toEqual(there.answers);
    }
    expect(venue.replay.show()).toMatchObject({ seeks: 6 });
  });

  test("played from its beginning to its end, and from the middle", async () => {
    for (const from of [undefined, { seq: seen[1]!.seq }]) {
      const venue = await open({ from });
      await venue.replay.play("max");
      await expect.poll(() => venue.replay.show().state).toBe("ended");
      const { answers, ...there } = await lookAt(venue);
      const { answers: wanted, ...last } = seen[3]!;
      expect(there).toEqual(last);
      expect(answers).toEqual(wanted);
      await expect(venue.replay.play()).rejects.toThrow("seek back first");
    }
  });

  test("what it pushes is what the venue pushed", async () => {
    const venue = await open({ from: { seq: seen[2]!.seq } });
    const sockets = await listen(venue.wsUrl);
    await venue.replay.play("max");
    const again = await sockets.all();
    for (const channel of CHANNELS) expect(pushed[channel]!.length, channel).toBeGreaterThan(0);
    expect(again).toEqual(pushed);
  });
});

describe("nobody changes it", () => {
  const READ_ONLY = "this venue replays a journal and is read-only";
  const changing = [...operations, ...sdkAliases, ...paperOperations].filter(
    ({ access }) => access !== "public" && access !== "read",
  );

  test.each(changing.map(({ method, path }) => [method, path] as const))("%s %s", async (method, path) => {
    const example = { ...v2Examples, ...v3Examples }[`${method} ${path}`]?.request ?? {};
    const client = new Client(shared.baseUrl, accounts[0]!);
    const query = new URLSearchParams(Object.entries(example).map(([key, value]) => [key, String(value)]));
    const send = method === "PUT" ? client.put : client.delete;
    const { status, text } =
      method === "POST" ? await client.post(path, example) : await send.call(client, `${path}?${query}`);
    const forbidden = path.startsWith("/fapi/") ? 401 : 403;
    expect({ status, text }).toEqual({ status: forbidden, text: expect.stringContaining(READ_ONLY) });
  });

  test("nor by control, but for what concerns the replay and its process alone", async () => {
    const allowed: string[] = [];
    for (const { method, path, at } of controlOperations) {
      if (method !== "POST") continue;
      if (at === "node") {
        allowed.push(path.replace("/control/", ""));
        continue;
      }
      const { status, text } = await control(shared, path.replace("/control/", ""), {});
      expect({ path, status, text }).toEqual({ path, status: 403, text: expect.stringContaining(READ_ONLY) });
    }
    expect(allowed.toSorted()).toEqual([
      ...["audit", "backup", "bundle", "faults/add", "faults/remove"],
      ...["replay/branch", "replay/pause", "replay/play", "replay/seek", "requests/level", "stop"],
    ]);
    expect((await control(shared, "audit", {})).status).toBe(200);
  });

  test("nor by the one read that changes something the first time", async () => {
    const venue = await open({ from: { time: BEGIN } });
    const { status, text } = await new Client(venue.baseUrl, accounts[0]!).get("/capi/v3/sim/balance");
    expect({ status, text }).toEqual({ status: 403, text: expect.stringContaining(READ_ONLY) });
  });

  test("what only a market of its own has is not there to be read either", async () => {
    for (const path of ["scenario", "prices", "participants"]) {
      const { status, text } = await control(shared, path);
      expect({ path, status, text }).toEqual({ path, status: 403, text: expect.stringContaining(READ_ONLY) });
    }
  });

  test("nothing was changed by any of it", async () => {
    expect((await lookAt(shared)).digest).toBe(seen[2]!.digest);
    const journal = await control(shared, "journal/past?limit=1");
    expect(JSON.parse(journal.text).entries.at(-1)?.seq).toBe(seen[2]!.seq);
  });
});

describe("whoever operates it", () => {
  test("reads where it stands, goes elsewhere, plays it; what cannot be is refused in words", async () => {
    const venue = await open({ from: { seq: seen[0]!.seq } });
    const ask = async (path: string, body?: object) => {
      const { status, text } = await control(venue, path, body);
      return { status, body: JSON.parse(text) };
    };
    expect(await ask("replay")).toMatchObject({ status: 200, body: { source: data, seq: seen[0]!.seq } });
    const standing = { state: "following", market: "replay" };
    expect(await ask("status")).toMatchObject({ status: 200, body: standing });
    const there = await ask("replay/seek", { time: seen[2]!.time });
    expect(there).toMatchObject({ status: 200, body: { seq: seen[2]!.seq, time: seen[2]!.time, seeks: 1 } });
    const health = await (await fetch(`${venue.baseUrl}/health`)).json();
    expect(health).toMatchObject({ status: "ok", replay: { seq: seen[2]!.seq, state: "paused" } });
    expect(health.replay).not.toHaveProperty("source");
    for (const [path, body, why] of [
      ["replay/seek", { seq: 1_000_000 }, "at must be a command from 1 to"],
      ["replay/seek", { time: 1 }, "at must not be before the journal's first command"],
      ["replay/seek", {}, "give either seq or time"],
      ["replay/play", { speed: "0" }, "above 0 and at most 1000000, or max, got '0'"],
      ["replay/branch", { directory: data }, "holds a market already"],
    ] as const) {
      const { status, body: answer } = await ask(path, body);
      expect([path, status, answer.msg]).toEqual([path, 400, expect.stringContaining(why)]);
    }
    expect(await ask("replay")).toMatchObject({ body: { seq: seen[2]!.seq, seeks: 1 } });
    const playing = await ask("replay/play", { speed: "2.5" });
    expect(playing).toMatchObject({ body: { state: "playing", speed: "2.5" } });
    expect(await ask("replay/pause", {})).toMatchObject({ status: 200, body: { speed: "2.5" } });
  });

  test("a replay that plays goes on from where it is gone to, with the same sockets' channels", async () => {
    const venue = await open({ from: { seq: seen[2]!.seq }, isPaused: false, speed: "max" });
    await expect.poll(() => venue.replay.show().state).toBe("ended");
    const socket = await new Pushes(venue.wsUrl, "/v2/ws/public").subscribe(CHANNELS[4]);
    await venue.replay.seek({ seq: seen[2]!.seq });
    expect((await socket.closed).reason).toBe("the market starts over: connect again");
    expect(venue.replay.show()).toMatchObject({ state: "paused", seq: seen[2]!.seq, speed: "max" });
  });

  test("makes a branch of what is shown, which goes on from there", async () => {
    const venue = await open({ from: { seq: seen[1]!.seq } });
    const directory = join(temporaryDirectory(), "branch");
    const { status, text } = await control(venue, "replay/branch", { directory });
    expect({ status, text }).toMatchObject({ status: 200 });
    const { seq, time } = seen[1]!;
    expect(JSON.parse(text)).toEqual({ data: directory, seq, time, secrets: true });
    const branch = await venueOfTest({ data: directory, clock: seen[1]!.time });
    expect(branch.recovery.headSeq).toBe(seen[1]!.seq);
    await placeLimit({ ...branch, accounts }, 0, { client_oid: "otherwise", type: "1" });
  });

  test("without the master key the market is shown, and no key of the past opens an account", async () => {
    const bare = join(temporaryDirectory(), "bare");
    cpSync(data, bare, { recursive: true });
    rmSync(join(bare, "master.key"));
    const venue = await open({ data: bare });
    await venue.replay.seek({ seq: seen[2]!.seq });
    expect(venue.accounts).toEqual([]);
    const client = new Client(venue.baseUrl, accounts[0]!);
    expect((await client.get("account/assets")).status).toBe(400);
    expect((await client.get("market/ticker?symbol=cmt_btcusdt")).status).toBe(200);
    const shown = await control(venue, "accounts/show?account=demo-1");
    expect(JSON.parse(shown.text).positions).toHaveLength(1);
  });
});

/** Stands at the third moment; for tests that change nothing of it. */
let shared: ReplayVenue;
beforeAll(async () => {
  shared = await startReplay({ data, isPaused: true, from: { seq: seen[2]!.seq } });
});
afterAll(() => shared.stop());
