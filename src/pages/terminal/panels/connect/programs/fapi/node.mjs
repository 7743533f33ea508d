import { createHmac } from "node:crypto";

const base = "{{baseUrl}}";
const [key, secret] = ["{{apiKey}}", "{{secret}}"];

async function call(method, path, fields = {}) {
  const query = new URLSearchParams({ ...fields, timestamp: Date.now() }).toString();
  const signature = createHmac("sha256", secret).update(query).digest("hex");
  const headers = { "X-MBX-APIKEY": key };
  return (await fetch(`${base}${path}?${query}&signature=${signature}`, { method, headers })).json();
}

console.log(await call("GET", "/fapi/v3/balance"));
const { dualSidePosition } = await call("GET", "/fapi/v1/positionSide/dual");
const { price } = await (await fetch(`${base}/fapi/v1/ticker/price?symbol={{coins}}`)).json();
console.log(
  await call("POST", "/fapi/v1/order", {
    symbol: "{{coins}}",
    side: "BUY",
    positionSide: dualSidePosition ? "LONG" : "BOTH",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: (price * 0.98).toFixed(0),
  }),
);
