import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrations, SEMANTICS_VERSION } from "../../src/core/index.ts";
import type { MachineKind } from "../../src/engine/index.ts";
import { Engine, exchangeMachine, VenueClock } from "../../src/engine/index.ts";
import { NodeDisk } from "../../src/host/nodeDisk.ts";
import { systemClock } from "../../src/host/systemClock.ts";
import { FileLog } from "../../src/journal/fileLog.ts";
import { FileSnapshots } from "../../src/journal/fileSnapshots.ts";
import { startVenue } from "../../src/venue/index.ts";
import { sealOffline } from "../../src/venue/offline.ts";
import { rebuildOffline } from "../../src/venue/rebuild.ts";
import { Client } from "../venue/client.ts";
import { accounts } from "./accounts.ts";
import type { Packed } from "./fixture.ts";
import { readFixture, unpack } from "./fixture.ts";

/** Data that older programs wrote, under this one; and this one's data under newer ones. */

function directory(packed: Packed): string {
  const data = mkdtempSync(join(tmpdir(), "outcry-upgrade-"));
  onTestFinished(() => rmSync(data, { recursive: true, maxRetries: 5 }));
  unpack(packed, data);
  return data;
}

/** Opens a journal as a program with these rules does. */
async function openUnder(machine: MachineKind, data: string): Promise<Engine> {
  const disk = await NodeDisk.open(join(data, "journal"));
  const log = await FileLog.open(disk, { semanticsVersion: machine.semantics });
  onTestFinished(() => log.close());
  const snapshots = new FileSnapshots(disk);
  return Engine.open({ log, snapshots, machine, clock: VenueClock.frozen(systemClock, 0) });
}

const versions = Array.from({ length: SEMANTICS_VERSION }, (_, i) => i + 1);

test("there is a way from every version of the rules to the next", () => {
  for (const version of versions.slice(0, -1))
    expect(migrations.has(version), `from version ${version}`).toBe(true);
  expect(migrations.size).toBe(SEMANTICS_VERSION - 1);
});

describe.each(versions)("data of rules version %i", (version) => {
  test("cleanly stopped, goes on as what it was", async () => {
    const data = directory(readFixture(version).clean);
    const venue = await startVenue({ data, accounts, audit: true, prices: { btc: 60_000, eth: 3_000 } });
    onTestFinished(() => venue.stop());
    const [alice, bob] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
    venue.engine.audit();
    expect((await alice!.get("order/current?symbol=cmt_btcusdt")).body).toMatchObject([
      { client_oid: "rests" },
    ]);
    expect((await alice!.get("order/currentPlan?symbol=cmt_btcusdt")).body).toMatchObject([
      { client_oid: "plan" },
    ]);
    const { body: positions } = await alice!.get("account/position/allPosition");
    expect(positions.map(({ symbol, size }: Record<string, string>) => [symbol, size])).toEqual(
      expect.arrayContaining([
        ["cmt_btcusdt", "0.0100"],
        ["cmt_ethusdt", "0.010"],
      ]),
    );
    expect((await bob!.get("order/fills?symbol=cmt_btcusdt")).body.list).toHaveLength(1);
    const order = {
      symbol: "cmt_btcusdt",
      client_oid: "new",
      size: "0.01",
      order_type: "0",
      match_price: "0",
    };
    const sold = await bob!.post("order/placeOrder", { ...order, type: "2", price: "60500" });
    expect(sold.status, sold.text).toBe(200);
    expect((await alice!.post("order/cancelAllOrders", { cancelOrderType: "normal" })).status).toBe(200);
    expect((await alice!.get("order/current?symbol=cmt_btcusdt")).body).toEqual([]);
    await venue.step(60_000);
    await venue.settle();
    expect(venue.history.appliedSeq).toBe(venue.engine.durableSeq);
    await venue.stop();

    // What the older rules did cannot be executed again: it was sealed before these went on.
    const before = historyRows(data);
    expect(before.fills).not.toEqual([]);
    rmSync(join(data, "history.db"));
    const { baselineSeq } = await rebuildOffline(data, () => {});
    expect(baselineSeq > 0).toBe(version < SEMANTICS_VERSION);
    expect(historyRows(data)).toEqual(before);
  });
});

function historyRows(data: string): Record<string, unknown[]> {
  const database = new DatabaseSync(join(data, "history.db"), { readOnly: true });
  try {
    const rows = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
    return Object.fromEntries(["orders", "fills", "bills", "candles"].map((table) => [table, rows(table)]));
  } finally {
    database.close();
  }
}

describe("this program's data under newer rules", () => {
  const { clean, crashed } = readFixture(SEMANTICS_VERSION);
  const migrated: number[] = [];
  const newer: MachineKind = {
    ...exchangeMachine,
    semantics: SEMANTICS_VERSION + 1,
    migrations: new Map([
      [
        SEMANTICS_VERSION,
        (snapshot) => {
          migrated.push(snapshot.length);
          return snapshot;
        },
      ],
    ]),
  };

  test("stopped cleanly, it is migrated; what is logged from then on is of the newer rules", async () => {
    const data = directory(clean);
    const engine = await openUnder(newer, data);
    expect(migrated).toHaveLength(1);
    expect(engine.recovery.commands).toBe(0);
    const { headSeq } = engine;
    await engine.submit({ type: "openAccount", kind: 0, name: "later" });
    await engine.stop();
    const again = await openUnder(newer, data);
    expect(again.headSeq).toBe(headSeq + 1);
    await again.stop();
    await expect(openUnder(exchangeMachine, data)).rejects.toThrow(/rules version/);
  });

  test("after a crash it is refused, with the version and the command that seals; sealed, it is taken", async () => {
    const data = directory(crashed);
    await expect(openUnder(newer, data)).rejects.toThrow(
      `Start the venue of rules version ${SEMANTICS_VERSION} on this data and stop it with "outcry stop", or run its "outcry journal seal"`,
    );
    const sealed = await sealOffline(data);
    expect(sealed.replayed).toBe(sealed.seq);
    const engine = await openUnder(newer, data);
    expect(engine.headSeq).toBe(sealed.seq);
    await engine.stop();
  });

  test("a version without a way to it is refused", async () => {
    const far: MachineKind = { ...newer, semantics: SEMANTICS_VERSION + 2 };
    await expect(openUnder(far, directory(clean))).rejects.toThrow(
      `knows no way from version ${SEMANTICS_VERSION + 1}`,
    );
  });
});

test("a migration that changes the layout: bytes of the older state version are read only through it", async () => {
  const data = directory(readFixture(SEMANTICS_VERSION).clean);
  const disk = await NodeDisk.open(join(data, "journal"));
  const snapshots = new FileSnapshots(disk);
  const { snapshot } = await snapshots.newest();
  const { info } = snapshot!;
  // The older layout had another version word and its body backwards.
  const turned = (bytes: Uint8Array, version: number): Uint8Array => {
    const body = bytes.slice(8).reverse();
    const whole = new Uint8Array(bytes.length);
    whole.set(body, 8);
    new DataView(whole.buffer).setFloat64(0, version, true);
    return whole;
  };
  const today = await snapshot!.bytes();
  const word = new DataView(today.buffer, today.byteOffset).getFloat64(0, true);
  const older = SEMANTICS_VERSION - 1;
  await snapshots.write({ ...info, semanticsVersion: older }, turned(today, word - 1));
  await expect(
    openUnder({ ...exchangeMachine, migrations: new Map([[older, (bytes) => bytes]]) }, data),
  ).rejects.toThrow(/state version/);
  const engine = await openUnder(
    { ...exchangeMachine, migrations: new Map([[older, (bytes) => turned(bytes, word)]]) },
    data,
  );
  engine.audit();
  expect(engine.headSeq).toBe(info.seq);
  await engine.stop();
});
