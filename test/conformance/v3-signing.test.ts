import { expect, test } from "vitest";
import { SigningKey, sign } from "../../src/service/gateway/auth/signature.ts";

/** The test vectors of the V3 interface: key demo-key-0001, passphrase demopass1, at 1700000000000. */
const secret = new SigningKey(Buffer.from("demo-secret-0001"));

const order =
  '{"symbol":"BTCUSDT","side":"BUY","positionSide":"LONG","type":"LIMIT","timeInForce":"GTC","quantity":"0.01","price":"69000","newClientOrderId":"demo-0001"}';
const batch = '{"orderIdList":["702345678901234567","702345678901234568"]}';

test.each([
  ["GET", "/capi/v3/account/balance", "", "hsZ5O8HZkIj8krzA19CwgUPiAswhJAl80Tk6bugyTf0="],
  ["GET", "/capi/v3/openOrders?symbol=BTCUSDT&limit=10", "", "imznCd16PICCJ63Kktx/vRNsS76GWC3ZGrnkss49Y/g="],
  ["POST", "/capi/v3/order", order, "mZVNmNAcM1clzbBzYglFzLvf5rW9p1uWrN8EwC07/aI="],
  [
    "DELETE",
    "/capi/v3/order?origClientOrderId=a%3Ab%2Fc.d_e",
    "",
    "ir57xa3TkbCG0+w/fcGSlJqVdxP4pcLLlbvIaG72v8o=",
  ],
  ["DELETE", "/capi/v3/batchOrders", batch, "/RkrRlqXYg+Lt1TEwlv8nu8mMkSNzaVN6aq1mV8E/x4="],
  ["DELETE", "/capi/v3/order?orderId=702345678901234567", "", "EtNU6oOOI/VMsEpcgJDYZRY6Xfaqbu9Fiy6ID8nxZsw="],
  ["POST", "/capi/v3/closePositions", "{}", "1o5BERwMUMSCasYkZ+ncjS9aInAN1fOcIFRWevm0xN8="],
  ["", "/v3/ws/private", "", "YTYCx3SRXA7J95myfHqRXOKHCvJHdi9aEagPIyu+ncI="],
  ["", "/v2/ws/private", "", "NRafyI1T5vYb8gIQmDcwWD+fnXumVEOXbAftAvOMot8="],
])("%s %s", (method, target, body, signature) => {
  const [path, query = ""] = target.split("?") as [string, string?];
  const parts = { timestamp: "1700000000000", method, path, query, body: Buffer.from(body) };
  expect(sign(secret, parts)).toBe(signature);
});
