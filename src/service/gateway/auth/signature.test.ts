import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diagnose } from "./diagnose.ts";
import type { SignedParts } from "./signature.ts";
import { isSignature, isSignedBy, requestHashOf, SigningKey, sign } from "./signature.ts";

const secret = new SigningKey(Buffer.from("sk_test_3f9c2a7b5d1e8046"));
const order =
  '{"symbol":"cmt_btcusdt","client_oid":"test-0001","size":"0.01","type":"1","order_type":"0","match_price":"0","price":"90000.5"}';

function parts(method: string, path: string, query = "", body = ""): SignedParts {
  return { timestamp: "1764505776347", method, path: `/capi/v2/${path}`, query, body: Buffer.from(body) };
}

const vectors: readonly [string, SignedParts, string][] = [
  [
    "GET with query",
    parts("GET", "order/fills", "symbol=cmt_btcusdt&limit=2"),
    "8MUD3K9Tt5/ntqCFnQ0/lULahRBOy75fgS0SHJ3nOiU=",
  ],
  ["POST", parts("POST", "order/placeOrder", "", order), "fYj8RAjujBgFJqBzq6lXIZaQynmXp1R9SM0tTUFuTxs="],
  [
    "POST with blanks",
    parts("POST", "order/placeOrder", "", order.replaceAll(":", ": ").replaceAll(",", ", ")),
    "5uhNpXoFNNIL61IOjRiuiu2zlVnIiY2cE0ZD3I+M1H4=",
  ],
  ["GET without query", parts("GET", "account/getAccounts"), "VRnO/DGbgrEUct/NRAl2CtoEOmOCJ4Z15JglYbjFygY="],
  [
    "POST of {}",
    parts("POST", "order/closePositions", "", "{}"),
    "nAuHfjIM663PSoKLcJG5jz0WUiASf7ZC+DoiCHz4Jog=",
  ],
  [
    "GET with escapes",
    parts("GET", "order/currentPlan", "symbol=cmt_btcusdt&orderId=12%2034"),
    "cEyDBf7MYpGenUcbpnYEbjr8rpXVBXhyZc9gjcdONP0=",
  ],
];

describe("signature", () => {
  test.each(vectors)("%s", (_, signed, signature) => {
    expect(sign(secret, signed)).toBe(signature);
    expect(isSignedBy(secret, signature, signed)).toBe(true);
  });

  test("a query signed before it was encoded counts too", () => {
    const sent = parts("GET", "order/currentPlan", "orderId=12%2034&a=b+c");
    const signed = sign(secret, { ...sent, query: "orderId=12 34&a=b c" });
    expect(isSignedBy(secret, signed, sent)).toBe(true);
    expect(isSignedBy(secret, signed, { ...sent, query: "orderId=12%2035&a=b+c" })).toBe(false);
  });

  test("every part counts", () => {
    const [, signed] = vectors[1]!;
    const signature = sign(secret, signed);
    for (const change of [
      { timestamp: "1764505776348" },
      { method: "GET" },
      { path: "/capi/v2/order/plan_order" },
      { query: "a=1" },
      { body: Buffer.from(`${order} `) },
      { body: Buffer.alloc(0) },
    ]) {
      expect(isSignedBy(secret, signature, { ...signed, ...change })).toBe(false);
    }
    expect(isSignedBy(new SigningKey(Buffer.from("other")), signature, signed)).toBe(false);
  });

  test.each([
    "",
    "abc",
    "8MUD3K9Tt5/ntqCFnQ0/lULahRBOy75fgS0SHJ3nOiU",
    "8MUD3K9Tt5_ntqCFnQ0_lULahRBOy75fgS0SHJ3nOiU=",
    " 8MUD3K9Tt5/ntqCFnQ0/lULahRBOy75fgS0SHJ3nOiU=",
  ])("%j is no signature", (text) => expect(isSignature(text)).toBe(false));

  test("the request hash is 52 bits of it, never 0", () => {
    const hashOf = (bytes: Uint8Array) => requestHashOf(Buffer.from(bytes).toString("base64"));
    expect(hashOf(Buffer.alloc(32, 0xff))).toBe(2 ** 52 - 1);
    expect(hashOf(Buffer.alloc(32))).toBe(1);
    const one = Buffer.alloc(32);
    one[6] = 0x10;
    expect(hashOf(one)).toBe(1);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const hash = Buffer.from(bytes).readUIntBE(0, 6) * 16 + (bytes[6]! >> 4);
        expect(hashOf(bytes)).toBe(hash === 0 ? 1 : hash);
      }),
    );
  });

  test("it is the HMAC of the platform, whatever the lengths of secret, text and body", () => {
    const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
    const head = fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("é→🚀".repeat(4_000)));
    fc.assert(
      fc.property(
        bytes(200),
        head,
        fc.oneof(bytes(300), fc.constant(Buffer.alloc(70_000, 7))),
        (key, text, body) => {
          const expected = createHmac("sha256", key).update(text, "utf8").update(body).digest("base64");
          expect(new SigningKey(key).sign(text, body)).toBe(expected);
        },
      ),
    );
  });
});

describe("diagnosis", () => {
  const sent = parts("POST", "order/placeOrder", "", '{"b":"2","a":"1"}');
  const get = parts("GET", "order/fills", "symbol=cmt_btcusdt&limit=2");
  test.each<[string, SignedParts, Partial<SignedParts>]>([
    ["the request without its body", sent, { body: Buffer.alloc(0) }],
    [
      "a body with blanks after ':' and ',', while none were sent",
      sent,
      { body: Buffer.from('{"b": "2", "a": "1"}') },
    ],
    ["the method in lower case", sent, { method: "post" }],
    ["the timestamp in seconds", sent, { timestamp: "1764505776" }],
    ["the path without its query", get, { query: "" }],
    ["the query sorted by name", get, { query: "limit=2&symbol=cmt_btcusdt" }],
    ["the body {}, while no body was sent", get, { body: Buffer.from("{}") }],
  ])("%s", (mistake, request, change) => {
    const received = sign(secret, { ...request, ...change });
    const { query, ...rest } = { ...request, ...change };
    expect(diagnose(secret, received, request)).toEqual({
      words: `it was made over ${mistake}`,
      signedOver: `${rest.timestamp}${rest.method}${rest.path}${query && `?${query}`}${Buffer.from(rest.body)}`,
    });
  });

  test("hex, other base64, and what nobody knows", () => {
    const words = (received: string, over = sent) => diagnose(secret, received, over)?.words;
    expect(words(Buffer.from(sign(secret, sent), "base64").toString("hex"))).toContain("hex");
    expect(words(sign(secret, sent).slice(0, -1))).toContain("without the = at its end");
    const special = Array.from({ length: 99 }, (_, i) => ({
      ...sent,
      timestamp: `17645057763${i + 10}`,
    })).find((each) => /[+/]/.test(sign(secret, each)))!;
    const safe = sign(secret, special).replaceAll("+", "-").replaceAll("/", "_");
    for (const received of [safe, safe.slice(0, -1)])
      expect(words(received, special)).toBe("it is the right one, but in URL-safe base64");
    expect(diagnose(new SigningKey(Buffer.from("other")), sign(secret, sent), sent)).toBeUndefined();
  });
});
