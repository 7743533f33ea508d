import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../../src/workbench/cli/program.ts";
import { Listener } from "../sockets/listener.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { outcry } from "./inProcess.ts";

/** What `outcry clock run max` shows of a run while it lasts, and says of it at its end. */

const VARIES = "a client was there that does not acknowledge: another run may go otherwise\n";

test("that a client was there which does not acknowledge is said to people, once the run is over", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 }, seed: 5 });
  const where = ["--url", venue.controlUrl, "--token", venue.adminToken];
  const runMax = (...words: readonly string[]) =>
    outcry("clock run max --for 10s --think 1", ...where, ...words);

  const alone = await runMax();
  expect(alone.code, alone.stderr).toBe(0);
  expect(alone.stderr).not.toContain(VARIES);

  const socket = await Listener.open(`${venue.wsUrl}/v2/ws/public`);
  await socket.subscribe("ticker.cmt_btcusdt");
  const watched = await runMax();
  expect(watched.code, watched.stderr).toBe(0);
  expect(watched.stderr).toContain(VARIES);
  for (const name of ["run.from", "run.until", "run.time"])
    expect(watched.stdout).toMatch(new RegExp(`^${name} +2026-01-01T00:00:`, "m"));

  const asJson = await runMax("--json"); // says it in a field of its own
  expect(asJson.json()).toMatchObject({ run: { varies: true, over: true } });
  expect(asJson.stderr).not.toContain(VARIES);
  await socket.close();
});

/**
 * A control whose market time is `from`, and one more of `times` at each later look, a second of the host
 * later.
 */
async function controlOf(from: number, times: readonly number[]): Promise<string> {
  const until = times.at(-1)!;
  const ahead = [...times];
  let time = from;
  let looks = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => looks * 1_000);
  const control = createServer((request, answer) => {
    if (request.method === "GET" && looks++ > 0) time = ahead.shift()!;
    const freely = { from, until, varies: false, over: time === until };
    answer.end(JSON.stringify({ mode: "frozen", time, run: freely }));
  }).listen(0, "127.0.0.1");
  await once(control, "listening");
  onTestFinished(() => {
    now.mockRestore();
    control.close();
  });
  return `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
}

test("on a terminal a bar beside the result shows how much of a long run is done", async () => {
  const url = await controlOf(40_000, [42_500, 45_000, 50_000]);
  let stdout = "";
  let shown = "";
  const terminal = {
    out: (text: string) => {
      stdout += text;
    },
    err: (text: string) => {
      shown += text;
    },
    outIsTty: false,
    errIsTty: true,
  };
  const words = ["clock", "run", "max", "--for", "10s", "--url", url, "--token", "any", "--json"];
  expect(await run(words, terminal)).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ time: 50_000, run: { over: true } });
  const half = "█".repeat(15) + "░".repeat(15);
  expect(shown).toContain(`market time runs ${half} 50 %`); // of the way, not of the time since 0
  expect(shown).toMatch(/\n$/); // and the bar is ended
});
