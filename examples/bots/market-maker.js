import { CLOSE_LONG, CLOSE_SHORT, LIMIT, MAKER_ONLY, OPEN_LONG, OPEN_SHORT } from "outcry/client";
import { enter } from "./venue.js";

/*
 * A market maker: a bid and an ask one tick inside the best of the others, or beside them where there is no
 * room, moved when the market has moved; what it is filled on one side it offers on the other. See venue.js
 * for how to run it.
 */

const symbol = "cmt_btcusdt";
const SIZE = "0.01";
/** Two orders placed and two cancelled every so often keep within 50 a minute. */
const REQUOTE_MS = 5_000;

const { client, tell, attempt, goHome } = await enter("market-maker");
const [contract] = await client.market.contracts({ symbol });
const decimals = Number(contract.tick_size);
const tick = contract.priceEndStep * 10 ** -decimals;
const account = await client.accountMirror();
const book = await client.orderBook(symbol);

async function quote() {
  let quotedAtMs = Number.NEGATIVE_INFINITY;
  for await (const { bids, asks } of book) {
    if (performance.now() - quotedAtMs < REQUOTE_MS || !account.isLive) continue;
    const own = [...account.orders.values()].filter((order) => order.symbol === symbol);
    const isMine = ({ price }) => own.some((order) => Number(order.price) === Number(price));
    const bid = bids.find((level) => !isMine(level));
    const ask = asks.find((level) => !isMine(level));
    if (bid === undefined || ask === undefined) continue;
    const room = Number(ask.price) - Number(bid.price) > 2.5 * tick ? tick : 0;
    const prices = [Number(bid.price) + room, Number(ask.price) - room].map((price) =>
      price.toFixed(decimals),
    );
    if (own.filter(({ price }) => prices.map(Number).includes(Number(price))).length === 2) continue;
    quotedAtMs = performance.now();
    await attempt(account, () => replace(own, prices));
  }
}

/** Takes back what rests and offers anew: what is held of the other side is closed, and no more than that. */
async function replace(own, [bid, ask]) {
  if (own.length > 0) await client.orders.cancelBatch({ ids: own.map(({ id }) => id) });
  const terms = { order_type: MAKER_ONLY, match_price: LIMIT };
  const offer = (side, close, open, price) => {
    const held = [...account.positions.values()].find((position) => position.side === side);
    if (held === undefined) return { ...terms, type: open, size: SIZE, price };
    return { ...terms, type: close, size: Number(held.size) < Number(SIZE) ? held.size : SIZE, price };
  };
  const { order_info } = await client.orders.placeBatch({
    symbol,
    orderDataList: [offer("SHORT", CLOSE_SHORT, OPEN_LONG, bid), offer("LONG", CLOSE_LONG, OPEN_SHORT, ask)],
  });
  for (const { result, error_message } of order_info) if (!result) console.log(`refused: ${error_message}`);
  await account.upToDate(); // what rests now is taken back the next time, however late its pushes are
}

async function follow() {
  for await (const { rows } of await client.watch.fills()) {
    for (const { orderSide, fillSize, fillValue, realizePnl } of rows) {
      tell(
        `${orderSide} ${fillSize} at ${(Number(fillValue) / Number(fillSize)).toFixed(decimals)}, PnL ${realizePnl}`,
      );
    }
  }
}

await Promise.all([quote(), follow()]);
await goHome(symbol);
