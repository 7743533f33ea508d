import binance from "binance";

/*
 * A market maker that holds one net position, by the public client `binance` of the fapi dialect: a bid and
 * an ask, made anew every few seconds from what REST says that it holds; of that, the other side offers no
 * more than there is, reduce-only, and a stop closes the whole of it.
 */

const symbol = "BTCUSDT";
const SIZE = 0.01;
const ROUND_MS = 2_500;
/** How far from the price the stop waits, as a share. */
const STOP_AWAY = 0.02;

const { OUTCRY_BASE_URL: baseUrl, OUTCRY_WS_URL: wsUrl } = process.env;
const names = { api_key: process.env.OUTCRY_API_KEY, api_secret: process.env.OUTCRY_API_SECRET };
const client = new binance.USDMClient({ ...names, baseUrl, recvWindow: 60_000 });
const quiet = { trace() {}, info() {}, error: (...said) => console.log("socket:", ...said.map(String)) };
const streams = new binance.WebsocketClient({ ...names, wsUrl, restOptions: { baseUrl } }, quiet);

const { dualSidePosition } = await client.getCurrentPositionMode();
if (dualSidePosition) throw new Error("it needs one-way mode");
const { symbols } = await client.getExchangeInfo();
const { filters } = symbols.find((each) => each.symbol === symbol);
const filter = (name) => filters.find(({ filterType }) => filterType === name);
const { tickSize } = filter("PRICE_FILTER");
const { stepSize, minQty } = filter("LOT_SIZE");
const size = onGrid(Math.max(SIZE, Number(minQty)), stepSize);

/** The book: sides by price, and the version that it is at; undefined while it is not known. */
let book;
let isReading = false;
let waiting = [];
const trades = new Set();
let wake = () => {};

streams.on("message", (message) => {
  const event = message.data ?? message;
  if (event.e === "depthUpdate") follow(event);
  else if (event.e === "ORDER_TRADE_UPDATE" && event.o.x === "TRADE" && !trades.has(event.o.t)) {
    trades.add(event.o.t);
    console.log(`${event.o.S} ${event.o.l} at ${event.o.L}, PnL ${event.o.rp}`);
    wake();
  }
});
streams.on("exception", (error) => console.log("socket:", String(error.message ?? error)));
streams.subscribe(["btcusdt@depth@100ms"], "usdmPublic");
streams.subscribeUsdFuturesUserDataStream();

for (;;) {
  let pauseMs = ROUND_MS;
  try {
    await quote();
  } catch (error) {
    pauseMs = await pauseAfter(error);
  }
  await Promise.race([
    sleep(pauseMs),
    ...(pauseMs === ROUND_MS ? [new Promise((resolve) => (wake = resolve))] : []),
  ]);
}

/** Takes back what rests, and offers anew. */
async function quote() {
  const [row] = await client.getPositionsV3({ symbol });
  const held = Number(row?.positionAmt ?? 0);
  await client.cancelAllOpenOrders({ symbol });
  await protect(held);
  const [bid, ask] = [best("bids"), best("asks")];
  if (bid === undefined || ask === undefined) return;
  const room = ask - bid > 2.5 * Number(tickSize) ? Number(tickSize) : 0;
  const offers = [offer("BUY", bid + room, -held), offer("SELL", ask - room, held)];
  for (const said of await client.submitMultipleOrders(offers))
    if (said.code !== undefined) tellRefused(said);
}

function tellRefused({ code, msg }) {
  console.log(`refused: ${code} ${msg}`);
}

/** What is held is offered on the other side, and no more than that. */
function offer(side, price, closable) {
  const order = { symbol, side, type: "LIMIT", timeInForce: "GTX", price: onGrid(price, tickSize) };
  if (closable <= 0) return { ...order, quantity: size };
  return { ...order, quantity: onGrid(Math.min(closable, Number(size)), stepSize), reduceOnly: "true" };
}

/** Keeps a stop behind what is held. */
async function protect(held) {
  const stops = await client.getOpenAlgoOrders({ symbol });
  if (stops.length > 0 || held === 0 || book === undefined) return;
  const [side, away] = held > 0 ? ["SELL", 1 - STOP_AWAY] : ["BUY", 1 + STOP_AWAY];
  const triggerPrice = onGrid(best("bids") * away, tickSize);
  const stop = {
    algoType: "CONDITIONAL",
    type: "STOP_MARKET",
    closePosition: "true",
    workingType: "MARK_PRICE",
  };
  await client.submitNewAlgoOrder({ ...stop, symbol, side, triggerPrice });
}

/** What to do about an error: waits as long as it says, and opens nothing more once the account is restricted. */
async function pauseAfter(error) {
  const { code, message, headers } = error;
  console.log(`refused: ${code} ${message}`);
  if (code === -2015 && /restricted/.test(message)) {
    await client.cancelAllOpenOrders({ symbol }).catch(() => {});
    streams.closeAll(true);
    console.log("it opens nothing any more");
    process.exit(0);
  }
  return Math.max(ROUND_MS, 1_000 * Number(headers?.["retry-after"] ?? 0) + 100);
}

/** Keeps the book by the events of its stream; where one is missing, it is read anew. */
function follow(event) {
  if (book === undefined || (book.isGoing && event.pu !== book.version)) {
    waiting.push(event);
    void readBook();
    return;
  }
  if (event.u < book.version) return;
  book.isGoing = true;
  book.version = event.u;
  for (const [side, levels] of [
    ["bids", event.b],
    ["asks", event.a],
  ])
    for (const [price, quantity] of levels)
      if (Number(quantity) === 0) book[side].delete(Number(price));
      else book[side].set(Number(price), quantity);
}

async function readBook() {
  if (isReading) return;
  isReading = true;
  try {
    const { lastUpdateId, bids, asks } = await client.getOrderBook({ symbol, limit: 1000 });
    const levels = (side) => new Map(side.map(([price, quantity]) => [Number(price), quantity]));
    book = { version: lastUpdateId, isGoing: false, bids: levels(bids), asks: levels(asks) };
    for (const event of waiting.splice(0)) follow(event);
  } catch (error) {
    console.log(`no book: ${error.code} ${error.message}`);
    book = undefined;
    waiting = [];
    await sleep(1_000);
  } finally {
    isReading = false;
  }
}

function best(side) {
  if (book === undefined || book[side].size === 0) return undefined;
  return side === "bids" ? Math.max(...book.bids.keys()) : Math.min(...book.asks.keys());
}

/** A number on a grid, as text. */
function onGrid(value, step) {
  const decimals = (step.replace(/0+$/, "").split(".")[1] ?? "").length;
  return (Math.round(value / Number(step)) * Number(step)).toFixed(decimals);
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
