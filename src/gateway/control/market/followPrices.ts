import * as declared from "../../../wire/control/operations/market.ts";
import { refusal } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";

/**
 * `POST /control/prices/follow`: a contract whose prices were pushed or reported follows the feed of the market again.
 * A generated feed goes on from the price that there is; a script or a recording is where it would have been.
 */
export const followPrices = controlOperation(declared.followPrices, async (context, { symbol: name }) => {
  const { symbol, contract, index, pushed } = await contractOf(context, name);
  if (!context.feeds.follow(symbol))
    throw refusal("INVALID_ARGUMENT", `the market has no feed for ${symbol}`);
  // Its feed may be silent for a while; that pushing has ended must survive a restart all the same.
  if (pushed) await context.acting.submit({ type: "setIndex", prices: [{ contract, points: index }] });
  return { symbol, source: context.feeds.sourceOf(symbol) ?? "none" };
});
