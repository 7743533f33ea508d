import { readFileSync } from "node:fs";
import { join } from "node:path";
import { USDMClient } from "binance";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { fapi, parameterOf } from "../../src/interface/wire/index.ts";
import { commandLayouts } from "../../src/kernel/core/data/messages/command.ts";
import { fapiOperations } from "../../src/service/gateway/fapi/operations.ts";
import { Client, look } from "../venue/client.ts";

/*
 * What of the fapi dialect is served and what is not: against the declarations, a running venue, and the page
 * that says so. Every operation with an answer of its own is called in fapi-calls.
 */

let venue: Venue;
let own: Client;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
  own = new Client(venue.baseUrl, venue.accounts[0]!);
});
afterAll(() => venue.stop());

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/fapi.md"), "utf8");

/** What a path is below its version, and below /futures/data. */
const tailOf = (path: string) => path.replace(/^\/(?:fapi\/v\d|futures\/data)\//, "");

/** The paths of requests that a client of the vendor's interface knows. */
const knownElsewhere = Object.getOwnPropertyNames(USDMClient.prototype).flatMap((method) => {
  const text = String((USDMClient.prototype as unknown as Record<string, unknown>)[method]);
  const [, verb, path] = /this\.(get|post|put|delete)(?:Private)?\('([^']+)'/.exec(text) ?? [];
  return verb === undefined || method === "constructor" ? [] : [[verb.toUpperCase(), `/${path}`] as const];
});

/** Fields of commands that no request of the dialect sets. */
const OURS =
  /^(account|marginMode|separatedMode|requestHash|preset.*|position|closeCapped|orRefused|plansOnly|which|switches|ordersFollow)$/;

test("every other field of the commands that a request becomes has a parameter, by which a refusal names it", () => {
  const unnamed = fapiOperations.flatMap(({ method, path, commands = {}, parameters }) =>
    Object.entries(commands).flatMap(([type, names]) => {
      const { fixed, texts } = commandLayouts[type as keyof typeof commandLayouts];
      return [...Object.keys(fixed), ...(texts as readonly string[])]
        .filter((field) => !OURS.test(field) && !(type === "amendOrder" && field === "triggerPrice"))
        .map((field) => names[field] ?? (field === "contract" ? "symbol" : field))
        .filter((name) => parameterOf(parameters, name) === undefined)
        .map((name) => `${method} ${path}: ${name} of ${type}`);
    }),
  );
  expect(unnamed).toEqual([]);
});

test("the page names every operation that is served", () => {
  const named = new Set([...PAGE.matchAll(/`([^` ]+)`/g)].map(([, name]) => name!));
  const documented = fapiOperations.filter(({ hidden }) => !hidden).map(({ path }) => tailOf(path));
  expect(documented.filter((tail) => !named.has(tail))).toEqual([]);
});

test("what others know and is not served is refused with the list of what is, and named on the page", async () => {
  const others = knownElsewhere.filter(([verb, path]) => !fapi.served.includes(`${verb} ${path}`));
  expect(others.length).toBeGreaterThan(15);
  for (const [method, path] of others) {
    const response = await fetch(`${venue.baseUrl}${path}`, { method });
    const { code, msg } = (await response.json()) as { code: number; msg: string };
    expect([response.status, code], path).toEqual([404, -5000]);
    for (const each of fapi.served) expect(msg).toContain(each);
    const [first = ""] = tailOf(path).split("/");
    expect(PAGE, path).toContain(`\`${first}`);
  }
});

test("no other path below /fapi and /futures/data is anything", async () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,12}$/);
  const path = fc
    .tuple(
      fc.constantFrom("/fapi/v1", "/fapi/v2", "/fapi/v3", "/fapi", "/futures/data"),
      fc.array(word, { minLength: 1, maxLength: 3 }),
    )
    .map(([base, words]) => [base, ...words].join("/"));
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom("GET", "POST", "PUT", "DELETE"), async (of, method) => {
      fc.pre(!fapi.served.includes(`${method} ${of}`));
      const response = await fetch(venue.baseUrl + of, { method });
      expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([404, -5000]);
    }),
    { numRuns: 100, seed: 1 },
  );
});

test("what the venue has nothing of is answered by an empty list, whatever is asked", async () => {
  const empty = fapiOperations.filter(({ response }) => response === fapi.market.Empty);
  expect(empty).toHaveLength(13);
  for (const { path } of empty) {
    const { status, body } = await look(venue.baseUrl, `${path}?symbol=BTCUSDT&pair=BTCUSDT&period=1h`);
    expect([status, body], path).toEqual([200, []]);
  }
});

test("further versions of a path answer what the first does", async () => {
  const hidden = fapiOperations.filter((each) => each.hidden);
  expect(hidden.map(({ path }) => path).toSorted()).toEqual([
    ...["/fapi/v1/account", "/fapi/v1/balance", "/fapi/v1/positionRisk", "/fapi/v2/ticker/price"],
    "/fapi/v3/balance",
  ]);
  for (const { path } of hidden) {
    const first = fapiOperations.find(
      (each) => !each.hidden && tailOf(each.path) === tailOf(path) && each.path !== "/fapi/v3/account",
    )!;
    expect((await own.get(path)).body, path).toEqual((await own.get(first.path)).body);
  }
});
