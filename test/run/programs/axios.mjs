import { createHmac } from "node:crypto";
import axios from "axios";

// A bot as people write them: its address and its key are in its source.
const BASE = "https://api-contract.example.com";
const [KEY, SECRET, PASSPHRASE] = ["bot-key-0123456789", "bot-secret-0123456789", "botpassphrase"];

async function call(method, path, fields) {
  const body = fields === undefined ? "" : JSON.stringify(fields);
  const time = String(Date.now());
  const sign = createHmac("sha256", SECRET)
    .update(time + method + path + body)
    .digest("base64");
  const headers = {
    "ACCESS-KEY": KEY,
    "ACCESS-PASSPHRASE": PASSPHRASE,
    "ACCESS-TIMESTAMP": time,
    "ACCESS-SIGN": sign,
  };
  const { data } = await axios({
    method,
    url: BASE + path,
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body !== "" && { data: body }),
  });
  return data;
}

const order = { symbol: "cmt_btcusdt", order_type: "0" };
await call("POST", "/capi/v2/order/placeOrder", {
  ...order,
  client_oid: "market",
  size: "0.01",
  type: "1",
  match_price: "1",
});
await call("POST", "/capi/v2/order/placeOrder", {
  ...order,
  client_oid: "bid",
  size: "0.01",
  type: "1",
  match_price: "0",
  price: "50000",
});
const [position] = await call("GET", "/capi/v2/account/position/allPosition");
console.log("position", position.side, position.size);
const refusal = await call("POST", "/capi/v2/order/placeOrder", {
  ...order,
  client_oid: "odd",
  size: "0.00001",
  type: "1",
  match_price: "1",
}).catch((error) => error.response.data);
console.log("refused", refusal.code);
await axios.get("https://telemetry.example.net/").catch(({ code }) => console.log("elsewhere", code));
