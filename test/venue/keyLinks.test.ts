import { expect, test } from "vitest";
import { operate } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** One-time links, and what becomes of them where the market starts over. */

const START = Date.UTC(2026, 0, 1);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

test("a link makes the key of its team where the market started over, and none where that has no such team", async () => {
  const venue = await venueOfTest({ prices: { btc: 60_000 }, clock: START });
  const control = (path: string, body?: object) => operate(venue, path, body);
  const create = (teams: string) => {
    const practice = { start: at(1), end: at(2) };
    const rules = JSON.stringify({ name: "cup", practice, start: at(3), end: at(4), balance: "1000" });
    return control("contests/create", { rules, teams });
  };
  const redeem = async (link: string) => {
    const body = link.slice(link.indexOf("#") + 1);
    const headers = { "content-type": "application/octet-stream" };
    const response = await fetch(`${venue.baseUrl}/key`, { method: "POST", body, headers });
    return { status: response.status, ...((await response.json()) as { apiKey: string }) };
  };
  await create("blue\nred\n");
  const links: { team: string; round: string; link: string }[] = await control("contests/keys", {
    contest: "cup",
    links: true,
  });
  await venue.reset();
  const { teams } = await create("green\nblue\n");
  const [, blue] = teams;
  for (const { team, round, link } of links) {
    const made = await redeem(link);
    expect([team, made.status]).toEqual([team, team === "blue" ? 200 : 409]);
    if (team !== "blue") continue;
    const keys: { apiKey: string; account: number }[] = await control("keys");
    const { account } = keys.find(({ apiKey }) => apiKey === made.apiKey)!;
    expect(account).toBe(round === "practice" ? blue.practice : blue.account);
  }
});
