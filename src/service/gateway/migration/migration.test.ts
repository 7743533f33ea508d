import { describe, expect, test } from "vitest";
import { errorTexts, v2 } from "../../../interface/wire/index.ts";
import { operations } from "../operations.ts";
import type { RequestEntry } from "../requestLog/entry.ts";
import { v2Operations } from "../v2/operations.ts";
import { inFapi } from "./inFapi.ts";
import { codeMigrations, migrationReport } from "./report.ts";
import { answerShapes, migrations } from "./table.ts";

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

test("every operation of V2 has a row, with every field of its requests", () => {
  expect(Object.keys(migrations).toSorted()).toEqual(v2Operations.map(nameOf).toSorted());
  for (const operation of v2Operations) {
    const { fields } = migrations[nameOf(operation)]!;
    expect(Object.keys(fields).toSorted(), nameOf(operation)).toEqual(
      Object.keys(operation.parameters).toSorted(),
    );
  }
});

test("what replaces an operation is one of V3", () => {
  const names = new Set(operations.filter(({ api }) => api.name === "V3").map(nameOf));
  const unknown = Object.values(migrations).flatMap(({ to }) => to.filter((name) => !names.has(name)));
  expect(unknown).toEqual([]);
});

test("what does the same in the fapi dialect is served there, and only operations of this venue's own have nothing", () => {
  const names = new Set(operations.filter(({ api }) => api.name === "fapi").map(nameOf));
  expect(
    Object.values(inFapi)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([]);
  expect(Object.keys(inFapi).filter((name) => migrations[name] === undefined)).toEqual([]);
  const without = Object.entries(migrations).filter(([name, { to }]) => to.length > 0 && !(name in inFapi));
  expect(without.map(([name]) => name)).toEqual([
    "POST /capi/v2/account/modifyAutoAppendMargin",
    "POST /capi/v2/order/closePositions",
    "POST /capi/v2/order/modifyTpSlOrder",
  ]);
});

test("a field that stays the same is one of what replaces the operation", () => {
  const byName = new Map(operations.map((each) => [nameOf(each), each]));
  for (const [name, { to, fields }] of Object.entries(migrations)) {
    const kept = Object.keys(fields).filter((field) => fields[field]!.startsWith("="));
    const known = new Set(to.flatMap((each) => Object.keys(byName.get(each)!.parameters)));
    expect(
      kept.filter((field) => !known.has(field)),
      name,
    ).toEqual([]);
  }
});

describe("every field of an answer has a successor, or is said to have none", () => {
  const byName = new Map(operations.map((each) => [nameOf(each), each]));
  const answered = Object.entries(migrations).flatMap(([name, { to, answer }]) =>
    answer === undefined ? [] : [{ name, to, answer, rows: Object.entries<string>(answerShapes[answer]) }],
  );
  const fieldsIn = (names: readonly string[]) =>
    new Set(names.flatMap((name) => fieldsOf(byName.get(name)!.response as Schema)));
  const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

  test.each(answered.filter(({ answer }) => answer !== "account"))("$name", ({ name, to, rows }) => {
    const there = fieldsIn(to);
    const named = new Set(rows.map(([field]) => field));
    const lost = [...fieldsIn([name])].filter((field) => !named.has(field) && !there.has(camelCase(field)));
    expect(lost).toEqual([]);
    // "orderId, a number", "algoStatus: -1 CANCELED", "=, a number": a row that begins with a name names a
    // field of V3.
    const successors = rows.map(([field, text]) =>
      /^(=|\w+)(?:[,:]|$)/.exec(text)?.[1]?.replace("=", camelCase(field)),
    );
    const isMissing = (successor = "nothing") => successor !== "nothing" && !there.has(successor);
    expect(successors.filter(isMissing)).toEqual([]);
  });

  test.each(Object.keys(answerShapes) as (keyof typeof answerShapes)[])("%s has fields of V2", (shape) => {
    const ours = fieldsIn(answered.filter(({ answer }) => answer === shape).map(({ name }) => name));
    const named = Object.keys(answerShapes[shape]).flatMap((field) => field.split("."));
    expect(named.filter((field) => !ours.has(field))).toEqual([]);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The names of all fields below a schema. */
function fieldsOf({ properties = {}, items = [], anyOf = [], allOf = [] }: Schema): string[] {
  const inside = [...Object.values(properties), items, anyOf, allOf].flat();
  return [...Object.keys(properties), ...inside.flatMap(fieldsOf)];
}

test("every code of V2 has a row", () => {
  const codes = new Set(
    Object.keys(errorTexts).map((kind) => v2.errors[kind as keyof typeof errorTexts].code),
  );
  expect(
    codeMigrations()
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual([...codes].toSorted());
});

test("the report of a bot's requests", () => {
  const request = (method: string, path: string, code = ""): RequestEntry =>
    ({ method, path, code, status: code === "" ? 200 : 400 }) as RequestEntry;
  const report = migrationReport([
    request("POST", "/capi/v2/order/cancel_plan"),
    request("POST", "/capi/v2/order/placeOrder"),
    request("POST", "/capi/v2/order/placeOrder", "40015"),
    request("GET", "/capi/v3/account/balance"),
    request("GET", "/capi/v2/nothing", "404"),
  ]);
  expect(report).toMatchObject({
    requests: 3,
    refused: 1,
    migrated: 1,
    weight: "6/13",
    weightInV3: "1/3",
    calls: [
      {
        call: "POST /capi/v2/order/placeOrder",
        requests: 2,
        inV3: "POST /capi/v3/order",
        inFapi: "POST /fapi/v1/order",
        weight: "2/5",
        weightInV3: "0/0",
      },
      { call: "POST /capi/v2/order/cancel_plan", requests: 1, inV3: "DELETE /capi/v3/algoOrder" },
    ],
    codes: [{ code: "40015", seen: 1, inV3: "-1054 (400), -1180 (400), -3007 (400)" }],
  });
  expect(report.fields).toContainEqual({
    call: "POST /capi/v2/order/placeOrder",
    field: "size",
    inV3: "quantity",
  });
  expect(report.fields.map(({ field }) => field)).not.toContain("price");
  expect(report.answers).toContainEqual({
    call: "POST /capi/v2/order/placeOrder",
    field: "order_id",
    inV3: "orderId",
  });
});

/** The page is written from the tables: `vitest -u` writes it anew. */
test("docs/reference/v2-to-v3.md", async () => {
  await expect(page()).toMatchFileSnapshot("../../../../docs/reference/v2-to-v3.md");
});

function page(): string {
  const cell = (text: string) =>
    text
      .replace(/^=$/, "the same")
      .replace(/^=,? ?/, "the same; ")
      .replaceAll("|", "\\|");
  const short = (name: string) => name.replace("/capi/v2/", "").replace("/capi/v3/", "");
  const weightOf = (name: string) => {
    const { ip, uid } = operations.find((each) => nameOf(each) === name)!.weight;
    return `${ip}/${uid}`;
  };
  const calls = Object.entries(migrations).map(([name, { to, note = "", answer }]) => {
    const successors = to.map((each) => `\`${short(each)}\` (${weightOf(each)})`).join(", ");
    const more = [note, answer === undefined ? "" : `answer: [${answer}](#${answer})`].filter(
      (each) => each !== "",
    );
    return `| \`${short(name)}\` (${weightOf(name)}) | ${successors || "nothing"} | ${more.join("; ")} |`;
  });
  const thirds = Object.entries(inFapi).map(([name, successors]) => {
    const there = successors.map((each) => `\`${each}\` (${weightOf(each)})`).join(", ");
    return `| \`${short(name)}\` (${weightOf(name)}) | ${there} |`;
  });
  const requests = Object.entries(migrations).flatMap(([name, { fields }]) =>
    Object.entries(fields).map(([field, to]) => `| \`${short(name)}\` | \`${field}\` | ${cell(to)} |`),
  );
  const answers = Object.entries(answerShapes).map(([shape, fields]) => {
    const rows = Object.entries(fields).map(([field, to]) => `| \`${field}\` | ${cell(to)} |`);
    return [`### ${shape}`, "", "| V2 | V3 |", "|---|---|", ...rows].join("\n");
  });
  const codes = codeMigrations().map(
    ({ code, to, inFapi: there, meaning }) =>
      `| ${code} | ${to.join(", ")} | ${there.join(", ")} | ${meaning} |`,
  );
  return `<!-- Written by src/service/gateway/migration/migration.test.ts from the tables beside it. -->
# From V2 to V3

Both versions work over the same market, side by side: the same accounts, keys, orders and positions. A bot can move call by
call. \`outcry migrate report\` reads the request log and prints what a bot of your own must change; \`serve --requests all\`
logs every request for it. \`serve --retire-v2 <time>\` rehearses the day after.

What is the same: keys, the text that is signed and the four headers, decimal strings, ids, the rules of the market.
What differs everywhere:

| | V2 | V3 |
|---|---|---|
| prefix, symbols | \`/capi/v2/\`, \`cmt_btcusdt\` | \`/capi/v3/\`, \`BTCUSDT\` in either case |
| names | snake_case and camelCase | camelCase |
| errors | \`{"code":"40020","msg":…,"requestTime":…,"data":null}\`, 4xx | \`{"code":-1142,"msg":…}\`, 4xx |
| times, ids in lists | strings or numbers | numbers |
| direction of an order | \`type\` 1 to 4 | \`side\` and \`positionSide\` |
| client ids | optional, at most 40 characters | required, at most 36 |
| margin mode of an order | in its body | the symbol's setting |
| weights | 1000 in 10 s | 500 in 10 s, apart; orders are counted instead: 300 a minute |
| methods | GET, POST | GET, POST, DELETE (parameters in the query; a body of \`batchOrders\`) |

## Operations

Weights in brackets: of the address, of the account.

| V2 | V3 | |
|---|---|---|
${calls.join("\n")}

New in V3: \`GET market/apiTradingSymbols\`, \`market/riskLimits\`, \`account/accountConfig\`, and what programs ask of the spot host
(\`/api/v3/coins\`, \`exchangeInfo\`, \`ping\`, \`time\`).

## Request fields

| Operation | V2 | V3 |
|---|---|---|
${requests.join("\n")}

## Answers

Fields that are not named keep their names in camelCase; those of \`account\` are gone.

${answers.join("\n\n")}

## In the fapi dialect

The nearest of [its operations](fapi.md); those of this venue's own that it has not are left out. Parameters stand in the query or in a form, signed as it signs.

| V2 | fapi |
|---|---|
${thirds.join("\n")}

## Codes

Rules of the market have [codes of their own](fapi.md#errors) in the fapi dialect.

| V2 | V3 (HTTP status) | fapi (HTTP status) | |
|---|---|---|---|
${codes.join("\n")}
`;
}
