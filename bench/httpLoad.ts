import { createHmac, createSecretKey } from "node:crypto";
import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { median, quantile } from "./lane.ts";

/** What signs a request. */
export interface Signer {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** The interface in whose words orders are placed. */
export type Dialect = "V2" | "V3" | "fapi";

/** One load: so many orders over so many kept-alive connections, one request under way on each. */
export interface HttpLoad {
  readonly port: number;
  /** Who signs: one for each connection, in turn. */
  readonly signers: readonly Signer[];
  readonly connections: number;
  readonly requests: number;
  /** Reads of the account's live orders instead of placements. */
  readonly reads?: boolean;
  /** Of placements; left out: V2. */
  readonly dialect?: Dialect;
  /**
   * Time between two requests of a connection at least, ms; each connection then comes from an address of its
   * own. Left out: at once.
   */
  readonly everyMs?: number;
}

/** What came of a load. */
export interface HttpResult {
  /** Answers a second. */
  readonly rate: number;
  /** Median time from writing a request to having read its answer, µs. */
  readonly p50: number;
  /** p99 of that time, µs. */
  readonly p99: number;
}

export const ORDER_PATH = "/capi/v2/order/placeOrder";
const V3_PATH = "/capi/v3/order";
const FAPI_PATH = "/fapi/v1/order";
const READ_PATH = "/capi/v2/order/current?symbol=cmt_btcusdt";
const LOOPBACK = "127.0.0.1";

/** One of the many addresses that this machine has for itself. */
export function addressOfTeam(team: number): string {
  return `127.0.1.${team + 1}`;
}

/**
 * A load generator that costs little: requests are signed beforehand and written as bytes, answers are only
 * measured. Every fourth order buys or sells one lot at one price, so that an eighth of all trade, as in
 * ordinary flow; the others are good for an instant at prices where nobody is.
 *
 * @throws the first answer that is not 200
 */
export async function run(load: HttpLoad): Promise<HttpResult> {
  const { port, everyMs } = load;
  const lanes = sign(load);
  const sockets = await Promise.all(
    lanes.map((_, i) => open(port, everyMs === undefined ? LOOPBACK : addressOfTeam(i))),
  );
  const micros: number[] = [];
  const begun = performance.now();
  await Promise.all(sockets.map((socket, i) => exchange(socket, lanes[i]!, micros, everyMs)));
  const seconds = (performance.now() - begun) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { rate: load.requests / seconds, p50: median(micros), p99: quantile(micros, 0.99) };
}

/** The requests of each connection. */
function sign({ port, signers, connections, requests, reads = false, dialect = "V2" }: HttpLoad): Buffer[][] {
  const timestamp = Date.now();
  return Array.from({ length: connections }, (_, connection) => {
    const signer = signers[connection % signers.length]!;
    const placing = placements[dialect](port, signer);
    const signing = signed(port, signer);
    const own: Buffer[] = [];
    for (let n = connection; n < requests; n += connections)
      own.push(
        reads
          ? signing(timestamp, "GET", READ_PATH)
          : placing(timestamp, connection + own.length, `${timestamp}-${n}`),
      );
    return own;
  });
}

/** Makes the bytes of one signer's placements, the same orders in each dialect. */
const placements: Readonly<
  Record<Dialect, (port: number, signer: Signer) => (time: number, round: number, clientId: string) => Buffer>
> = {
  V2(port, signer) {
    const signing = signed(port, signer);
    return (time, round, clientId) => signing(time, "POST", ORDER_PATH, orderOf(round, clientId));
  },
  V3(port, signer) {
    const signing = signed(port, signer);
    return (time, round, clientId) =>
      signing(time, "POST", V3_PATH, JSON.stringify(Object.fromEntries(fieldsOf(round, clientId))));
  },
  fapi(port, { apiKey, secret }) {
    const key = createSecretKey(Buffer.from(secret));
    return (time, round, clientId) => {
      const fields = fieldsOf(round, clientId).map(([name, value]) => `${name}=${value}`);
      const query = `${fields.join("&")}&recvWindow=60000&timestamp=${time}`;
      const signature = createHmac("sha256", key).update(query).digest("hex");
      return Buffer.from(
        `POST ${FAPI_PATH}?${query}&signature=${signature} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
          `X-MBX-APIKEY: ${apiKey}\r\nContent-Length: 0\r\n\r\n`,
      );
    };
  },
};

/** What an order of a round does. */
function sketchOf(round: number) {
  const buys = round % 2 === 0;
  const meets = round % 8 < 2;
  return { buys, meets, price: meets ? "60000.0" : buys ? "59900.0" : "60100.0" };
}

/** An order as V3 and the fapi dialect say it. */
function fieldsOf(round: number, clientId: string): readonly (readonly [name: string, value: string])[] {
  const { buys, meets, price } = sketchOf(round);
  return [
    ["symbol", "BTCUSDT"],
    ["side", buys ? "BUY" : "SELL"],
    ["positionSide", buys ? "LONG" : "SHORT"],
    ["type", "LIMIT"],
    ["timeInForce", meets ? "GTC" : "IOC"],
    ["quantity", "0.0001"],
    ["price", price],
    ["newClientOrderId", clientId],
  ];
}

/** The body of an order of V2. */
export function orderOf(round: number, clientId: string): string {
  const { buys, meets, price } = sketchOf(round);
  return (
    `{"symbol":"cmt_btcusdt","client_oid":"${clientId}","size":"0.0001","type":"${buys ? 1 : 2}",` +
    `"order_type":"${meets ? 0 : 3}","match_price":"0","price":"${price}"}`
  );
}

/** Makes the bytes of one signer's requests. */
export function signed(port: number, { apiKey, secret, passphrase }: Signer) {
  const key = createSecretKey(Buffer.from(secret));
  return (timestamp: number, method: "GET" | "POST", path: string, body = ""): Buffer => {
    const signature = createHmac("sha256", key)
      .update(`${timestamp}${method}${path}${body}`)
      .digest("base64");
    return Buffer.from(
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        `ACCESS-KEY: ${apiKey}\r\nACCESS-SIGN: ${signature}\r\nACCESS-TIMESTAMP: ${timestamp}\r\n` +
        `ACCESS-PASSPHRASE: ${passphrase}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
}

function open(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: LOOPBACK, localAddress, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Writes one request after the other, each when the one before is answered and the pace allows it. */
function exchange(socket: Socket, requests: readonly Buffer[], micros: number[], everyMs = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = 0;
    let text = "";
    let written = 0;
    const next = (): void => {
      if (at === requests.length) return resolve();
      written = performance.now();
      socket.write(requests[at++]!);
    };
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (text.length < lengthOf(text)) return;
      micros.push((performance.now() - written) * 1_000);
      if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(`an answer is not 200: ${text}`));
      text = "";
      const waitMs = everyMs - (performance.now() - written);
      if (waitMs > 0) setTimeout(next, waitMs);
      else next();
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection")));
    next();
  });
}

/** Length of the answer that `text` begins; Infinity while its head is not complete. */
function lengthOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return Number.POSITIVE_INFINITY;
  const [, length] = /content-length: (\d+)/i.exec(text)!;
  return head + 4 + Number(length);
}
