import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { clientOf } from "./generatedClient.ts";

/**
 * The OpenAPI document: valid by a linter that is not ours, whole, and enough to make a client that trades.
 */

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
type Json = any;

interface Described {
  readonly name: string;
  readonly operation: Json;
}

let venue: Venue;
let document: Json;
let described: readonly Described[];
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 } });
  document = await (await fetch(`${venue.baseUrl}/openapi.json`)).json();
  described = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
});
afterAll(() => venue.stop());

test("is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
});

test("what it refers to refers to nothing, so that a page need not follow it far", () => {
  const references = JSON.stringify(document.paths).match(/(?<="\$ref":")[^"]+/g) ?? [];
  expect(new Set(references)).toEqual(
    new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)),
  );
  expect(JSON.stringify(document.components)).not.toContain("$ref");
});

test("its schemas compile as JSON Schema 2020-12, and its examples are what they say", () => {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    validateFormats: false,
  });
  ajv.addVocabulary(["example", "components"]);
  const components = ajv.addSchema({ $id: "document", components: document.components }, "document");
  const wrong: string[] = [];
  let examples = 0;
  for (const { name, operation } of described) {
    const contents = [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((each) =>
      each?.content === undefined ? [] : Object.values<Json>(each.content),
    );
    for (const { schema, example } of contents) {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const validate = components.compile(JSON.parse(text));
      if (example === undefined) continue;
      examples++;
      if (!validate(example)) wrong.push(`${name}: ${ajv.errorsText(validate.errors)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(examples).toBeGreaterThan(100);
});

describe("every operation", () => {
  test("names too many orders where it takes a list that has a limit", () => {
    const naming = described
      .filter(({ operation }) =>
        /^- (?:40912|-1140): [^\n]*50 orders/m.test(operation.responses["400"]?.description),
      )
      .map(({ name }) => name);
    expect(naming.sort()).toEqual([
      "DELETE /capi/v3/batchOrders",
      "DELETE /capi/v3/sim/batchOrders",
      "POST /capi/v2/order/cancel_batch_orders",
      "POST /capi/v2/order/cancel_order",
    ]);
  });

  test("has an id of its own that is a name in any language", () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id: string) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(["getV2OrderHistory", "postV3Order", "deleteV3Order"]));
  });

  test("says what it means, whom it asks for what, and what it answers", () => {
    for (const { name, operation } of described) {
      expect(operation.description, name).toMatch(/^[A-Z0-9].{19,}\.$/s);
      expect(operation.description, name).not.toMatch(/^Source/);
      expect(operation.security, name).toBeInstanceOf(Array);
      const answers = Object.values<Json>(operation.responses["200"].content);
      expect(answers.length, name).toBeGreaterThan(0);
      for (const { schema } of answers) expect(schema, name).toBeDefined();
      for (const scheme of operation.security.flatMap(Object.keys)) {
        expect(document.components.securitySchemes, name).toHaveProperty(scheme);
      }
    }
    const schemes = new Set(described.map(({ operation }) => JSON.stringify(operation.security)));
    expect(schemes.size).toBe(4); // nobody's, a key's by either way, the operator's
  });

  test("of the interface takes a locale, and lists its errors with their codes", () => {
    for (const { name, operation } of described.filter(({ name }) => / \/c?api\//.test(name))) {
      expect(
        operation.parameters.map((each: Json) => each.name),
        name,
      ).toContain("locale");
      expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(["429", "500", "503"]));
      if (operation.security.length > 0) {
        const all = JSON.stringify(operation.responses);
        for (const code of name.includes("/v2/")
          ? ["40001", "40009", "40018"]
          : ["-1040", "-1047", "-1056"]) {
          expect(all, name).toContain(`- ${code}: `);
        }
      }
      if (operation.parameters.some((each: Json) => each.required) || operation.requestBody) {
        const { description } = operation.responses["400"];
        expect(description, name).toMatch(
          name.includes("/v2/") ? /- 40017: .*- 40019: .*- 40020: /s : /- -1141: .*- -1142: /s,
        );
      }
    }
  });
});

/** They answer with a file. */
const FILES = new Set(["GET /control/accounts/export"]);

test("every operation of control shows a recorded answer, and a request where it takes a body", () => {
  const control = described.filter(({ name }) => name.includes(" /control/"));
  expect(control.length).toBeGreaterThan(70);
  for (const { name, operation } of control) {
    const { content } = operation.responses["200"];
    if (FILES.has(name)) expect(Object.keys(content), name).not.toContain("application/json");
    else expect(content["application/json"].example, name).toBeDefined();
    if (operation.requestBody === undefined) continue;
    expect(operation.requestBody.content["application/json"].example, name).toBeDefined();
  }
});

test("defaults are what a client would send", () => {
  const wrong = described.flatMap(({ name, operation }) =>
    (operation.parameters ?? []).flatMap(({ name: parameter, schema }: Json) => {
      const { default: given, enum: words, type } = schema;
      if (given === undefined) return [];
      const fits =
        words === undefined ? typeof given === (type === "integer" ? "number" : type) : words.includes(given);
      return fits ? [] : [`${name} ${parameter}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("a client made of the document trades", async () => {
  const [alice, bob] = venue.accounts.map((each) => clientOf(document, each));
  const symbol = "cmt_btcusdt";
  const order = { symbol, size: "0.01", order_type: "0", match_price: "0", price: "60000" };
  const placed = await bob!["postV2OrderPlaceOrder"]!({ ...order, type: "2" });
  const taken = await alice!["postV3Order"]!({
    symbol: "BTCUSDT",
    side: "BUY",
    positionSide: "LONG",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "60000",
    newClientOrderId: "generated-1",
  });
  expect(taken.success).toBe(true);
  const { list } = await bob!["getV2OrderFills"]!({ orderId: placed.order_id });
  expect(list).toMatchObject([{ fillSize: "0.0100", direction: "OPEN_SHORT" }]);
  expect(await alice!["getV3AccountPositionAllPosition"]!()).toMatchObject([
    { side: "LONG", size: "0.0100" },
  ]);
  expect(await alice!["getV2MarketTicker"]!({ symbol })).toMatchObject({ last: "60000.0" });
  const refused = await alice!["postV2OrderPlaceOrder"]!({ ...order, type: "1", price: "" }).catch(
    (error) => error,
  );
  expect(refused).toMatchObject({ code: "40019" });
  expect(refused.documented.description).toContain("- 40019: ");
  await expect(alice!["getV2OrderHistory"]!({ nothing: 1 })).rejects.toThrow("no parameter");
});
