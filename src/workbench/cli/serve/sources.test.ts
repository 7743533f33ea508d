import { join } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import type { Scenario } from "../../../movers/feeds/index.ts";
import type { ServeOptions } from "./options.ts";
import { serveOptions, venueOptions } from "./options.ts";

const EXAMPLE = join(import.meta.dirname, "../../../../examples/market-data");
const of = (...words: string[]) =>
  venueOptions(serveOptions(new Command()).parse(words, { from: "user" }).opts<ServeOptions>());

test("a folder of public files is a market whose clock begins with them", async () => {
  const { market, clock } = await of("--market", `replay=${EXAMPLE}`);
  expect(clock).toBe("test");
  expect(market).toMatchObject({ clockStart: Date.parse("2026-01-05"), clockSpeed: 1 });
  expect((market as Scenario).source?.shown).toEqual({ memoryMs: undefined, proportional: false });
  const words = ["--depth-memory", "inf", "--queue", "proportional"];
  const other = (await of("--market", `replay=${EXAMPLE}`, ...words)).market as Scenario;
  expect(other.source?.shown).toEqual({ memoryMs: Number.POSITIVE_INFINITY, proportional: true });
  const frozen = await of("--market", `replay=${EXAMPLE}`, "--clock", "frozen");
  expect(frozen.clock).toBe(Date.parse("2026-01-05"));
  const later = await of("--market", `replay=${EXAMPLE}`, "--from", "2026-01-05T00:05:00Z");
  expect(later.market).toMatchObject({ clockStart: Date.parse("2026-01-05T00:05:00Z") });
});

test.each([
  [
    ["--depth-memory", "5"],
    "--depth-memory is for --market follow=EXCHANGE or replay=FOLDER, got --market simulated",
  ],
  [
    ["--market", `replay=${EXAMPLE}`, "--depth-memory", "ever"],
    "--depth-memory must be a whole number from 0 to 86400, got 'ever'",
  ],
  [
    ["--contract-size", "btc=0.01"],
    "--contract-size is for --market replay=FOLDER, or --prehistory FILE, got --market simulated",
  ],
  [
    ["--market", `replay=${EXAMPLE}`, "--contract-size", "0.01"],
    "--contract-size must be coin=size, such as btc=0.01, got '0.01'",
  ],
  [
    ["--market", `replay=${EXAMPLE}`, "--contract-size", "sol=0.01"],
    "--contract-size sol: no file of sol has sizes in contracts",
  ],
  [
    ["--market", `replay=${EXAMPLE}`, "--contract-size", "btc=0"],
    "--contract-size btc is a number above 0, got 0",
  ],
  [["--loop"], "--loop is for --market replay=FOLDER, got --market simulated"],
  [["--market", "empty", "--from", "2026-01-05"], "--from is for --market replay=FOLDER, got --market empty"],
  [
    ["--market", `replay=${EXAMPLE}`, "--to", "tomorrow"],
    "--to must be a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z, got 'tomorrow'",
  ],
  [["--market", "replay=nowhere"], "--market replay: nowhere cannot be read (ENOENT)"],
  [
    ["--market", `replay=${EXAMPLE}`, "--from", "2026-01-06"],
    "nothing to play: from 2026-01-06 to before 2026-01-06",
  ],
  [
    ["--market", `replay=${EXAMPLE}`, "--to", "2026-01-08"],
    "BTCUSDT-1m of 2026-01-06, 2026-01-07 is missing; --skip-missing plays on over it",
  ],
])("%j is refused", async (words, message) => {
  await expect(of(...words)).rejects.toThrow(message);
});

test.each([
  [["--contracts", "source"], "--contracts is for --market follow=EXCHANGE, got --market simulated"],
  [["--symbols", "btc"], "--symbols is for --market follow=EXCHANGE, got --market simulated"],
  [["--market", "follow=nobody"], "ccxt knows no exchange 'nobody'"],
  [["--market", "follow=No Body"], "'No Body' is no name of an exchange, such as binanceusdm"],
  [
    ["--market", "follow=binanceusdm", "--source-url", "nowhere"],
    "--source-url must be an address such as http://127.0.0.1:8080, got 'nowhere'",
  ],
  [
    ["--market", "follow=binanceusdm", "--source-url", "http://127.0.0.1:1"],
    "binanceusdm did not give its markets: ",
  ],
])("%j is refused, too", async (words, message) => {
  await expect(of(...words)).rejects.toThrow(message);
});
