import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../src/gateway/index.ts";
import { takesBody } from "../../src/wire/index.ts";
import type { Venue } from "./v2-private-venue.ts";
import { ORDER, openVenue, PLAN } from "./v2-private-venue.ts";

/**
 * Whatever is sent, signed well, to any operation of any version: an answer or a refusal of the interface, never a failure
 * of the venue.
 */

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue.stop());

/** Values that are right for some field, values that are nearly right, and values that are right for none. */
const value = fc.oneof(
  fc.constantFrom(
    "cmt_btcusdt",
    "cmt_xrpusdt",
    "cmt_nousdt",
    "BTCUSDT",
    "xrpusdt",
    "NOUSDT",
    "USDT",
    "0",
    "1",
    "2",
    "3",
    "4",
    "normal",
    "plan",
    "long",
    "profit_plan",
    "BUY",
    "SELL",
    "LONG",
    "SHORT",
    "LIMIT",
    "MARKET",
    "STOP_MARKET",
    "GTC",
    "CROSSED",
    "bot-2",
  ),
  fc.constantFrom(
    "0.01",
    "90000.5",
    "-1",
    "1e3",
    "0.00000000000000000001",
    "99999999999999999999",
    "NaN",
    "",
    " ",
    "01",
    "+1",
  ),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    1.5,
    1e21,
    ORDER,
    PLAN,
    [],
    {},
    [null],
    [[]],
    ["7"],
    [{}],
  ),
  fc.array(
    fc.dictionary(
      fc.constantFrom("size", "type", "order_type", "match_price", "price"),
      fc.constantFrom("1", "0", "x"),
    ),
    { maxLength: 3 },
  ),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const signed = operations.filter(({ access }) => access !== "public");

/** How each version refuses. What only the market refuses (no engine is behind this venue) has V3's one status of 5xx. */
const forms = {
  V2: {
    code: expect.stringMatching(/^(400\d\d|40912|5000[57]|-105[24])$/),
    msg: expect.stringMatching(/./),
    requestTime: expect.any(Number),
    data: null,
  },
  V3: { code: expect.any(Number), msg: expect.stringMatching(/./) },
};

test.each(signed.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  async (_, operation) => {
    const { method, path, parameters, api } = operation;
    const names = fc.constantFrom("extra", ...Object.keys(parameters));
    let nonce = 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, value, { maxKeys: 12 }), async (fields) => {
        const query = new URLSearchParams(
          Object.entries(fields).map(([name, each]) => [
            name,
            typeof each === "string" ? each : JSON.stringify(each),
          ]),
        ).toString();
        const sent = takesBody(operation) ? { body: { nonce: nonce++, ...fields } } : { query };
        const { status, body } = await venue.send(method, path, sent);
        if (status === 200) return;
        expect(body).toEqual(forms[api.name]);
        expect([400, 403]).toContain(status);
      }),
      { numRuns: 80 },
    );
  },
);

test("bodies that are hardly JSON", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom(
          '{"',
          '"size"',
          ":",
          ",",
          "}",
          "[",
          "]",
          "1",
          "e",
          "-",
          '"',
          "\\u00",
          "null",
          "\u00e9",
        ),
        { maxLength: 12 },
      ),
      async (pieces) => {
        for (const path of ["order/placeOrder", "/capi/v3/order"]) {
          const { status } = await venue.send("POST", path, { body: pieces.join("") });
          expect(status).toBe(400);
        }
      },
    ),
    { numRuns: 300 },
  );
});
