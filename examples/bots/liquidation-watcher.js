import { setTimeout as wait } from "node:timers/promises";
import { IMMEDIATE_OR_CANCEL, ISOLATED, MARKET, OPEN_LONG } from "outcry/client";
import { enter } from "./venue.js";

/*
 * A liquidation watcher: holds an isolated long of a hundred times its margin, looks at the distance to its
 * liquidation price whenever the mark price moves, and adds margin when that gets short, until it has none
 * left to add. Then it is liquidated, and says what that took. See venue.js for how to run it.
 */

const symbol = "cmt_btcusdt";
const LEVERAGE = "100";
/** Shorter than this, as a share of the price, it adds margin. */
const DISTANCE_MIN = 0.005;
const MARGIN_STEP = "2";

const { client, tell, attempt, goHome, isLeaving } = await enter("liquidation-watcher", "100");
await client.positions.setMode({ symbol, marginMode: ISOLATED });
await client.account.setLeverage({
  symbol,
  marginMode: ISOLATED,
  longLeverage: LEVERAGE,
  shortLeverage: LEVERAGE,
});
const account = await client.accountMirror();
const entry = {
  symbol,
  size: "0.01",
  type: OPEN_LONG,
  order_type: IMMEDIATE_OR_CANCEL,
  match_price: MARKET,
  marginMode: ISOLATED,
};
for (let pauseMs = 2_000; !isLeaving(); pauseMs = Math.min(2 * pauseMs, 10_000)) {
  await attempt(account, () => client.orders.place(entry));
  if (isLeaving()) break;
  await account.upToDate();
  if (account.positions.size > 0) break;
  await wait(pauseMs); // it was refused, or nothing was filled
}

/** Resolves to whether the position is gone. */
async function watch() {
  for await (const { markPrice } of await client.watch.ticker(symbol)) {
    const [position] = await client.positions.ofSymbol({ symbol });
    if (position === undefined) return true;
    const distance = (Number(markPrice) - Number(position.liquidatePrice)) / Number(markPrice);
    if (distance > DISTANCE_MIN) continue;
    const share = `${(100 * distance).toFixed(3)} %`;
    try {
      await client.positions.adjustMargin({ isolatedPositionId: position.id, collateralAmount: MARGIN_STEP });
      tell(
        `mark ${markPrice} is ${share} above liquidation at ${position.liquidatePrice}: ${MARGIN_STEP} USDT added`,
      );
    } catch (error) {
      tell(
        `mark ${markPrice} is ${share} above liquidation at ${position.liquidatePrice}: ${error.msg ?? error}`,
      );
    }
  }
  return false;
}

async function mourn() {
  for await (const { event, rows } of await client.watch.fills()) {
    for (const { fillSize, fillValue, realizePnl, liquidateFee } of rows) {
      if (Number(liquidateFee) === 0) continue;
      tell(
        `${event}: ${fillSize} closed for ${fillValue}, PnL ${realizePnl}, fee of liquidation ${liquidateFee}`,
      );
    }
  }
}

if (!isLeaving()) {
  const mourning = mourn();
  if (await watch()) console.log("the position is gone");
  client.close();
  await mourning;
}
await goHome(symbol);
