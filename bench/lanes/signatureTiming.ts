import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import { systemClock } from "../../src/kernel/host/clock.ts";
import type { Authenticator, UnverifiedRequest } from "../../src/service/gateway/auth/authenticate.ts";
import { authenticate } from "../../src/service/gateway/auth/authenticate.ts";
import { SignatureFailures } from "../../src/service/gateway/auth/diagnose.ts";
import type { ApiKey } from "../../src/service/gateway/auth/keys.ts";
import { SigningKey, sign } from "../../src/service/gateway/auth/signature.ts";
import { type Lane, quantile } from "../lane.ts";

const WARM_UP = 5_000;
/** The slowest share of all readings says what the collector and the machine did, not what the bytes were. */
const SLOWEST_LEFT_OUT = 0.05;

/**
 * Refusals of signatures that are wrong in their first byte or in their last one, by turns at random. Reads
 * `t` of Welch's test between the two (above 4.5 they can be told apart), and the means `first` and `last`,
 * ns.
 */
export function start({ refusals }: { readonly refusals: number }): Lane {
  const key = new SigningKey(Buffer.from("the secret of the bench"));
  const authenticator = authenticatorOf(key);
  const parts = {
    timestamp: "",
    method: "POST",
    path: "/capi/v2/order/placeOrder",
    query: "",
    body: Buffer.from('{"symbol":"cmt_btcusdt","size":"0.01","type":"1","price":"60000"}'),
  };
  const refusal = (kind: 0 | 1): number => {
    const timestamp = String(Date.now());
    const right = sign(key, { ...parts, timestamp });
    const request: UnverifiedRequest = {
      headers: {
        "access-key": "bench",
        "access-passphrase": "bench",
        "access-timestamp": timestamp,
        "access-sign": kind === 0 ? spoilt(right, 0) : spoilt(right, 42),
      },
      method: parts.method,
      path: parts.path,
      query: "",
      body: parts.body,
      address: "127.0.0.1",
    };
    const begun = performance.now();
    try {
      authenticate(authenticator, request);
    } catch {
      return (performance.now() - begun) * 1e6;
    }
    throw new Error("a wrong signature was taken");
  };
  return {
    pass() {
      const taken: [number[], number[]] = [[], []];
      for (let i = 0; i < WARM_UP + refusals; i++) {
        const kind = randomInt(2) as 0 | 1;
        const ns = refusal(kind);
        if (i >= WARM_UP) taken[kind].push(ns);
      }
      const bound = quantile([...taken[0], ...taken[1]], 1 - SLOWEST_LEFT_OUT);
      const [first, last] = taken.map((values) => momentsOf(values.filter((ns) => ns <= bound)));
      const t =
        (first!.mean - last!.mean) / Math.sqrt(first!.variance / first!.count + last!.variance / last!.count);
      return { t: Math.abs(t), first: first!.mean, last: last!.mean };
    },
  };
}

/** Everything that a refusal goes through, with a key that is known and a passphrase that is right. */
function authenticatorOf(secret: SigningKey): Authenticator {
  const key = {
    key: "bench",
    account: { account: 100 },
    settings: { activeFrom: 0, expires: 0 },
    before: undefined,
    secret,
    passphrase: "bench",
    passphraseHash: "",
  } as unknown as ApiKey;
  const nothing = (): void => {};
  return {
    keys: { find: () => key } as unknown as Authenticator["keys"],
    vault: {} as Authenticator["vault"],
    clock: systemClock,
    log: { info: nothing, warn: nothing, error: nothing },
    failures: new SignatureFailures(),
    freshness: "host",
    now: () => systemClock.wallMs(),
  };
}

/** Another letter of base64 in one place. */
function spoilt(signature: string, at: number): string {
  const letter = signature[at] === "A" ? "E" : "A";
  return signature.slice(0, at) + letter + signature.slice(at + 1);
}

function momentsOf(values: readonly number[]) {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { count, mean, variance };
}
