import ccxt from "ccxt";

const base = "{{baseUrl}}";
const paths = { fapiPublic: "v1", fapiPublicV2: "v2", fapiPublicV3: "v3" };
const api = Object.fromEntries(
  Object.entries(paths).flatMap(([name, version]) =>
    [name, name.replace("Public", "Private")].map((each) => [each, `${base}/fapi/${version}`]),
  ),
);
const exchange = new ccxt.binanceusdm({
  apiKey: "{{apiKey}}",
  secret: "{{secret}}",
  urls: { api: { ...api, fapiData: `${base}/futures/data`, sapi: `${base}/sapi/v1` } },
});
// its classes of errors are bound to the live host
exchange.exceptions.exact = { ...exchange.exceptions.exact, ...exchange.exceptions.linear.exact };

console.log((await exchange.fetchBalance()).USDT);
const { last } = await exchange.fetchTicker("{{pair}}");
const { hedged } = await exchange.fetchPositionMode("{{pair}}");
console.log(await exchange.createOrder("{{pair}}", "limit", "buy", 0.01, last * 0.98, { hedged }));
