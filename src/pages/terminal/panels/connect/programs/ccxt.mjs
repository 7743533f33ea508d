import ccxt from "ccxt";

const base = "{{baseUrl}}";
const urls = { public: base, private: base, contract: base, contractPrivate: base };
const exchange = new ccxt.weex({
  apiKey: "{{apiKey}}",
  secret: "{{secret}}",
  password: "{{passphrase}}",
  urls: { api: urls, test: urls },
  options: { defaultType: "swap" },
});

console.log((await exchange.fetchBalance()).USDT);
const { last } = await exchange.fetchTicker("{{pair}}");
console.log(await exchange.createOrder("{{pair}}", "limit", "buy", 0.01, last * 0.98));
