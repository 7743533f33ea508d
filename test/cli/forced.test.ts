import { describe, expect, test } from "vitest";
import { RISK_OPTIONS } from "../../src/interface/client/index.ts";
import { createProgram } from "../../src/workbench/cli/program.ts";
import { processTerminal } from "../../src/workbench/cli/terminal.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { tellInOrder } from "../inOrder.ts";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { placeFor } from "../venue/placeLimit.ts";
import { venueOfFile } from "../venue/venueOfTest.ts";
import { forcedCommands } from "./forced.ts";
import { outcry, told } from "./inProcess.ts";
import { leafCommands } from "./reference.ts";

const COMMANDS = leafCommands(await createProgram(processTerminal));

/** Funding, liquidation, auto-deleveraging and an empty fund, on purpose; and what explains them. */

const data = directoryOfFile();
const used = new Set<string>();

async function ask(...words: readonly string[]) {
  const answer = await told(...words, "--data", data);
  const paths = COMMANDS.map(([path]) => path);
  used.add(paths.find((path) => `${words.join(" ")} `.startsWith(`${path} `))!);
  return answer;
}

async function refused(...words: readonly string[]): Promise<string> {
  const result = await outcry(...words, "--data", data);
  // What was typed wrong is wrong usage; the rest the market refuses.
  expect(result.code, result.stderr).toBe(result.stderr.includes("Parameter ") ? 2 : 1);
  return result.stderr;
}

const place = (who: Client, type: string, size: string, price = "60000") =>
  placeFor(who, { type, size, price });

const ALICE_TRADES = "0.1";

tellInOrder();
const venue = await venueOfFile({ data, prices: { btc: 60_000 } });
const long = new Client(venue.baseUrl, venue.accounts[0]!);
const short = new Client(venue.baseUrl, venue.accounts[1]!);
await place(short, "2", ALICE_TRADES);
await place(long, "1", ALICE_TRADES);

describe("prices", () => {
  test("gap by a percentage, and are set back", async () => {
    expect(await ask("price set btc=-10%")).toEqual({ cmt_btcusdt: "54000.000" });
    expect(await ask("price set btc=+2.5%")).toEqual({ cmt_btcusdt: "55350.000" });
    await ask("price set btc=60000");
    for (const wrong of ["btc=-100%", "btc=x%", "btc=0.0000001%", "btc=%"])
      expect(await refused("price set", wrong)).toMatch(/prices\.btc is invalid/);
  });

  test("of several sources make an index, without the outlier", async () => {
    const report = (price: string, source: string) => ask("price report", `eth=${price}`, "--source", source);
    await report("3000", "1");
    await report("3010", "2");
    expect(await report("3005", "3")).toMatchObject([{ symbol: "cmt_ethusdt", index: "3005.0000" }]);
    expect(await report("4000", "4")).toMatchObject([{ index: "3005.0000" }]);
    const weighted = await ask("price report eth=3010 --source 2 --weight 3");
    expect(weighted).toMatchObject([{ index: "3007.0000" }]);
    const shown = (await ask("price show")).find(
      ({ symbol }: { symbol: string }) => symbol === "cmt_ethusdt",
    );
    expect(shown).toMatchObject({ source: "sources", markRule: { method: expect.any(String) } });
    expect(shown.sources).toMatchObject([
      { source: 1, price: "3000.0000", weight: 1, live: true },
      { source: 2, price: "3010.0000", weight: 3, live: true },
      { source: 3, price: "3005.0000" },
      { source: 4, price: "4000.0000" },
    ]);
    expect(await refused("price report eth=1 --source -1")).toMatch(/source is invalid/);
  });

  test("the mark's rule is chosen", async () => {
    const rule = { symbol: "cmt_ethusdt", method: "exponential-basis", window: 60, boundRate: "0.005" };
    const told = await ask("contract mark eth --method exponential-basis --window 60");
    expect(told).toEqual({ ...rule, impactUnits: expect.any(Number) });
    expect(await refused("contract mark eth --method last")).toMatch(/one of mean-basis/);
  });
});

test("funding is settled, or skipped", async () => {
  const [{ rate, due }] = await ask("funding show");
  expect(rate).toBe("0.0001");
  const before = await ask("account show demo-1");
  expect(await ask("funding skip btc")).toMatchObject({ symbol: "cmt_btcusdt", skipped: rate, due });
  expect((await ask("account show demo-1")).wallet).toBe(before.wallet);
  expect(await ask("funding settle btc")).toMatchObject({ settled: rate, due });
  const after = await ask("account show demo-1");
  expect(Number(before.wallet) - Number(after.wallet)).toBeCloseTo(0.6, 8); // 6 000 × 0.01 %
});

describe("explain", () => {
  test("an account: every number has its formula and its terms", async () => {
    const { entries } = await ask("explain account demo-1");
    const shown = await ask("account show demo-1");
    const [shared] = entries;
    const value = (name: string) => shared.numbers.find((each: { name: string }) => each.name === name).value;
    for (const name of ["wallet", "equity", "available", "withdrawable"])
      expect(value(name)).toBe(shown[name]);
    expect(shared.symbols[0].numbers).toMatchObject([
      { name: "requirement", value: "27.6", terms: { tier: 1, maintenanceRate: "0.004", feeRate: "0.0006" } },
      { name: "liquidationPrice" },
    ]);
    expect(shared.positions).toMatchObject([{ leg: "long", size: "0.1000", entryValue: "6000" }]);
  });

  test("amount, and liquidation prices; as text too", async () => {
    expect(await ask("explain amount demo-1")).toMatchObject([
      { of: "shared", name: "amount", terms: { openLong: "6000", fillFee: "3.6", funding: "-0.6" } },
    ]);
    const [price] = await ask("explain liquidation-price demo-2");
    const shown = await ask("account show demo-2");
    // A short so small against the account is liquidated at no price that the contract can have.
    expect([price.value, shown.positions[0].liquidationPrice]).toEqual(["none", "0"]);
    expect(shown.positions).toHaveLength(1);
    expect(await ask("position list demo-2")).toEqual(shown.positions);
    const { stdout } = await outcry("explain amount demo-1 --data", data);
    expect(stdout).toMatch(/amount of shared +\d/);
    expect(stdout).toMatch(/^= +deposit − withdraw \+ transferIn/m);
  });

  test("a rejection: the request log's numbers", async () => {
    expect(await refused("explain rejection demo-1")).toMatch(/no request of the account was refused/);
    const order = { ...LIMIT, client_oid: "", size: "900" };
    expect((await long.post("order/placeOrder", order)).status).not.toBe(200);
    const told = await ask("explain rejection demo-1");
    expect(told).toMatchObject({
      path: "/capi/v2/order/placeOrder",
      reason: expect.stringMatching(/\d/),
      rule: "tierExceeded",
      numbers: {
        ...{ leverage: "20.00", notional: expect.stringMatching(/^5\d{7}/), limit: "10000000" },
        ...{ lots: expect.stringMatching(/^9\d\d\.\d{4}$/), size: "900.0000", mark: expect.any(String) },
      },
      formulas: [
        "notional ≤ limit",
        expect.stringMatching(/^notional = /),
        expect.stringMatching(/^limit = /),
      ],
    });
    expect(await ask(`explain rejection demo-1 --request ${told.request}`)).toEqual(told);
    expect(await refused("explain rejection demo-1 --request 999999")).toMatch(/request is invalid/);
  });
});

test("auto-deleveraging: who is first, and it happens", async () => {
  await ask("price set btc=+1%");
  expect(await ask("adl ranks btc")).toMatchObject([
    { leg: "long", rank: 1, light: 5, size: "0.1000" },
    { leg: "short", rank: 1, light: 5, size: "0.1000" },
  ]);
  expect((await ask("account show demo-1")).positions).toMatchObject([{ adlLight: 5 }]);
  expect(await ask("adl run demo-1 btc long 0.04")).toMatchObject({ closed: "0.0400" });
  expect(await ask("adl ranks btc")).toMatchObject([{ size: "0.0600" }, { size: "0.0600" }]);
  expect(await refused("adl run demo-1 btc long 1")).toMatch(
    /closable size '0\.0600', current size '1\.0000'/,
  );
  expect(await refused("adl run demo-1 btc long 0.00001")).toMatch(/a multiple of the lot/);
});

test("liquidation: whatever the margin, explained afterwards", async () => {
  expect(await refused("explain liquidation demo-1")).toMatch(/never liquidated/);
  const before = await ask("fund show");
  const [entry] = (await ask("explain account demo-1")).entries;
  const value = (of: { name: string; value: string }[], name: string) =>
    of.find((each) => each.name === name)!.value;
  await ask("liquidate demo-1");
  const told = await ask("explain liquidation demo-1");
  const equity = value(entry.numbers, "equity");
  const requirement = value(entry.symbols[0].numbers, "requirement");
  expect(told).toMatchObject({ forced: true, equity, requirement });
  expect(told).toMatchObject({ position: 0, fills: [{ type: "burst_liquidate_long", size: "0.0600" }] });
  expect(told.bills.map(({ type }: { type: string }) => type)).toEqual([
    "start_liquidate",
    "position_close_long",
    "finish_liquidate",
  ]);
  expect(told.bills.at(-1).balance).toBe(told.amountAfter);
  expect((await ask("account show demo-1")).positions).toEqual([]);
  const after = await ask("fund show");
  expect(after.positions).toMatchObject([{ symbol: "cmt_btcusdt", leg: "long", size: "0.0600" }]);
  expect(Number(after.equity)).toBeGreaterThanOrEqual(Number(before.equity));
  expect(await refused("liquidate demo-1")).toMatch(/there is no position to close/);
});

test("the fund is filled and drained", async () => {
  const { wallet } = await ask("fund show");
  const filled = await ask("fund deposit 100.5");
  expect(Number(filled.wallet)).toBeCloseTo(Number(wallet) + 100.5, 6);
  const drained = await ask("fund withdraw", filled.withdrawable);
  expect(drained.withdrawable).toBe("0");
  expect(await refused("fund withdraw 1")).toMatch(/part with 0, not with 1/);
});

test("what the fund may take over, and what becomes of losses", async () => {
  expect(await ask("fund show")).toMatchObject({ floor: "0", notionalMax: "0" });
  const rule = await ask("fund rule --floor 50.5 --notional-max 1000");
  expect(rule).toMatchObject({ floor: "50.5", notionalMax: "1000" });
  expect(await refused("fund rule --floor -1")).toMatch(/floor is invalid/);
  expect(await ask("contract risk btc --funding full --residual fund")).toEqual({
    symbol: "cmt_btcusdt",
    ...Object.fromEntries(Object.entries(RISK_OPTIONS).map(([name, [usual]]) => [name, usual])),
    funding: "full",
    residual: "fund",
  });
  expect(await refused("contract risk btc --funding never")).toMatch(/funding is invalid/);
  const [listed] = await ask("contract list btc");
  expect(listed).toMatchObject({ riskRule: { funding: "full", residual: "fund" } });
  expect(await ask("contract risk btc --residual user")).toMatchObject({ funding: "full", residual: "user" });
  const more = "--fee-rounding up --large-liquidations fifth --adl-ranking random";
  const many = await ask(`contract risk btc --funding-average mean --presets filled ${more}`);
  expect(many).toMatchObject({ funding: "full", fundingAverage: "mean", presets: "filled" });
  expect(await ask("contract risk btc --tiers flat")).toMatchObject({ tiers: "flat" });
  const net = await ask("contract risk btc --tier-notional net --hedge-requirement larger");
  expect(net).toMatchObject({ tiers: "flat", tierNotional: "net", hedgeRequirement: "larger" });
  const entry = await ask("contract risk btc --position-margin entry");
  expect(entry).toMatchObject({ hedgeRequirement: "larger", positionMargin: "entry" });
  const shown = await ask("contract risk btc");
  expect(shown).toMatchObject({ fundingAverage: "mean", tiers: "flat", residual: "user" });
  const [now] = await ask("contract list btc");
  expect(shown).toEqual({ symbol: "cmt_btcusdt", ...now.riskRule });
});

test("everything was logged like any command, and the books balance", async () => {
  venue.engine.audit();
  const acts = (await venue.stop().then(() => outcry("journal operators", data, "--json"))).json();
  const commands = new Set(acts.map(({ command }: { command: string }) => command));
  for (const each of ["forceFunding", "liquidate", "deleverage", "setMarkRule", "setRiskRule", "setFundRule"])
    expect(commands).toContain(each);
  const { code, stderr } = await outcry("journal replay", data, "--json");
  expect(code, stderr).toBe(0);
});

test("every forced command was used above", () => {
  for (const command of forcedCommands) expect(used).toContain(command);
});
