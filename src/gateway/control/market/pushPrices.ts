import type { Points } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/market.ts";
import { invalidParameter, pointsText, refusal } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { pointsOrMove } from "./pointsOf.ts";

/**
 * `POST /control/prices/push`: sets index prices at once, in one command: `{"prices": {"btc": "60000.5"}}`, or lets
 * them gap by a percentage: `{"prices": {"btc": "-10%"}}`. A contract priced so is fed by pushes alone from then on.
 */
export const pushPrices = controlOperation(declared.pushPrices, async (context, { prices }) => {
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
    await context.feeds.push(points, (command) => context.acting.submit(command));
  } catch (error) {
    if (error instanceof Error && error.name === "FeedError")
      throw refusal("INVALID_ARGUMENT", error.message);
    throw error;
  }
  return shown;
});
