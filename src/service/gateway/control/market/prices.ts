import * as declared from "../../../../interface/wire/control/operations/market.ts";
import type { Grid } from "../../../../interface/wire/index.ts";
import {
  invalidParameter,
  isDecimal,
  pointsText,
  readParameters,
  refusal,
  stepsOf,
  unitsOf,
} from "../../../../interface/wire/index.ts";
import type { ContractView, Points } from "../../../../kernel/core/index.ts";
import { bigDivHalfEven, RATE_ONE } from "../../../../kernel/core/index.ts";
import { shownMarkRule } from "../contract/show.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";

/**
 * `GET /control/prices`: index and mark of every contract; what feeds the index (`sources` while outside
 * sources report, else the kind of its feed), what each source said last and whether it still counts, and how
 * the mark is made of it.
 */
const showPrices = controlOperation(declared.showPrices, async ({ engine, prices: { feeds } }) => {
  const [contracts, rules] = await Promise.all([
    engine.query({ type: "contracts" }),
    engine.query({ type: "rules" }),
  ]);
  return contracts.map((contract) => {
    const { mark, sources } = rules.contracts[contract.contract]!;
    return {
      symbol: contract.symbol,
      index: pointsText(contract, contract.index),
      mark: pointsText(contract, contract.mark),
      source: sources.some(({ live }) => live) ? "sources" : (feeds.sourceOf(contract.symbol) ?? "none"),
      markRule: shownMarkRule(mark),
      sources: sources.map((each) => ({
        ...each,
        points: undefined,
        price: pointsText(contract, each.points),
      })),
    };
  });
});

/**
 * `POST /control/prices/push`: sets index prices at once, in one command: `{"prices": {"btc": "60000.5"}}`,
 * or lets them gap by a percentage: `{"prices": {"btc": "-10%"}}`. A contract priced so is fed by pushes
 * alone from then on.
 */
const pushPrices = controlOperation(declared.pushPrices, async (context, { prices }) => {
  if (typeof prices !== "object" || prices === null || Array.isArray(prices)) {
    throw invalidParameter("prices", "an object of decimals by symbol");
  }
  const points: Record<string, Points> = {};
  const shown: Record<string, string> = {};
  for (const [name, price] of Object.entries(prices)) {
    const parameter = `prices.${name.slice(0, 40)}`;
    const contract = await contractOf(context, name, parameter);
    if (typeof price !== "string") throw invalidParameter(parameter, "a decimal");
    const value = pointsOrMove(contract, price, parameter);
    points[contract.symbol] = value;
    shown[contract.symbol] = pointsText(contract, value);
  }
  if (Object.keys(points).length === 0) throw invalidParameter("prices", "at least one price");
  try {
    await context.prices.feeds.push(points, (command) => context.acting.submit(command));
  } catch (error) {
    if (error instanceof Error && error.name === "FeedError")
      throw refusal("INVALID_ARGUMENT", error.message);
    throw error;
  }
  return shown;
});

/**
 * `POST /control/prices/report`: what several outside sources say of a price. The venue makes the index of
 * the live ones, without outliers (docs/reference/mark.md); nothing else feeds the contract from then on.
 */
const reportPrices = controlOperation(declared.reportPrices, async (context, { prices }) => {
  const reported: { contract: number; source: number; points: number; weight: number }[] = [];
  const symbols = new Set<string>();
  for (const [i, item] of prices.entries()) {
    for (const name of Object.keys(item))
      if (!Object.hasOwn(declared.reportedPrice, name))
        throw invalidParameter(
          `prices[${i}].${name.slice(0, 40)}`,
          `of ${Object.keys(declared.reportedPrice).join(", ")}`,
        );
    const read = readParameters(declared.reportedPrice, item);
    const contract = await contractOf(context, read.symbol, `prices[${i}].symbol`);
    const points = pointsOf(contract, read.price, `prices[${i}].price`);
    symbols.add(contract.symbol);
    reported.push({ contract: contract.contract, source: read.source, points, weight: read.weight });
  }
  return context.prices.feeds.instead([...symbols], async () => {
    await context.submit({ type: "reportPrices", prices: reported });
    const contracts = await context.engine.query({ type: "contracts" });
    return contracts
      .filter(({ symbol }) => symbols.has(symbol))
      .map((contract) => {
        context.prices.feeds.add(contract, undefined);
        return {
          symbol: contract.symbol,
          index: pointsText(contract, contract.index),
          mark: pointsText(contract, contract.mark),
        };
      });
  });
});

/**
 * `POST /control/prices/follow`: a contract whose prices were pushed or reported follows the market's own
 * feed again. A generated feed goes on from the present price; a script or a recording goes on as if it had
 * never been interrupted.
 */
const followPrices = controlOperation(declared.followPrices, async (context, { symbol: name }) => {
  const { symbol, contract, index, pushed } = await contractOf(context, name);
  if (!context.prices.feeds.follow(symbol))
    throw refusal("INVALID_ARGUMENT", `the market has no feed for ${symbol}`);
  // The feed may be silent for a while; the end of pushing must survive a restart all the same.
  if (pushed) await context.acting.submit({ type: "setIndex", prices: [{ contract, points: index }] });
  return { symbol, source: context.prices.feeds.sourceOf(symbol) ?? "none" };
});

/** Prices of all contracts stay below this; larger ones are refused before anything is computed with them. */
const POINTS_MAX = 2 ** 47;

/**
 * An index price in points: a decimal of at least one tick, with at most two decimals more than the
 * contract's prices.
 */
export function pointsOf(grid: Grid, price: string, name: string): Points {
  const got = `got '${price.slice(0, 40)}'`;
  if (!isDecimal(price)) throw invalidParameter(name, `a decimal, ${got}`);
  const points = stepsOf(price, grid.priceDecimals + 2, grid.priceStep);
  if (points === undefined) {
    throw invalidParameter(
      name,
      `at most ${grid.priceDecimals + 2} decimals, on the contract's grid, ${got}`,
    );
  }
  if (points < 100 || points > POINTS_MAX)
    throw invalidParameter(name, `at least one tick, and no larger than prices are, ${got}`);
  return points;
}

/**
 * An index price as {@link pointsOf}, or the present one moved by a percentage: "-10%", "+2.5%", half-even to
 * a point.
 */
function pointsOrMove(contract: ContractView, text: string, name: string): Points {
  const percent = /^\+?(-?[^%]*)%$/.exec(text)?.[1];
  if (percent === undefined) return pointsOf(contract, text, name);
  const rate = isDecimal(percent) ? unitsOf(percent, PERCENT_DECIMALS) : undefined;
  if (rate === undefined || !Number.isSafeInteger(rate))
    throw invalidParameter(
      name,
      `a percentage with at most ${PERCENT_DECIMALS} decimals, got '${text.slice(0, 40)}'`,
    );
  if (contract.index === 0) throw invalidParameter(name, "the contract has no price yet that could move");
  const points = Number(bigDivHalfEven(BigInt(contract.index) * BigInt(RATE_ONE + rate), BigInt(RATE_ONE)));
  if (points < 100 || points > POINTS_MAX)
    throw invalidParameter(
      name,
      `at least one tick is left, and no more than prices are, got '${text.slice(0, 40)}'`,
    );
  return points;
}

/** Decimals of a percentage: two fewer than those of a rate. */
const PERCENT_DECIMALS = 6;

/** The operations of index prices. */
export const priceOperations: readonly ControlOperation[] = [
  showPrices,
  pushPrices,
  reportPrices,
  followPrices,
];
