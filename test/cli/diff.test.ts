import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { align } from "../../src/workbench/cli/diff/align.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { placeLimit } from "../venue/placeLimit.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { outcry } from "./inProcess.ts";

/** What the accounts of two venues do not have alike. */

describe("rows that belong together", () => {
  interface Row {
    readonly name?: string;
    readonly asked: string;
  }
  /** Pairs by their places in both, "-" for none. */
  const pair = (a: readonly Row[], b: readonly Row[]): string =>
    align(
      a,
      b,
      ({ name = "" }) => name,
      ({ asked }) => asked,
    )
      .map(([left, right]) => `${left ? a.indexOf(left) : "-"}${right ? b.indexOf(right) : "-"}`)
      .join(" ");
  const rows = (text: string): Row[] => [...text].map((asked) => ({ asked }));

  test.each([
    ["abc", "abc", "00 11 22"],
    ["abc", "axbc", "00 -1 12 23"],
    ["axbc", "abc", "00 1- 21 32"],
    ["axc", "ayc", "00 11 22"],
    ["", "ab", "-0 -1"],
    ["abcd", "bd", "0- 10 2- 31"],
  ])("%s and %s, by what was asked for, else by place", (a, b, pairs) => {
    expect(pair(rows(a), rows(b))).toBe(pairs);
  });

  test("by name, the n-th to the n-th, wherever they are", () => {
    const named = (...names: readonly string[]) => names.map((name) => ({ name, asked: "same" }));
    expect(pair(named("x", "y", "x"), named("y", "x", "z"))).toBe("01 10 2- -2");
  });
});

describe("outcry diff", () => {
  async function venueOn(data: string, accounts?: Venue["accounts"]): Promise<Venue> {
    const venue = await venueOfTest({ data, prices: { btc: 60_000 }, ...(accounts && { accounts }) });
    return venue;
  }
  test("equal venues; then one order more, one changed, and what came of them, in words and as JSON", async () => {
    const first = temporaryDirectory();
    const venue = await venueOn(first);
    await placeLimit(venue, 0, { type: "1", client_oid: "early" });
    await placeLimit(venue, 1, { type: "2", client_oid: "early" });
    await venue.stop();
    const second = join(temporaryDirectory(), "second");
    expect((await outcry("branch", second, "--data", first)).code).toBe(0);
    const same = await outcry("diff", first, second);
    expect([same.code, same.stdout, same.stderr]).toEqual([0, "no difference\n", ""]);

    for (const data of [first, second]) {
      const isSecond = data === second;
      const running = await venueOn(data, venue.accounts);
      if (isSecond) await placeLimit(running, 0, { type: "1", price: "58000" }); // without a client id: the later ids are others
      await placeLimit(running, 0, { type: "1", price: isSecond ? "59000" : "59500", client_oid: "changed" });
      await placeLimit(running, 0, { type: "1", price: "60000", size: "0.02" });
      await placeLimit(running, 1, { type: "2", price: "60000", size: "0.02", client_oid: "taker" });
      await running.stop();
    }
    const told = await outcry("diff", first, second);
    expect(told.code).toBe(1);
    expect(told.stdout.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " | "))).toEqual([
      "what | account | which | difference",
      "order | demo-1 | client id changed | price 59500.0 → 59000.0",
      "order | demo-1 | order 2 | only in the second: open-long 0.0100 cmt_btcusdt 58000.0 limit open",
      expect.stringMatching(/^balance \| demo-1 \| USDT \| available \d+\.?\d* → \d+\.?\d*$/),
      "",
    ]);
    const { a, b, differences } = (await outcry("diff", first, second, "--json")).json();
    expect([a.data, b.data, b.seq - a.seq]).toEqual([first, second, 1]);
    expect(differences).toHaveLength(3);
    expect(differences[0]).toMatchObject({
      list: "order",
      account: "demo-1",
      which: "client id changed",
      a: { price: "59500.0", client_id: "changed" },
      b: { price: "59000.0" },
      changed: ["price"],
    });
    expect(differences[1]).toMatchObject({ a: null, changed: [] });
    const missing = await outcry("diff", first, join(first, "none"));
    expect([missing.code, missing.stderr]).toEqual([5, expect.stringContaining("there is no venue in")]);
  });

  test("fills and bills: a fill of another size is one changed fill and bill, for each of the two", async () => {
    const [first, second] = [temporaryDirectory(), temporaryDirectory()];
    for (const [data, size] of [
      [first, "0.01"],
      [second, "0.02"],
    ] as const) {
      const venue = await venueOn(data);
      await placeLimit(venue, 0, { type: "1", size: "0.02", client_oid: "maker" });
      await placeLimit(venue, 1, { type: "2", size, client_oid: "taker" });
      await venue.stop();
    }
    const { differences } = (await outcry("diff", first, second, "--json")).json();
    const shown = differences.map(
      ({ list, account, which }: Record<string, string>) => `${list} ${account} ${which}`,
    );
    expect(shown.filter((line: string) => /fill|bill demo/.test(line))).toEqual([
      "fill demo-1 client id maker",
      "bill demo-1 bill 2",
      "fill demo-2 client id taker",
      "bill demo-2 bill 2",
    ]);
    expect(differences.find(({ list }: { list: string }) => list === "fill")).toMatchObject({
      a: { size: "0.0100" },
      b: { size: "0.0200" },
      changed: ["size", "value", "fee"],
    });
  });
});
