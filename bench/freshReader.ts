import { createHmac } from "node:crypto";
import { performance } from "node:perf_hooks";
import { ORDER_PATH, type Signer } from "./httpLoad.ts";
import { median, quantile } from "./lane.ts";

/** Accounts whose orders are read back the moment they are acknowledged, beside one that nothing touches. */
export interface FreshReads {
  readonly port: number;
  /** Each places one order after the other, every one of which ends at once. */
  readonly placers: readonly Signer[];
  readonly idle: Signer;
}

/** Times of a read, µs. */
export interface FreshResult {
  /** p99 of a read straight after an acknowledgement of the same account. */
  readonly p99: number;
  readonly p50: number;
  /** p99 of a read of the untouched account. */
  readonly idleP99: number;
  readonly idleP50: number;
  /** How many reads there were of each kind. */
  readonly reads: number;
}

const LIST_PATH = "/capi/v2/order/history?pageSize=10";

/**
 * Reads until it is told that it is over.
 *
 * @throws an answer that is not 200, or a list without the order that was just acknowledged
 */
export async function readFresh(
  { port, placers, idle }: FreshReads,
  isOver: () => boolean,
): Promise<FreshResult> {
  const [fresh, still]: [number[], number[]] = [[], []];
  const ask = (signer: Signer, path: string, body?: string) => signed(port, signer, path, body);
  const timed = async (signer: Signer, micros: number[]): Promise<string> => {
    const begun = performance.now();
    const text = await ask(signer, LIST_PATH);
    micros.push((performance.now() - begun) * 1_000);
    return text;
  };
  await ask(idle, ORDER_PATH, order("idle"));
  await Promise.all(
    placers.map(async (placer, i) => {
      for (let n = 0; !isOver(); n++) {
        const { order_id: id } = JSON.parse(await ask(placer, ORDER_PATH, order(`${i}-${n}`)));
        const listed = await timed(placer, fresh);
        if (!listed.includes(`"${id}"`)) throw new Error(`order ${id} was acknowledged and is not listed`);
        await timed(idle, still);
      }
    }),
  );
  return {
    ...{ p99: quantile(fresh, 0.99), p50: median(fresh) },
    ...{ idleP99: quantile(still, 0.99), idleP50: median(still), reads: fresh.length },
  };
}

/** The body of an order that is good for an instant, at a price where nobody sells. */
function order(name: string): string {
  return JSON.stringify({
    ...{ symbol: "cmt_btcusdt", client_oid: `fresh-${Date.now()}-${name}`, size: "0.0001", type: "1" },
    ...{ order_type: "3", match_price: "0", price: "59900.0" },
  });
}

async function signed(
  port: number,
  { apiKey, secret, passphrase }: Signer,
  path: string,
  body = "",
): Promise<string> {
  const [method, timestamp] = [body === "" ? "GET" : "POST", String(Date.now())];
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      "ACCESS-KEY": apiKey,
      "ACCESS-SIGN": createHmac("sha256", secret)
        .update(`${timestamp}${method}${path}${body}`)
        .digest("base64"),
      "ACCESS-TIMESTAMP": timestamp,
      "ACCESS-PASSPHRASE": passphrase,
    },
    ...(body !== "" && { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`an answer is not 200: ${response.status} ${text}`);
  return text;
}
