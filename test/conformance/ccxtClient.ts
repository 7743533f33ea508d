import type { Key } from "../venue/stamp.ts";
import { stamp } from "../venue/stamp.ts";

/**
 * What ccxt is told of a venue: its URLs and a key; the times to sign with, because by itself it signs two
 * requests of one millisecond alike, and the second of two that say the same is then the first one sent
 * again; and to be as patient as a busy machine is slow: to wait for answers, and to ask again where history
 * says that it is behind (503: nothing happened).
 *
 * @param baseUrl of REST @param wsUrl of sockets, with a trailing "/ws"
 */
export function ccxtOptions(baseUrl: string, wsUrl: string, key: Key) {
  const rest = { public: baseUrl, private: baseUrl, contract: baseUrl, contractPrivate: baseUrl };
  const urls = { ...rest, ws: { spot: wsUrl, contract: wsUrl } };
  return {
    apiKey: key.apiKey,
    secret: key.secret,
    password: key.passphrase,
    urls: { api: urls, test: urls },
    options: { defaultType: "swap", maxRetriesOnFailure: 100 },
    timeout: 200_000,
    streaming: { connectionTimeout: 200_000, keepAlive: 200_000 },
    enableRateLimit: false,
    nonce: () => stamp(key),
  };
}
