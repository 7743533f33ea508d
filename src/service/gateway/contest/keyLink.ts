import { hash } from "node:crypto";
import { PERMIT_FUTURES, PERMIT_READ } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import type { Rng } from "../../../kernel/host/rng.ts";
import { generatedKey, randomText } from "../auth/newKey.ts";
import type { Vault } from "../auth/vault.ts";
import type { RedemptionParts } from "../http/redemption.ts";
import { given, messageResponse, Redemption } from "../http/redemption.ts";
import type { Response } from "../http/respond.ts";
import type { Route } from "../http/routes.ts";
import { PAGE_HEADERS } from "../page/policy.ts";

/**
 * The path that a one-time link leads to; after its # comes the link's secret, which a browser sends to
 * nobody by itself.
 */
export const KEY_PATH = "/key";

/** What a link allows whoever has it: to make one key of an account, until a certain host time. */
export interface KeyLink {
  /** The account's name: after a reset of the market, its number may be another account's. */
  readonly account: string;
  readonly label: string;
  /** Unix ms, of the host. */
  readonly expires: number;
}

/** The owner with which a link is encrypted: no real key or account has it. */
const OWNER = { key: "link of a key", account: 0 };

/**
 * The path of a one-time link. Its content is encrypted in the link itself, so that the venue stores nothing
 * for it. The link is used up once the key exists whose name it has.
 */
export function linkOf({ vault, rng }: { readonly vault: Vault; readonly rng: Rng }, link: KeyLink): string {
  const encrypted = vault.encrypt(JSON.stringify({ ...link, apiKey: `ok_${randomText(rng, 24)}` }), OWNER);
  return `${KEY_PATH}#${Buffer.from(encrypted, "base64").toString("base64url")}`;
}

interface Parts extends RedemptionParts {
  /** Of the present market. */
  readonly engine: EnginePort;
  readonly vault: Vault;
  readonly rng: Rng;
}

/**
 * Serves one-time links: `GET /key` is a page that sends what follows the #, `POST /key` makes the key and
 * shows it, once.
 */
export class KeyLinks extends Redemption {
  constructor(parts: Parts) {
    super(KEY_PATH, parts, (body) => redeem(parts, body));
  }

  override routes(): readonly Route[] {
    const serve: Route["serve"] = (_request, reply) =>
      void reply.writeHead(200, { ...HEADERS, "content-type": "text/html; charset=utf-8" }).end(PAGE);
    return [{ method: "GET", path: KEY_PATH, serve }, ...super.routes()];
  }
}

const GONE = messageResponse(409, "the account of this link is gone");

async function redeem({ engine, vault, rng, clock }: Parts, body: Uint8Array): Promise<Response | "wrong"> {
  const link = openLink(vault, body);
  if (link === undefined) return "wrong";
  if (clock.wallMs() >= link.expires)
    return messageResponse(410, "this link has expired: ask for another one");
  const { label, apiKey: key } = link;
  const accounts = await engine.query({ type: "accounts" });
  const found = accounts.find(({ name }) => name === link.account);
  if (found === undefined) return GONE;
  const { account } = found;
  const { secret, passphrase } = generatedKey(rng);
  const sealedSecret = vault.encrypt(secret, { key, account });
  const passphraseHash = vault.hashPassphrase(passphrase, key);
  const settings = { permissions: PERMIT_READ | PERMIT_FUTURES, activeFrom: 0, expires: 0 };
  const texts = { key, sealedSecret, passphraseHash, label, addresses: "", wireProfile: "" };
  const { rejection } = await engine.submit({ type: "addKey", account, ...settings, ...texts });
  if (rejection?.type === "keyTaken")
    return messageResponse(410, "this link was used already: ask for another one");
  if (rejection !== undefined) return GONE;
  return given({ label, apiKey: key, secret, passphrase });
}

function openLink(vault: Vault, body: Uint8Array): (KeyLink & { readonly apiKey: string }) | undefined {
  if (body.length === 0) return undefined;
  const encrypted = Buffer.from(Buffer.from(body).toString("latin1"), "base64url").toString("base64");
  const opened = vault.decrypt(encrypted, OWNER);
  return opened && (JSON.parse(opened.toString("utf8")) as KeyLink & { readonly apiKey: string });
}

const SCRIPT = `
document.querySelector("button").onclick = async (event) => {
  event.target.disabled = true;
  const answer = await fetch("${KEY_PATH}", { method: "POST", body: location.hash.slice(1), headers: { "content-type": "application/octet-stream" } });
  history.replaceState(null, "", "${KEY_PATH}");
  const body = await answer.json();
  document.querySelector("pre").textContent = answer.ok ? JSON.stringify(body, null, 2) : body.msg;
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
