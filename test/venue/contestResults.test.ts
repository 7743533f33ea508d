import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { defaultScenario, parseScenario } from "../../src/movers/feeds/index.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { venueOfTest } from "./venueOfTest.ts";

/** Results of contests on a venue that is not as most are. */

const START = Date.UTC(2026, 0, 1);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

test("a venue has results whose first contract never had a price", async () => {
  const [data, folder] = [temporaryDirectory(), temporaryDirectory()];
  const scenario = {
    contracts: [{ symbol: "cmt_btcusdt" }, { symbol: "cmt_ethusdt" }],
    feeds: { cmt_btcusdt: { type: "pushed" }, cmt_ethusdt: { type: "pushed", price: 3_000 } },
    prehistory: 0,
  };
  const market = await parseScenario(scenario, () => Promise.reject(new Error("no recordings")));
  const venue = await venueOfTest({ data, market, clock: START });
  const [rules, teams] = [join(folder, "cup.json"), join(folder, "teams.csv")];
  const cup = { name: "cup", start: at(1), end: at(2), contracts: ["cmt_ethusdt"], balance: "1000" };
  writeFileSync(rules, JSON.stringify(cup));
  writeFileSync(teams, "blue\nred\n");
  const created = await outcry("contest", "create", rules, teams, "--data", data);
  expect(created.code, created.stderr).toBe(0);
  await venue.step(3 * 60_000);
  const shown = await outcry("contest", "results", "cup", "--data", data, "--json");
  expect(shown.code, shown.stderr).toBe(0);
  expect(shown.json()).toMatchObject({ indexes: { cmt_ethusdt: expect.any(Number) } });
});

test("with --contest teams are alone in no book that they share, whenever the contest was made", async () => {
  const [data, folder] = [temporaryDirectory(), temporaryDirectory()];
  const secret = { data, seed: "secret", clock: START, accounts: [] } as const;
  const empty = { ...defaultScenario("empty"), prehistory: 0 };
  const create = (name: string, book: string) => {
    const [rules, teams] = [join(folder, `${name}.json`), join(folder, `${name}.csv`)];
    writeFileSync(rules, JSON.stringify({ name, start: at(1), end: at(2), balance: "1000", book }));
    writeFileSync(teams, `${name}-blue\n`);
    return outcry("contest", "create", rules, teams, "--data", data);
  };
  const quiet = await venueOfTest({ ...secret, market: empty });
  expect((await create("before", "shared")).code).toBe(0);
  await quiet.stop();
  await expect(startVenue({ ...secret, market: empty, contest: true })).rejects.toThrow(
    "the contest before has `book: shared`: without house participants teams alone would make the prices",
  );
  const busy = await venueOfTest({
    ...secret,
    market: { ...defaultScenario("simulated"), prehistory: 0 },
    contest: true,
  });
  expect((await create("beside", "shared")).code).toBe(0);
  await busy.step(3 * 60_000); // both are over
  await busy.stop();
  await venueOfTest({ ...secret, market: empty, contest: true });
  const refused = await create("alone", "shared");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("`book: shared` is refused with --contest");
  expect(refused.stderr).toContain("--market simulated");
  expect((await create("apart", "house")).stderr).toContain("must begin after now");
});
