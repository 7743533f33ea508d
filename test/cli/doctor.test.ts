import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import { openRelay } from "../client/relay.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { registered } from "../venue/keyPairs.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { outcry } from "./inProcess.ts";

/** `outcry doctor` on venues that are well, and on one whose pushes somebody tampers with. */

let venue: Venue;
const names = ["KEY", "SECRET", "PASSPHRASE"] as const;

beforeAll(async () => {
  venue = await startVenue({ limits: "seed" });
  for (const [i, suffix] of ["", "_2"].entries()) {
    const { apiKey, secret, passphrase } = venue.accounts[i]!;
    for (const [j, value] of [apiKey, secret, passphrase].entries()) {
      process.env[`OUTCRY_DEMO_${names[j]}${suffix}`] = value;
    }
  }
});
afterAll(async () => {
  for (const name of names)
    for (const suffix of ["", "_2"]) delete process.env[`OUTCRY_DEMO_${name}${suffix}`];
  await venue.stop();
});

interface Found {
  readonly check: string;
  readonly verdict: string;
  readonly detail: string;
}

test("a venue that is well: everything is looked at, and nothing is left behind", async () => {
  const { code, json, stderr } = await outcry("doctor --url", venue.baseUrl, "--json");
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const { healthy, findings, latencies, differences } = json();
  expect(healthy).toBe(true);
  expect(differences).toEqual([]);
  const verdicts = new Set((findings as readonly Found[]).map(({ verdict }) => verdict));
  expect(verdicts).toEqual(new Set(["ok", "note"])); // the test clock's time is its own
  expect((findings as readonly Found[]).map(({ check }) => check)).toEqual(
    expect.arrayContaining(["clock", "public socket", "key", "orders", "plan order", "fill", "account"]),
  );
  expect(latencies.map(({ what }: { what: string }) => what)).toContain("order placed → push");
  for (const credentials of venue.accounts) {
    const client = new V2Client({ baseUrl: venue.baseUrl, credentials });
    expect(await client.positions.all()).toEqual([]);
    expect(await client.orders.current()).toEqual([]);
    expect(await client.plans.current()).toEqual([]);
  }
});

test("for people it is tables, and a last line that says it", async () => {
  const { code, stdout } = await outcry("doctor --url", venue.baseUrl, "--read-only");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^check +verdict +detail\n/);
  expect(stdout).toMatch(/\ntrading +skipped +only to look was asked for\n/);
  expect(stdout.endsWith(`${venue.baseUrl} is healthy\n`)).toBe(true);
});

test("an account in one-way mode is traded with, and told of with the command that changes it", async () => {
  const client = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0]! });
  await client.account.setPositionMode({ positionMode: "ONE_WAY" });
  const look = async () => {
    const { json, stdout } = await outcry("doctor --url", venue.baseUrl, "--json");
    const { healthy, findings, differences } = json();
    expect({ healthy, differences }, stdout).toEqual({ healthy: true, differences: [] });
    return (findings as readonly Found[]).find(({ check }) => check === "position mode")?.detail;
  };
  const [, command] = /outcry (account set NAME positionMode=hedge) changes it$/.exec((await look())!)!;
  const words = command!.replace("NAME", "demo-1").split(" ");
  const changed = await outcry(...words, "--url", venue.controlUrl, "--token", venue.adminToken);
  expect(changed.code, changed.stderr).toBe(0);
  expect(await look()).toBeUndefined();
});

test("a wrong secret is told by what the venue says of the signature, and what to do", async () => {
  const { apiKey, passphrase } = venue.accounts[0]!;
  const key = ["--key", apiKey, "--secret", "wrong", "--passphrase", passphrase];
  const { code, json } = await outcry("doctor --url", venue.baseUrl, "--json", ...key);
  expect(code).toBe(1);
  const wrong = (json().findings as readonly Found[]).filter(({ verdict }) => verdict === "wrong");
  expect(wrong).toMatchObject([{ check: "key", detail: expect.stringContaining("40009") }]);
});

test("it reads what env prints: address and key", async () => {
  const { apiKey, passphrase } = venue.accounts[0]!;
  const printed = {
    OUTCRY_BASE_URL: venue.baseUrl,
    OUTCRY_WS_URL: venue.wsUrl,
    OUTCRY_API_KEY: apiKey,
    OUTCRY_API_SECRET: "wrong, so that it shows whose key it is",
    OUTCRY_API_PASSPHRASE: passphrase,
  };
  Object.assign(process.env, printed);
  try {
    const { code, json } = await outcry("doctor --json");
    expect(code).toBe(1);
    expect(json().url).toBe(venue.baseUrl);
    const wrong = (json().findings as readonly Found[]).filter(({ verdict }) => verdict === "wrong");
    expect(wrong).toMatchObject([{ check: "key", detail: expect.stringContaining("40009") }]);
    expect(await outcry("doctor --data /nonexistent")).toMatchObject({ code: 3 });
  } finally {
    for (const name of Object.keys(printed)) delete process.env[name];
  }
});

test("positions that are not pushed make it unhealthy, and what it opened it closes all the same", async () => {
  let lost = 0;
  const relay = await openRelay(venue.wsUrl, (text) => {
    if (!text.includes('"channel":"positions"') || !text.includes('"data"')) return true;
    lost++;
    return false;
  });
  const { code, json } = await outcry("doctor --url", venue.baseUrl, "--ws-url", relay.url, "--json");
  await relay.close();
  expect(lost).toBeGreaterThan(0);
  expect(code).toBe(1);
  expect(json().healthy).toBe(false);
  const wrong = (json().findings as readonly Found[]).filter(({ verdict }) => verdict === "wrong");
  expect(wrong.map(({ detail }) => detail).join()).toContain("position was not pushed within 5000 ms");
  const client = new V2Client({ baseUrl: venue.baseUrl, credentials: venue.accounts[0]! });
  expect(await client.positions.all()).toEqual([]);
});

test("pushes that are lost on the way are differences, field by field", async () => {
  const relay = await openRelay(venue.wsUrl, (text) => !text.includes('"data":{"collateral"'));
  const { code, json } = await outcry("doctor --url", venue.baseUrl, "--ws-url", relay.url, "--json");
  await relay.close();
  expect(code).toBe(1);
  expect(json().differences).toContainEqual({
    of: "collateral USDT SHARED 0",
    field: "amount",
    pushed: expect.stringMatching(/^\d/),
    rest: expect.stringMatching(/^\d/),
  });
});

test("market time that stands still though nobody froze it is a venue that is stuck", async () => {
  let mode = "wall";
  const control = createServer((_, answer) => answer.end(JSON.stringify({ mode }))).listen(0, "127.0.0.1");
  await once(control, "listening");
  const data = temporaryDirectory();
  onTestFinished(() => void control.close());
  const { baseUrl, wsUrl, accounts, adminToken } = venue; // of a test clock, which stands until it is stepped
  const controlUrl = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
  const written = JSON.stringify({ baseUrl, wsUrl, accounts, adminToken, controlUrl });
  await writeFile(join(data, "demo-credentials.json"), written);
  const verdictOf = async () => {
    const { code, json } = await outcry("doctor --data", data, "--json");
    const found = (json().findings as readonly Found[]).filter(({ check }) => check === "market time");
    return { code, verdicts: found.map(({ verdict }) => verdict), detail: found[0]?.detail };
  };
  expect(await verdictOf()).toMatchObject({
    code: 1,
    verdicts: ["wrong"],
    detail: expect.stringContaining("nobody froze it"),
  });
  mode = "frozen";
  expect(await verdictOf()).toMatchObject({
    code: 0,
    verdicts: ["note"],
    detail: expect.stringContaining("outcry clock wall"),
  });
});

test("nobody there is exit code 3", async () => {
  const { code, stderr } = await outcry("doctor --url http://127.0.0.1:9");
  expect(code).toBe(3);
  expect(stderr).toContain("no venue answers at http://127.0.0.1:9");
});

test("half a key is wrong usage", async () => {
  const { code, stderr } = await outcry("doctor --url", venue.baseUrl, "--key", "x");
  expect(code).toBe(2);
  expect(stderr).toContain("--key, --secret and --passphrase belong together");
});

test("a contract that is not there is wrong usage, not an unwell venue", async () => {
  const { code, stderr } = await outcry("doctor --url", venue.baseUrl, "--symbol", "cmt_nousdt");
  expect(code).toBe(2);
  expect(stderr).toMatch(/--symbol: there is no contract 'cmt_nousdt', of cmt_btcusdt, /);
});

describe("as a program of the fapi dialect", () => {
  const look = async (at: Venue, key: { apiKey: string; secret: string }, ...more: readonly string[]) => {
    const words = ["--url", at.baseUrl, "--json", "--key", key.apiKey, "--secret", key.secret, ...more];
    const { code, json, stderr } = await outcry("doctor --dialect fapi", ...words);
    const findings = json().findings as readonly Found[];
    const of = (check: string) => findings.find((each) => each.check === check);
    return { code, of, stderr, wrong: findings.filter(({ verdict }) => verdict === "wrong") };
  };

  test("address, key without passphrase, mode and stream are looked at; the command that mends the mode mends it", async () => {
    const [first] = venue.accounts;
    const { code, of, wrong } = await look(venue, first!);
    expect({ code, wrong }).toEqual({ code: 0, wrong: [] });
    expect(of("key")?.detail).toMatch(
      /^signed requests are taken, without a passphrase; [\d.]+ of [\d.]+ USDT/,
    );
    expect(of("stream")).toMatchObject({ verdict: "ok" });
    const [, command] = /`outcry (account set NAME positionMode=one-way)`/.exec(of("position mode")!.detail)!;
    const words = command!.replace("NAME", first!.name).split(" ");
    await outcry(...words, "--url", venue.controlUrl, "--token", venue.adminToken);
    expect((await look(venue, first!)).of("position mode")).toMatchObject({ verdict: "ok" });
    await outcry(
      ...words.with(-1, "positionMode=hedge"),
      "--url",
      venue.controlUrl,
      "--token",
      venue.adminToken,
    );
  });

  test.each(["RSA", "Ed25519"] as const)(
    "an %s key is looked at by its private half, in a file",
    async (kind) => {
      const { name } = venue.accounts[0]!;
      const { apiKey, secret } = await registered(venue, name, kind);
      const file = join(temporaryDirectory(), "key.pem");
      await writeFile(file, secret);
      const words = ["--url", venue.baseUrl, "--key", apiKey, "--private-key", file];
      const { code, json } = await outcry("doctor --dialect fapi --json", ...words);
      expect({ code, wrong: json().findings.filter((each: Found) => each.verdict === "wrong") }).toEqual({
        code: 0,
        wrong: [],
      });
      const asV2 = await outcry("doctor", ...words, "--passphrase", "");
      expect(asV2).toMatchObject({ code: 2, stderr: expect.stringContaining("add --dialect fapi") });
      await writeFile(file, "no key");
      const unread = await outcry("doctor --dialect fapi", ...words);
      expect(unread).toMatchObject({ code: 2, stderr: expect.stringContaining(`${file} is no private key`) });
    },
  );

  test("what is wrong is told in the dialect's code, with what mends it", async () => {
    const [first] = venue.accounts;
    const wrongSecret = await look(venue, { apiKey: first!.apiKey, secret: "wrong" });
    expect(wrongSecret.code).toBe(1);
    expect(wrongSecret.wrong).toMatchObject([
      {
        check: "key",
        detail: expect.stringMatching(/^-1022 Signature for this request is not valid.*the secret/),
      },
    ]);
    const wrongKey = await look(venue, { apiKey: "nobody", secret: "wrong" });
    expect(wrongKey.wrong).toMatchObject([
      { check: "key", detail: expect.stringMatching(/^-2015 .*`outcry key create`/) },
    ]);
    const off = await venueOfTest({ dialects: ["v2"] });
    const away = await look(off, off.accounts[0]!);
    expect(away.wrong).toMatchObject([
      { check: "address", detail: expect.stringMatching(/^-5000 .*--dialects v2\. serve it: /) },
    ]);
  });

  test("where nobody answers it is said as for the others", async () => {
    const { code, stderr } = await outcry("doctor --dialect fapi --url http://127.0.0.1:9");
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("no venue answers at") });
  });
});
