import { expect, test, vi } from "vitest";
import { formOf } from "./form.ts";
import { prehash, Signer, Stamps } from "./signer.ts";

const signer = new Signer("sk_test_3f9c2a7b5d1e8046");
const timestamp = "1764505776347";

test.each([
  [
    "GET with a query",
    { method: "GET", path: "/capi/v2/order/fills", query: "symbol=cmt_btcusdt&limit=2", body: "" },
    "8MUD3K9Tt5/ntqCFnQ0/lULahRBOy75fgS0SHJ3nOiU=",
  ],
  [
    "POST",
    {
      method: "POST",
      path: "/capi/v2/order/placeOrder",
      query: "",
      body: '{"symbol":"cmt_btcusdt","client_oid":"test-0001","size":"0.01","type":"1","order_type":"0","match_price":"0","price":"90000.5"}',
    },
    "fYj8RAjujBgFJqBzq6lXIZaQynmXp1R9SM0tTUFuTxs=",
  ],
  [
    "GET without a query",
    { method: "GET", path: "/capi/v2/account/getAccounts", query: "", body: "" },
    "VRnO/DGbgrEUct/NRAl2CtoEOmOCJ4Z15JglYbjFygY=",
  ],
  [
    "POST of nothing",
    { method: "POST", path: "/capi/v2/order/closePositions", query: "", body: "{}" },
    "nAuHfjIM663PSoKLcJG5jz0WUiASf7ZC+DoiCHz4Jog=",
  ],
  [
    "GET with an encoded query",
    {
      method: "GET",
      path: "/capi/v2/order/currentPlan",
      query: "symbol=cmt_btcusdt&orderId=12%2034",
      body: "",
    },
    "cEyDBf7MYpGenUcbpnYEbjr8rpXVBXhyZc9gjcdONP0=",
  ],
])("signs a %s", async (_, form, signature) => {
  expect(await signer.sign(prehash({ timestamp, ...form }))).toBe(signature);
});

test("says what is missing where there is no WebCrypto", async () => {
  vi.stubGlobal("crypto", {});
  await expect(new Signer("secret").sign("")).rejects.toThrow("WebCrypto needs a secure origin");
  vi.unstubAllGlobals();
});

test("signs a socket's handshake", async () => {
  expect(await signer.sign(`${timestamp}/v2/ws/private`)).toBe(
    "B6JVylwbEQB7np0vH6Nxr1OdmZ6Ox5BBTl5yvIXZbz8=",
  );
});

const get = { method: "GET", path: "/p", isSigned: true, weight: { ip: 1, uid: 1 } } as const;

test("a query is signed as the URL carries it", () => {
  const { query } = formOf(get, { symbol: "it's (a) b*!&=ü", limit: 2, left: undefined });
  expect(query).toBe("symbol=it%27s%20%28a%29%20b%2A%21%26%3D%C3%BC&limit=2");
  expect(new URL(`http://venue/p?${query}`).search).toBe(`?${query}`);
});

test("a body leaves out what is not given, and is {} for nothing", () => {
  expect(formOf({ ...get, method: "POST" }, { a: "1", b: undefined }).body).toBe('{"a":"1"}');
  expect(formOf({ ...get, method: "POST" }, {}).body).toBe("{}");
});

test("requests of one content never share a timestamp; others may", () => {
  const stamps = new Stamps();
  expect([stamps.next(10, "a"), stamps.next(10, "b"), stamps.next(10, "a"), stamps.next(11, "a")]).toEqual([
    10, 10, 11, 12,
  ]);
  expect(stamps.next(13, "a")).toBe(13);
});
