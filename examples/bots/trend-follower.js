import { CLOSE_LONG, CLOSE_SHORT, IMMEDIATE_OR_CANCEL, MARKET, OPEN_LONG, OPEN_SHORT } from "outcry/client";
import { enter } from "./venue.js";

/*
 * A trend follower: long while the fast average of the minutes' closes is above the slow one, short while it
 * is below, each with a stop-loss. See venue.js for how to run it.
 */

const symbol = "cmt_btcusdt";
const SIZE = "0.01";
const FAST = 3;
const SLOW = 9;
/** How far the stop-loss is from the price, as a share. */
const STOP = 0.02;

const { client, tell, attempt, goHome, isLeaving } = await enter("trend-follower");
const [contract] = await client.market.contracts({ symbol });
const account = await client.accountMirror();

/** Averages are a signal, not money: floating point will do. */
const averages = { fast: 0, slow: 0 };
const learn = (close) => {
  averages.fast += (2 / (FAST + 1)) * (close - averages.fast);
  averages.slow += (2 / (SLOW + 1)) * (close - averages.slow);
};

// The past first: closed candles, the running one left out.
const past = await client.market.candles({ symbol, granularity: "1m", limit: 60 });
averages.fast = averages.slow = Number(past[0][4]);
for (const [, , , , close] of past.slice(0, -1)) learn(Number(close));

let running;
let turning;
for await (const candle of await client.watch.candles(symbol, "MINUTE_1")) {
  if (isLeaving()) break;
  if (running !== undefined && candle.klineTime !== running.klineTime) {
    const { close } = running;
    learn(Number(close));
    const side = averages.fast > averages.slow ? "LONG" : "SHORT";
    // A minute that closes while the last turn is under way, as where the venue is busy, is learnt from
    // alone: its price is gone.
    turning ??= attempt(account, () => turn(side, close)).finally(() => {
      turning = undefined;
    });
  }
  running = candle;
}
await turning;
await goHome(symbol);

/**
 * Closes what is held of the other side, and opens this one where nothing of it is held: next minute again,
 * if it is not filled.
 */
async function turn(side, price) {
  await account.until(({ isLive }) => isLive); // it is not while the venue restarts
  const held = [...account.positions.values()];
  const order = { symbol, order_type: IMMEDIATE_OR_CANCEL, match_price: MARKET };
  for (const { size } of held.filter((position) => position.side !== side))
    await client.orders.place({ ...order, size, type: side === "LONG" ? CLOSE_SHORT : CLOSE_LONG });
  if (held.some((position) => position.side === side)) return;
  const stop = Number(price) * (side === "LONG" ? 1 - STOP : 1 + STOP);
  await client.orders.place({
    ...order,
    size: SIZE,
    type: side === "LONG" ? OPEN_LONG : OPEN_SHORT,
    presetStopLossPrice: stop.toFixed(Number(contract.tick_size)),
  });
  await account.upToDate();
  if ([...account.positions.values()].some((position) => position.side === side))
    tell(`${side} at ${price}: fast ${averages.fast.toFixed(1)}, slow ${averages.slow.toFixed(1)}`);
}
