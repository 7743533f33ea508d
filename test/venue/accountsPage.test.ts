import { expect, test } from "vitest";
import { ControlClient } from "../../src/interface/client/index.ts";
import { venueOfFile } from "./venueOfTest.ts";

/**
 * A list of any number of accounts, page by page: what the venue filters and sorts is what a list of all of
 * them would show.
 */

const COUNT = 250;
const venue = await venueOfFile({ prices: { btc: 60_000 } });
const control = new ControlClient({ baseUrl: venue.controlUrl, token: venue.adminToken });
const names = Array.from({ length: COUNT }, (_, i) => `bot-${i}`);
await control.call("POST accounts/many/open", { names, balance: "100" });
for (let i = 0; i < COUNT; i++)
  await venue.deposit(`bot-${i}`, String(1 + ((i * 7_919) % 1_009)), { reference: `r${i}` });

const texts = new Intl.Collator("en", { numeric: true });

test.each([
  ["equity", (a: string, b: string) => Number(a) - Number(b)],
  ["wallet", (a: string, b: string) => Number(a) - Number(b)],
  ["name", texts.compare],
] as const)("sorted by %s, page by page, both ways: every account once", async (sort, compare) => {
  const all = (await control.call("GET accounts", { money: true })).filter(({ kind }) => kind === "user");
  for (const descending of [false, true]) {
    const expected = all.toSorted(
      (a, b) => (descending ? -1 : 1) * compare(a[sort]!, b[sort]!) || a.account - b.account,
    );
    const rows: typeof all = [];
    for (let offset = 0; offset < all.length; offset += 60) {
      const asked = { kind: "user", sort, descending, offset, limit: 60 } as const;
      const page = await control.call("GET accounts/page", asked);
      expect(page.total).toBe(all.length);
      rows.push(...page.accounts);
    }
    expect(rows).toEqual(expected);
  }
});

test("words are found in id, name, kind and status, all of them, in any case", async () => {
  await control.call("POST accounts/settings", { account: "bot-17", status: "frozen" });
  const found = async (words: string) =>
    (await control.call("GET accounts/page", { words })).accounts.map(({ name }) => name);
  expect(await found("FROZEN bot")).toEqual(["bot-17"]);
  expect(await found("bot-24")).toEqual(["bot-24", ...Array.from({ length: 10 }, (_, i) => `bot-24${i}`)]);
  expect(await found("nobody")).toEqual([]);
  const system = await control.call("GET accounts/page", { kind: "system", limit: 1 });
  expect(system.accounts).toHaveLength(1);
  expect(system.total).toBeGreaterThan(1);
});
