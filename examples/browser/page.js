import { V2Client, VenueError } from "outcry/client";

/*
 * Runs in the browser: a book and trades over the public socket, an account over signed REST. Everything goes
 * to the page's own origin; see serve.js.
 */

const symbol = "cmt_btcusdt";
const LEVELS = 8;
const TRADES = 17;
const byId = (id) => document.getElementById(id);

const client = new V2Client({ baseUrl: location.origin });
const tell = (error) => {
  byId("state").textContent = error.message;
};
// Both are subscribed before either is shown: "live" means both, and no trade after it is missing.
Promise.all([client.orderBook(symbol), client.watch.trades(symbol)])
  .then(([book, trades]) => Promise.all([showBook(book), showTrades(trades)]))
  .catch(tell);
byId("key").addEventListener("submit", (event) => {
  event.preventDefault();
  void showAccount(Object.fromEntries(new FormData(event.target)));
});

/** The book is drawn at every change; while the connection is down it is empty, and says so. */
async function showBook(book) {
  for await (const { isLive, bids, asks } of book) {
    byId("state").textContent = isLive ? "live" : "connecting";
    const rows = (levels, kind) => levels.slice(0, LEVELS).map(({ price, size }) => row([price, size], kind));
    byId("book").replaceChildren(...rows(asks, "ask").toReversed(), ...rows(bids, "bid"));
  }
}

async function showTrades(trades) {
  const table = byId("trades");
  for await (const { price, size, time, buyerMaker } of trades) {
    const at = new Date(Number(time)).toLocaleTimeString();
    table.prepend(row([at, price, size], buyerMaker ? "sold" : "bought"));
    while (table.rows.length > TRADES) table.deleteRow(-1);
  }
}

/** Signed in the page, by the browser's own WebCrypto. */
async function showAccount(credentials) {
  const holder = new V2Client({ baseUrl: location.origin, credentials });
  try {
    const assets = await holder.account.assets();
    byId("account").value = assets.map(({ coinName, equity }) => `${equity} ${coinName}`).join(", ");
  } catch (error) {
    byId("account").value = error instanceof VenueError ? `${error.code}: ${error.msg}` : error.message;
  }
}

/** Text goes in as text: prices are never numbers here. */
function row(texts, kind) {
  const line = document.createElement("tr");
  line.className = kind;
  for (const text of texts) line.insertCell().textContent = text;
  return line;
}
