import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/*
 * A venue as a child process, the way a test suite in any language has it: start it on a free port, read one
 * line, trade, end it with SIGTERM. README.md beside this file has the same in Python. In the repository: npm
 * run build, then npx node examples/child-process/trade.js
 */

const outcry = join(
  dirname(fileURLToPath(import.meta.resolve("outcry/package.json"))),
  "dist/program/main.js",
);
const options = ["--port", "0", "--ready-json", "--data", "memory", "--market", "empty", "--prehistory", "0"];
const more = ["--clock", "test", "--limits", "off", "--price", "btc=60000"];

const venue = spawn(process.execPath, [outcry, "serve", ...options, ...more], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = await once(createInterface({ input: venue.stdout }), "line");
const { baseUrl, accounts, adminToken, controlUrl } = JSON.parse(line);

const [demo] = accounts;
const placed = await signed("POST", "/capi/v2/order/placeOrder", {
  symbol: "cmt_btcusdt",
  client_oid: "from-another-process",
  size: "0.01",
  type: "1",
  order_type: "0",
  match_price: "0",
  price: "59900",
});
console.log("placed", placed.order_id);

// The clock of the market is the suite's to move.
const clock = await fetch(`${controlUrl}/control/clock/step`, {
  method: "POST",
  headers: { authorization: `Bearer ${adminToken}` },
  body: JSON.stringify({ ms: 60_000 }),
});
console.log("market time", (await clock.json()).iso);

venue.kill("SIGTERM");
const [code] = await once(venue, "exit");
console.log("ended with", code);

async function signed(method, path, fields) {
  const body = fields === undefined ? "" : JSON.stringify(fields);
  const timestamp = String(Date.now());
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      "ACCESS-KEY": demo.apiKey,
      "ACCESS-PASSPHRASE": demo.passphrase,
      "ACCESS-TIMESTAMP": timestamp,
      "ACCESS-SIGN": createHmac("sha256", demo.secret)
        .update(timestamp + method + path + body)
        .digest("base64"),
      "Content-Type": "application/json",
    },
    ...(body !== "" && { body }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer;
}
