import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { TSchema } from "typebox";
import { readInstant } from "../../kernel/host/instant.ts";
import { jsonFault } from "../../kernel/host/jsonFault.ts";
import { schemaErrors } from "../../kernel/host/schemaErrors.ts";
import type { Listing } from "./contracts.ts";
import { defaultContracts, usualListing, usualTrading } from "./contracts.ts";
import type { FeedSpec, ScriptStep } from "./priceFeed.ts";
import { readTimeline } from "./readTimeline.ts";
import { readTraders } from "./readTraders.ts";
import { RecordingError, readRecording } from "./recording.ts";
import type { Scenario, ScenarioProblem } from "./scenario.ts";
import { DEFAULT_HOUSE, DEFAULT_PREHISTORY, leverageOf, rateOf, ScenarioError } from "./scenario.ts";
import type { ContractFile, FeedFile, ScenarioFile } from "./scenarioSchema.ts";
import { feedSchemas, ScenarioSchema } from "./scenarioSchema.ts";

/**
 * Reads a scenario file and the recordings that it names.
 *
 * @throws ScenarioError naming path, value and rule of everything that is wrong; the file system's own error
 * when the scenario itself cannot be read
 */
export async function readScenario(path: string): Promise<Scenario> {
  const text = await readFile(path, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const rule = `must be JSON (${jsonFault(error)})`;
    throw new ScenarioError([{ path: "", value: shown(text, ""), rule }], { cause: error, file: path });
  }
  const locate = (file: string): string => resolve(dirname(path), file);
  try {
    return await parseScenario(value, (file) => readFile(locate(file), "utf8"), locate);
  } catch (error) {
    throw error instanceof ScenarioError
      ? new ScenarioError(error.problems, { cause: error, file: path })
      : error;
  }
}

/**
 * Checks a scenario and fills in what it leaves out.
 *
 * @param read returns the text of a recording
 * @param locate resolves the path of a trader's file; absent: from the working directory
 */
export async function parseScenario(
  value: unknown,
  read: (file: string) => Promise<string>,
  locate: (file: string) => string = resolve,
): Promise<Scenario> {
  const problems: ScenarioProblem[] = [];
  check(ScenarioSchema, value, "", problems);
  if (problems.length > 0) throw new ScenarioError(problems);
  const file = value as ScenarioFile;
  const listings = file.contracts
    ? file.contracts.flatMap((contract, i) => listingOf(contract, `contracts.${i}`, problems))
    : defaultContracts.map(({ listing }) => listing);
  for (const [i, { symbol }] of listings.entries()) {
    if (listings.findIndex((other) => other.symbol === symbol) < i) {
      problems.push({ path: `contracts.${i}.symbol`, value: symbol, rule: "must be listed once" });
    }
  }
  const feeds: Record<string, FeedSpec> = {};
  for (const [symbol, feed] of Object.entries(file.feeds ?? {})) {
    const path = `feeds.${symbol}`;
    const named = listings.filter((each) => symbol === "*" || each.symbol === symbol);
    const targets = named.filter((each) => symbol !== "*" || file.feeds?.[each.symbol] === undefined);
    if (named.length === 0) problems.push({ path, value: symbol, rule: "must name a listed contract or *" });
    for (const target of targets.slice(0, 1)) checkFeed(feed, path, target, problems);
    if (problems.length > 0) continue;
    for (const target of targets) {
      feeds[target.symbol] = await specOf(feed as FeedFile, path, target, read, problems);
    }
  }
  const traders = await readTraders(file.traders ?? [], listings, locate, problems);
  const accounts = file.accounts ?? [];
  for (const [i, { name }] of accounts.entries()) {
    if (accounts.findIndex((other) => other.name === name) < i)
      problems.push({
        path: `accounts.${i}.name`,
        value: name,
        rule: "must be the name of one account only",
      });
  }
  const timeline = readTimeline(file.timeline ?? [], file.faults ?? [], problems);
  const start = file.clock?.start;
  const clockStart = start === undefined ? undefined : readInstant(start);
  if (start !== undefined && clockStart === undefined)
    problems.push({ path: "clock.start", value: start, rule: "must be a moment of the calendar" });
  if (problems.length > 0) throw new ScenarioError(problems);
  for (const listing of listings) {
    const { price, volatility } = usualTrading(listing.symbol);
    feeds[listing.symbol] ??= { type: "generated", price, volatility };
  }
  return {
    about: file.about ?? "",
    seed: file.seed,
    clockStart,
    clockSpeed: file.clock?.speed,
    listings,
    feeds,
    house: file.participants === false ? undefined : { ...DEFAULT_HOUSE, ...file.participants },
    traders,
    accounts: accounts.map(({ name, balance }) => ({
      name,
      balance: balance === undefined ? undefined : String(balance),
    })),
    timeline,
    fundWorkOff: file.fund?.workOff,
    prehistory: file.prehistory ?? DEFAULT_PREHISTORY,
  };
}

function listingOf(contract: ContractFile, path: string, problems: ScenarioProblem[]): readonly Listing[] {
  const known = defaultContracts.find(({ listing }) => listing.symbol === contract.symbol)?.listing;
  const grid = {
    baseCoin: contract.baseCoin ?? known?.baseCoin,
    priceDecimals: contract.priceDecimals ?? known?.priceDecimals,
    sizeDecimals: contract.sizeDecimals ?? known?.sizeDecimals,
  };
  const { baseCoin, priceDecimals, sizeDecimals } = grid;
  if (baseCoin === undefined || priceDecimals === undefined || sizeDecimals === undefined) {
    for (const [name, value] of Object.entries(grid)) {
      const rule = "must be given: the contract is not one out of the box";
      if (value === undefined) problems.push({ path: `${path}.${name}`, value: "nothing", rule });
    }
    return [];
  }
  const lotStep = contract.lotStep ?? known?.lotStep ?? 1;
  const isExact = lotStep % 10 ** Math.max(0, priceDecimals + 2 + sizeDecimals - 8) === 0;
  if (priceDecimals + sizeDecimals > 8 || !isExact) {
    const rule =
      "priceDecimals + 2 + sizeDecimals must be at most 8, or 9 with lotStep a multiple of 10, or 10 of 100, so that every value is exact";
    problems.push({ path, value: `${priceDecimals} + 2 + ${sizeDecimals}, lotStep ${lotStep}`, rule });
  }
  const leverageMax =
    contract.leverageMax === undefined ? (known?.leverageMax ?? 75_00) : leverageOf(contract.leverageMax);
  const usual = usualListing({
    symbol: contract.symbol,
    baseCoin,
    priceDecimals,
    sizeDecimals,
    lotStep,
    orderLotsMax: contract.orderLotsMax ?? known?.orderLotsMax ?? 100_000_000,
    leverageMax,
  });
  for (const problem of termProblems(contract, usual))
    problems.push({ ...problem, path: `${path}.${problem.path}` });
  const { leverageDefault, makerFeeRate, takerFeeRate, bandRate, tiers } = contract;
  return [
    {
      ...usual,
      ...(leverageDefault !== undefined && { leverageDefault: leverageOf(leverageDefault) }),
      ...(makerFeeRate !== undefined && { makerRate: rateOf(makerFeeRate) }),
      ...(takerFeeRate !== undefined && { takerRate: rateOf(takerFeeRate) }),
      ...(bandRate !== undefined && { bandBuyRate: rateOf(bandRate), bandSellRate: rateOf(bandRate) }),
      ...(tiers !== undefined && {
        tiers: tiers.map((tier) => ({
          boundUnits: tier.notionalMax,
          maintenanceRate: rateOf(tier.maintenanceRate),
          leverageMax: leverageOf(tier.leverageMax),
        })),
      }),
      fundingIntervalMs: contract.fundingIntervalMs ?? usual.fundingIntervalMs,
      openOrdersMax: contract.openOrdersMax ?? usual.openOrdersMax,
      apiTradable: contract.apiTradable ?? usual.apiTradable,
    },
  ];
}

/** Problems with a contract's terms that the schema cannot express. */
function termProblems(contract: ContractFile, usual: Listing): readonly ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  const { leverageDefault, makerFeeRate, takerFeeRate, tiers = [] } = contract;
  if (leverageDefault !== undefined && leverageOf(leverageDefault) > usual.leverageMax) {
    const rule = `must be at most leverageMax, ${usual.leverageMax / 100}`;
    problems.push({ path: "leverageDefault", value: String(leverageDefault), rule });
  }
  const maker = makerFeeRate === undefined ? usual.makerRate : rateOf(makerFeeRate);
  const taker = takerFeeRate === undefined ? usual.takerRate : rateOf(takerFeeRate);
  if (taker < 0 || maker + taker < 0) {
    const rule = "must be at least 0, and with makerFeeRate at least 0";
    problems.push({ path: "takerFeeRate", value: String(taker / 1e8), rule });
  }
  for (const [i, tier] of tiers.entries()) {
    const before = tiers[i - 1];
    if (before === undefined) continue;
    const ascends = tier.notionalMax > before.notionalMax && tier.maintenanceRate > before.maintenanceRate;
    if (!ascends || tier.leverageMax > before.leverageMax) {
      const rule = "must have more notional and maintenance, and no more leverage, than the tier before";
      problems.push({ path: `tiers.${i}`, value: JSON.stringify(tier), rule });
    }
  }
  return problems;
}

/** Checks a feed against the schema of its type, and against rules that the schema cannot express. */
function checkFeed(feed: unknown, path: string, listing: Listing, problems: ScenarioProblem[]): void {
  const { type, price, steps } = feed as { type: string; price?: number; steps?: readonly unknown[] };
  const schema = Object.hasOwn(feedSchemas, type) ? feedSchemas[type as keyof typeof feedSchemas] : undefined;
  if (schema === undefined) {
    const rule = `must be one of ${Object.keys(feedSchemas).join(", ")}`;
    problems.push({ path: `${path}.type`, value: JSON.stringify(type), rule });
    return;
  }
  const before = problems.length;
  check(schema, feed, path, problems);
  if (problems.length > before) return;
  const tick = 10 ** -listing.priceDecimals * listing.priceStep;
  if (price !== undefined && price < tick) {
    problems.push({
      path: `${path}.price`,
      value: String(price),
      rule: `must be at least the tick, ${tick}`,
    });
  }
  let latest = -1;
  for (const [i, raw] of (steps ?? []).entries()) {
    const step = raw as { atMs: number; price?: number; gap?: number; ramp?: number; overMs?: number };
    const refuse = (rule: string): void => {
      problems.push({ path: `${path}.steps.${i}`, value: JSON.stringify(step), rule });
    };
    const moves = [step.price, step.gap, step.ramp].filter((move) => move !== undefined).length;
    if (moves !== 1) refuse("must have one of price, gap and ramp");
    else if ((step.ramp === undefined) !== (step.overMs === undefined))
      refuse("must have overMs if it has ramp");
    if (step.atMs <= latest) refuse(`must come after the step at ${latest} ms`);
    latest = step.atMs;
  }
}

async function specOf(
  feed: FeedFile,
  path: string,
  listing: Listing,
  read: (file: string) => Promise<string>,
  problems: ScenarioProblem[],
): Promise<FeedSpec> {
  const usual = usualTrading(listing.symbol);
  switch (feed.type) {
    case "generated":
      return {
        type: "generated",
        price: feed.price ?? usual.price,
        volatility: feed.volatility ?? usual.volatility,
      };
    case "constant":
      return { type: "constant", price: feed.price ?? usual.price };
    case "scripted":
      return {
        type: "scripted",
        price: feed.price ?? usual.price,
        steps: feed.steps as readonly ScriptStep[],
      };
    case "pushed":
      return { type: "pushed", price: feed.price };
    case "recorded":
      try {
        const recording = readRecording(await read(feed.file), feed.layout, feed.file);
        return { type: "recorded", recording, loop: feed.loop ?? true };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const rule =
          error instanceof RecordingError ? `must follow the layout: ${why}` : `must be readable: ${why}`;
        problems.push({ path: `${path}.file`, value: JSON.stringify(feed.file), rule });
        return { type: "pushed", price: undefined };
      }
  }
}

/** Adds a problem, in words, for everything in which `value` breaks `schema`. */
function check(schema: TSchema, value: unknown, path: string, problems: ScenarioProblem[]): void {
  for (const error of schemaErrors(schema, value)) {
    const at = path + error.instancePath.replaceAll("/", ".");
    if (error.keyword === "additionalProperties") {
      for (const name of error.params.additionalProperties) {
        const where = joined(at, name);
        problems.push({
          path: where,
          value: shown(value, error.instancePath, name),
          rule: "is not a known field",
        });
      }
      continue;
    }
    const rule =
      error.keyword === "anyOf" ? "must be one of the forms in docs/reference/market.md" : error.message;
    if (error.keyword === "const" && error.schemaPath.includes("anyOf")) continue;
    problems.push({ path: trimmed(at), value: shown(value, error.instancePath), rule });
  }
}

const trimmed = (path: string): string => path.replace(/^\./, "");
const joined = (path: string, name: string): string => trimmed(`${path}.${name}`);

/** The JSON of the value at a pointer, cut to one line. */
function shown(value: unknown, pointer: string, name?: string): string {
  const steps = pointer.split("/").slice(1);
  if (name !== undefined) steps.push(name);
  let at: unknown = value;
  for (const step of steps) at = (at as Record<string, unknown> | undefined)?.[step];
  const text = JSON.stringify(at) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
