import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { PERMIT_FUTURES, PERMIT_READ } from "../../core/index.ts";
import type { EnginePort } from "../../engine/index.ts";
import { EngineBusyError, EngineHaltedError, NotLeadingError } from "../../engine/index.ts";
import type { Clock } from "../../host/clock.ts";
import type { Rng } from "../../host/rng.ts";
import type { Vault } from "../auth/vault.ts";
import { generatedKey, randomText } from "../control/key/generatedKey.ts";
import type { Response } from "../http/respond.ts";
import { write } from "../http/respond.ts";
import { MemoryCounters } from "../limits/counters.ts";
import { PAGE_HEADERS } from "../page/policy.ts";
import type { Reach, WholeRequest } from "../reach.ts";

/** Where a link leads; what follows its # is the link's secret, which a browser sends to nobody by itself. */
export const KEY_PATH = "/key";

/** What a link lets whoever has it do: make one key of an account, until a time of the host. */
export interface KeyLink {
  readonly account: number;
  readonly label: string;
  /** Unix ms, of the host. */
  readonly expires: number;
}

/** Whom the seal of a link belongs to: no key, and no account. */
const OWNER = { key: "link of a key", account: 0 };

/**
 * The path of a one-time link. All that it says is sealed within it, so that nothing is kept for it: it is used up once there is the key
 * whose name it bears.
 */
export function linkOf({ vault, rng }: { readonly vault: Vault; readonly rng: Rng }, link: KeyLink): string {
  const sealed = vault.seal(JSON.stringify({ ...link, apiKey: `ok_${randomText(rng, 24)}` }), OWNER);
  return `${KEY_PATH}#${Buffer.from(sealed, "base64").toString("base64url")}`;
}

interface Parts {
  /** Of the present market. */
  readonly engine: EnginePort;
  readonly vault: Vault;
  readonly rng: Rng;
  readonly clock: Clock;
  readonly reach: Reach | undefined;
}

/** Wrong links that an address may try. */
const WRONG = { max: 20, windowMs: 60_000 };
const BODY_BYTES_MAX = 2_000;

/** Serves one-time links: `GET /key` is a page that sends what follows the #, `POST /key` makes the key and shows it, once. */
export class KeyLinks {
  readonly #parts: Parts;
  readonly #wrong = new MemoryCounters();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(server: FastifyInstance): void {
    const schema = { hide: true } as object;
    server.get(KEY_PATH, { schema }, (_request, reply) => {
      const raw = reply.hijack().raw;
      raw.writeHead(200, { ...HEADERS, "content-type": "text/html; charset=utf-8" }).end(PAGE);
    });
    server.post(KEY_PATH, { schema }, async ({ body, ip }, reply) => {
      const raw = reply.hijack().raw;
      const bytes = body instanceof Uint8Array ? body : new Uint8Array(0);
      write(raw, await this.#serve({ method: "POST", url: KEY_PATH, headers: {}, address: ip, body: bytes }));
    });
  }

  /** Answers a request that another node has passed on; `undefined`: it is for something else. */
  answer({ method, url, address, body }: WholeRequest): Promise<Response> | undefined {
    return method === "POST" && url === KEY_PATH ? this.#redeem(address, body) : undefined;
  }

  async #serve(request: WholeRequest): Promise<Response> {
    const { reach } = this.#parts;
    if (reach !== undefined && !reach.isHere) {
      const answer = await reach.send(request, false).catch(() => UNAVAILABLE);
      if (answer !== undefined) return answer;
    }
    return this.#redeem(request.address, request.body);
  }

  async #redeem(address: string, body: Uint8Array): Promise<Response> {
    const { engine, vault, rng, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (this.#wrong.take("links", address, 0, WRONG, nowMs).used >= WRONG.max)
      return said(429, "too many wrong links from this address: try again in a minute");
    const link = openLink(vault, body);
    if (link === undefined) {
      this.#wrong.take("links", address, 1, WRONG, nowMs);
      return said(404, "this link is none of this venue's");
    }
    if (clock.wallMs() >= link.expires) return said(410, "this link has expired: ask for another one");
    const { account, label, apiKey: key } = link;
    const { secret, passphrase } = generatedKey(rng);
    const sealedSecret = vault.seal(secret, { key, account });
    const passphraseHash = vault.hashPassphrase(passphrase, key);
    const settings = { permissions: PERMIT_READ | PERMIT_FUTURES, activeFrom: 0, expires: 0 };
    const texts = { key, sealedSecret, passphraseHash, label, addresses: "", wireProfile: "" };
    try {
      const { rejection } = await engine.submit({ type: "addKey", account, ...settings, ...texts });
      if (rejection?.type === "keyTaken") return said(410, "this link was used already: ask for another one");
      if (rejection !== undefined) return said(409, "the account of this link is gone");
    } catch (error) {
      const isBusy = [EngineBusyError, EngineHaltedError, NotLeadingError].some(
        (each) => error instanceof each,
      );
      if (isBusy) return UNAVAILABLE;
      throw error;
    }
    return { ...said(200, ""), body: JSON.stringify({ label, apiKey: key, secret, passphrase }) };
  }
}

function said(status: number, msg: string): Response {
  return { status, body: JSON.stringify({ msg }), version: 0, headers: ["cache-control", "no-store"] };
}

const UNAVAILABLE = said(503, "the venue is busy: nothing was done, try again");

function openLink(vault: Vault, body: Uint8Array): (KeyLink & { readonly apiKey: string }) | undefined {
  if (body.length === 0 || body.length > BODY_BYTES_MAX) return undefined;
  const sealed = Buffer.from(Buffer.from(body).toString("latin1"), "base64url").toString("base64");
  const opened = vault.open(sealed, OWNER);
  return opened && (JSON.parse(opened.toString("utf8")) as KeyLink & { readonly apiKey: string });
}

const SCRIPT = `
document.querySelector("button").onclick = async (event) => {
  event.target.disabled = true;
  const answer = await fetch("${KEY_PATH}", { method: "POST", body: location.hash.slice(1), headers: { "content-type": "application/octet-stream" } });
  history.replaceState(null, "", "${KEY_PATH}");
  const said = await answer.json();
  document.querySelector("pre").textContent = answer.ok ? JSON.stringify(said, null, 2) : said.msg;
};`;

const PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Your key</title><meta name="viewport" content="width=device-width">
<h1>Your key</h1>
<p>This makes the key of your team and shows it <strong>once</strong>: keep it where nobody else reads it. The link works no second time.</p>
<button>Show my key</button>
<pre aria-live="polite"></pre>
<script>${SCRIPT}</script>
</html>
`;

const HEADERS = {
  ...PAGE_HEADERS,
  "content-security-policy": `default-src 'none'; script-src 'sha256-${hash("sha256", SCRIPT, "base64")}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
};
