import { expect, onTestFinished, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { run } from "../../src/workbench/cli/program.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { placeLimit } from "../venue/placeLimit.ts";
import { outcry } from "./inProcess.ts";

/** The command line of a replay: one that runs, and the commands that move it. */

/** A journal whose venue has stopped. */
async function journal(): Promise<string> {
  const data = temporaryDirectory();
  const venue = await startVenue({ data, prices: { btc: 60_000 } });
  for (const client_oid of ["a", "b"]) {
    await placeLimit(venue, 0, { client_oid, type: "1" });
    await venue.step(30_000);
  }
  await venue.stop();
  return data;
}

test("outcry replay runs until it is stopped; outcry playback shows, plays, pauses, seeks and branches it", async () => {
  const data = await journal();
  let say = (_text: string): void => {};
  const said = new Promise<string>((resolve) => {
    say = resolve;
  });
  let stderr = "";
  const ended = run(["replay", data, "--port", "0", "--paused", "--ready-json"], {
    out: (text) => say(String(text)),
    err: (text) => {
      stderr += text;
    },
    outIsTty: false,
    errIsTty: false,
  });
  const { controlUrl, adminToken } = JSON.parse(await Promise.race([said, ended.then(() => stderr)]));
  const reached = ["--url", controlUrl, "--token", adminToken];
  onTestFinished(async () => {
    await outcry("stop", ...reached);
    await ended;
  });
  const playback = async (...words: readonly string[]) => {
    const result = await outcry("playback", ...words, ...reached, "--json");
    expect(result.code, result.stderr).toBe(0);
    return result.json();
  };
  const shown = await playback("show");
  expect(shown).toMatchObject({ source: data, state: "paused", speed: "1" });
  const middle = new Date(shown.fromTime + 30_000).toISOString();
  const there = await playback("seek", middle);
  expect(there).toMatchObject({ time: shown.fromTime + 30_000, seeks: 1 });
  expect(await playback("seek", String(shown.toSeq))).toMatchObject({ seq: shown.toSeq, state: "ended" });
  expect(await playback("seek", String(there.seq))).toMatchObject({ seq: there.seq, seeks: 3 });
  expect(await playback("play", "0.001")).toMatchObject({ state: "playing", speed: "0.001" });
  expect(await playback("pause")).toMatchObject({ state: "paused", seq: there.seq });
  const directory = temporaryDirectory();
  expect(await playback("branch", directory)).toMatchObject({ data: directory, seq: there.seq });
  expect(await outcry("order cancel 7", ...reached)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("this venue replays a journal and is read-only"),
  });
  expect((await outcry("stop", ...reached)).code).toBe(0);
  expect(await ended).toBe(0);
  expect(stderr).toContain("stopped cleanly");
});

test.each([
  [["--speed", "0"], 2, "--speed must be above 0 and at most 1000000, or max, got '0'"],
  [["--from", "soon"], 2, "--from must be a command's number or a moment such as"],
  [["--port", "x"], 2, "--port must be a whole number from 0 to 65535, got 'x'"],
  [["--from", "9999999"], 5, "at must be a command from 1 to"],
] as const)("outcry replay %j is refused", async (words, code, why) => {
  const data = await journal();
  const port = words[0] === "--port" ? [] : ["--port", "0"];
  const result = await outcry("replay", data, ...port, ...words);
  expect(result).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(why) });
});

test("a directory without a venue is no journal", async () => {
  const result = await outcry("replay", temporaryDirectory(), "--port", "0");
  expect(result).toMatchObject({ code: 5, stderr: expect.stringContaining("there is no venue in") });
});
