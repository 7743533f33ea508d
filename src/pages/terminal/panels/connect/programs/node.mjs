import { createHmac } from "node:crypto";

const base = "{{baseUrl}}";
const [key, secret, passphrase] = ["{{apiKey}}", "{{secret}}", "{{passphrase}}"];

async function call(method, path, fields) {
  const body = fields === undefined ? "" : JSON.stringify(fields);
  const time = String(Date.now());
  const sign = createHmac("sha256", secret)
    .update(time + method + path + body)
    .digest("base64");
  const headers = {
    "ACCESS-KEY": key,
    "ACCESS-PASSPHRASE": passphrase,
    "ACCESS-TIMESTAMP": time,
    "ACCESS-SIGN": sign,
    "Content-Type": "application/json",
  };
  return (await fetch(base + path, { method, headers, body: body || undefined })).json();
}

console.log(await call("GET", "/capi/v2/account/assets"));
const { last } = await call("GET", "/capi/v2/market/ticker?symbol={{symbol}}");
console.log(
  await call("POST", "/capi/v2/order/placeOrder", {
    symbol: "{{symbol}}",
    size: "0.01",
    type: "1",
    order_type: "0",
    match_price: "0",
    price: (last * 0.98).toFixed(0),
  }),
);
