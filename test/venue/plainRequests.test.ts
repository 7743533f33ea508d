import { expect, test } from "vitest";
import { RawConnection } from "../host/rawConnection.ts";
import { Client } from "./client.ts";
import { venueOfFile } from "./venueOfTest.ts";

/**
 * Requests that the venue reads itself and those that Node.js reads for it: nobody can tell which were which.
 */

const venue = await venueOfFile({ prices: { btc: 60_000 }, clock: "test" });

/** A header that no plain request has. */
const ODD = "X_Odd: 1";
const TIME = "GET /capi/v2/market/time HTTP/1.1\r\nHost: localhost\r\n\r\n";

const open = () => RawConnection.open(venue.port);

/** So many answers, byte for byte but for the date; rejects when the connection closes before. */
async function read(connection: RawConnection, count = 1): Promise<string[]> {
  const replies = await connection.read(count);
  return replies.map(({ head, text }) => head.replace(/^Date: .*GMT\r\n/m, "Date\r\n") + text);
}

async function ask(request: string): Promise<string> {
  const connection = await open();
  connection.socket.write(request);
  const [answer] = await read(connection);
  connection.close();
  return answer!;
}

/** A signed request, with these lines in its head. */
function signed(method: "GET" | "POST", path: string, body: string, ...lines: readonly string[]): string {
  const { headers } = new Client(venue.baseUrl, venue.accounts[0]!).sign(method, path, body);
  const head = [
    `${method} /capi/v2/${path} HTTP/1.1`,
    "Host: localhost",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...lines,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const ORDER = { symbol: "cmt_btcusdt", size: "0.001", type: "1", order_type: "0", match_price: "0" };

test.each<[string, (...lines: readonly string[]) => string]>([
  ["a public read", (...lines) => TIME.replace("\r\n\r\n", ["", ...lines, "", ""].join("\r\n"))],
  ["a signed read", (...lines) => signed("GET", "account/assets", "", ...lines)],
  ["a read with a query", (...lines) => signed("GET", "order/current?symbol=cmt_btcusdt", "", ...lines)],
  [
    "a refused placement",
    (...lines) => signed("POST", "order/placeOrder", JSON.stringify({ ...ORDER, price: "1x" }), ...lines),
  ],
  ["a body that is no JSON", (...lines) => signed("POST", "order/placeOrder", "{", ...lines)],
  ["a text beyond ASCII", (...lines) => signed("POST", "order/placeOrder", '{"symbol":"bítcoin"}', ...lines)],
  ["a refusal in Chinese", (...lines) => signed("POST", "order/placeOrder", "{}", "locale: zh-CN", ...lines)],
  ["a read with a body", (...lines) => signed("GET", "account/assets", "ignored", ...lines)],
  [
    "a missing signature",
    (...lines) => ["GET /capi/v2/account/assets HTTP/1.1", "Host: localhost", ...lines, "", ""].join("\r\n"),
  ],
])("%s gets the same bytes either way", async (_, request) => {
  const plain = await ask(request());
  expect(plain).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect(await ask(request(ODD))).toBe(plain);
});

test("one connection places, is answered, sends ahead, sends in pieces, and loses nothing", async () => {
  const connection = await open();
  const { socket } = connection;
  const place = (id: string) =>
    signed("POST", "order/placeOrder", JSON.stringify({ ...ORDER, price: "50000", client_oid: id }));
  socket.write(place("a"));
  expect((await read(connection))[0]).toContain('"client_oid":"a"');
  socket.write(place("b"));
  expect((await read(connection))[0]).toContain('"client_oid":"b"');
  socket.write(place("c") + place("d") + place("e").slice(0, 100));
  expect((await read(connection, 2)).map((answer) => /"client_oid":"(.)"/.exec(answer)?.[1])).toEqual([
    "c",
    "d",
  ]);
  const rest = place("e").slice(100);
  socket.write(rest.slice(0, 300));
  socket.write(rest.slice(300));
  expect((await read(connection))[0]).toContain('"client_oid":"e"');
  connection.close();
  const { body } = await new Client(venue.baseUrl, venue.accounts[0]!).get(
    "order/current?symbol=cmt_btcusdt",
  );
  expect(body.map((order: { client_oid: string }) => order.client_oid).sort()).toEqual([..."abcde"]);
});
