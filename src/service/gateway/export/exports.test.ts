import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../kernel/host/clock.ts";
import { openHistory } from "../../readmodel/index.ts";
import { EXPORTS_MAX, Exports } from "./exports.ts";
import type { ExportTask } from "./exportWorker.ts";
import { rawRequests } from "./requestRows.ts";

async function task(requests: ExportTask["requests"] = []): Promise<ExportTask> {
  const history = await openHistory({ path: undefined, clock: systemClock });
  onTestFinished(() => history.close());
  return { what: "requests", format: "csv", from: await history.source(), query: {}, requests };
}

const REST = rawRequests.columns.slice(4).flatMap(({ name }) => (name === "path" ? [] : [name]));
/** Rows that make several pieces. */
const MANY = Array.from({ length: 4_000 }, (_, id) => ({
  ...{ id, time: 1, host_time: 1, account: 0, path: "/a".repeat(50) },
  ...Object.fromEntries(REST.map((column) => [column, ""])),
}));

test("so many at once and no more; one that is read to its end or left makes room", async () => {
  const exports = new Exports();
  const all = [];
  for (let i = 0; i < EXPORTS_MAX; i++) all.push(await exports.begin(await task(MANY)));
  const refused = { kind: "unavailable", message: expect.stringContaining(`${EXPORTS_MAX} exports`) };
  await expect(exports.begin(await task())).rejects.toMatchObject(refused);
  let pieces = 0;
  for await (const piece of all[0]!) pieces += piece.length > 0 ? 1 : 0;
  expect(pieces).toBeGreaterThan(3);
  all[0] = await exports.begin(await task());
  await expect(exports.begin(await task())).rejects.toMatchObject(refused);
  await all[1]!.return();
  all[1] = await exports.begin(await task());
  for (const each of all) await each.return();
});

test("what is given up when the venue stops fails where it is read", async () => {
  const exports = new Exports();
  const file = await exports.begin(await task(MANY));
  expect((await file.next()).done).toBe(false);
  exports.close();
  expect(file.signal.aborted).toBe(true);
  await expect(file.next()).rejects.toThrow(/abort/);
  await exports.begin(await task()).then((next) => next.return());
});

test("a history that cannot be read is refused, and takes no place", async () => {
  const exports = new Exports();
  const broken = { ...(await task()), what: "fills", from: "/nowhere/history.db" } as const;
  for (let i = 0; i <= EXPORTS_MAX; i++)
    await expect(exports.begin(broken)).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/history at \/nowhere.*cannot be opened/),
    });
});
