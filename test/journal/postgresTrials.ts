import { systemClock } from "../../src/kernel/host/clock.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { LogError } from "../../src/kernel/journal/commandLog.ts";
import { openPostgresLog } from "../../src/kernel/journal/postgres/postgresLog.ts";
import { randomFrame, readAll } from "../simulation/journalFrames.ts";
import { query } from "./query.ts";

/**
 * What a log on a real server must hold to, in a short form: each throws at the first violation. @param url
 * of a new database
 */
type Trial = (url: string) => Promise<void>;

const rng = new SeededRng(5);
const frame = () => ({ ...randomFrame(rng, 100), count: 1 });

/** Two nodes, of which the first is deposed and does not know. */
async function twoLeaders(url: string) {
  const keyFingerprint = "test";
  const node = () =>
    openPostgresLog({
      url,
      clock: systemClock,
      single: false,
      format: 1,
      keyFingerprint,
      answerWithinMs: 120_000,
    });
  const [a, b] = [await node(), await node()];
  const address = "127.0.0.1:1";
  const first = await a.lease.take({ node: "a", address }, 600_000);
  const { epoch: old } = await a.acquire();
  await a.append(old, 1, frame());
  const kept = await b.lease.take({ node: "b", address }, 600_000);
  if (kept.holder?.node !== "a" || kept.epoch !== first.epoch)
    throw new Error("a lease that is held was taken");
  await a.lease.release(old);
  await b.lease.take({ node: "b", address }, 600_000);
  const { epoch } = await b.acquire();
  return { a, b, old, epoch };
}

export const POSTGRES_TRIALS: Readonly<Record<string, Trial>> = {
  "a deposed leader appends": async (url) => {
    const { a, b, old, epoch } = await twoLeaders(url);
    try {
      await expectReason(a.append(old, 2, frame()), "fenced");
      await b.append(epoch, 2, frame());
      await expectReason(a.append(old, 2, frame()), "fenced");
      const { length } = await query(url, "select from outcry.frame");
      if (length !== 2) throw new Error(`${length} frames are stored, and 2 were acknowledged`);
    } finally {
      await Promise.all([a.close(), b.close()]);
    }
  },
  "two appends at one place": async (url) => {
    const { a, b, epoch } = await twoLeaders(url);
    try {
      await b.append(epoch, 2, frame());
      await query(
        url,
        "update outcry.fence set next_seq = 2, hash = (select sha256(bytes) from outcry.frame where first_seq = 1)",
      );
      await expectReason(b.append(epoch, 3, frame()), "behind");
      if ((await readAll(b, 1)).length !== 2) throw new Error("a frame is missing");
    } catch (error) {
      if (!(error instanceof LogError) || error.reason !== "behind") throw error; // reading says so as well
    } finally {
      await Promise.all([a.close(), b.close()]);
    }
  },
};

async function expectReason(call: Promise<unknown>, reason: string): Promise<void> {
  const error = await call.then(
    () => "nothing",
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LogError) || error.reason !== reason)
    throw new Error(`expected ${reason}, got ${String(error)}`);
}
