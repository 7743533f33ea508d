import { createHash, timingSafeEqual } from "node:crypto";
import { invalidParameter, WireError } from "../../../interface/wire/index.ts";
import type { InvitationView } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import { oneAfterOther } from "../../../kernel/host/oneAfterOther.ts";
import type { Rng } from "../../../kernel/host/rng.ts";
import { checkedName } from "../auth/accounts.ts";
import { generatedKey } from "../auth/newKey.ts";
import type { Vault } from "../auth/vault.ts";
import type { RedemptionParts } from "../http/redemption.ts";
import { given, messageResponse, Redemption } from "../http/redemption.ts";
import type { Response } from "../http/respond.ts";

/**
 * The page where an invitation's code is entered. After its # comes the code, which a browser sends to
 * nobody by itself.
 */
export const JOIN_PATH = "/join";

const NAME_CHARACTERS_MAX = 40;
/** How often the name of a new account is tried, since another account may take it just before. */
const ATTEMPTS = 10;

interface Parts extends RedemptionParts {
  /** Of the present market. */
  readonly engine: EnginePort;
  readonly vault: Vault;
  readonly rng: Rng;
}

/** What is stored of a code: its SHA-256, in hex, since nobody can guess a code. */
export function codeHash(code: string): string {
  return digestOf(code).toString("hex");
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * `POST /join` with `{code, account}`: opens the account and shows its first key, once. Requests are carried
 * out one after the other.
 */
export class Joining extends Redemption {
  constructor(parts: Parts) {
    const inTurn = oneAfterOther();
    super(JOIN_PATH, parts, (body) => inTurn(() => join(parts, body)));
  }
}

async function join(parts: Parts, body: Uint8Array): Promise<Response | "wrong"> {
  const { engine, clock } = parts;
  const asked = read(body);
  if (asked === undefined)
    return messageResponse(400, 'the body must be JSON: {"code": "…", "account": "…"}');
  const invitation = invitationOf(await engine.query({ type: "invitations" }), asked.code);
  if (invitation === undefined) return "wrong";
  const problem = problemOf(asked.account);
  if (problem !== undefined) return messageResponse(400, problem);
  if (invitation.uses === 0) return messageResponse(410, "this code was revoked: ask for another one");
  if (clock.wallMs() >= invitation.until)
    return messageResponse(410, "this code has expired: ask for another one");
  return open(parts, invitation, asked.account);
}

function read(body: Uint8Array): { readonly code: string; readonly account: string } | undefined {
  try {
    const { code, account } = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, unknown>;
    return typeof code === "string" && typeof account === "string" ? { code, account } : undefined;
  } catch {
    return undefined; // no JSON, or no object: refused as such
  }
}

/**
 * All digests are compared, in constant time, so that the time shows neither a code nor which invitation it
 * is of.
 */
function invitationOf(all: readonly InvitationView[], code: string): InvitationView | undefined {
  const digest = digestOf(code);
  let found: InvitationView | undefined;
  for (const invitation of all)
    if (timingSafeEqual(digest, Buffer.from(invitation.codeHash, "hex"))) found = invitation;
  return found;
}

function problemOf(account: string): string | undefined {
  try {
    if (account.length > NAME_CHARACTERS_MAX)
      throw invalidParameter("account", `at most ${NAME_CHARACTERS_MAX} characters, got ${account.length}`);
    checkedName(account, "account");
    return undefined;
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error;
  }
}

async function open({ engine, vault, rng }: Parts, { name: invitation, uses }: InvitationView, name: string) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const accounts = await engine.query({ type: "accounts" });
    const account = 1 + Math.max(...accounts.map((each) => each.account));
    const { apiKey: key, secret, passphrase } = generatedKey(rng);
    const sealedSecret = vault.encrypt(secret, { key, account });
    const passphraseHash = vault.hashPassphrase(passphrase, key);
    const texts = { invitation, name, key, sealedSecret, passphraseHash };
    const { rejection } = await engine.submit({ type: "acceptInvitation", account, ...texts });
    if (rejection === undefined) return given({ account: name, apiKey: key, secret, passphrase });
    if (rejection.type === "nameTaken")
      return messageResponse(409, invalidParameter("account", `another name: '${name}' is taken`).message);
    if (rejection.type === "venueFull")
      return messageResponse(410, `this code has been used ${uses} times, which is all: ask for another one`);
    if (rejection.type !== "unknownAccount")
      return messageResponse(409, `the venue cannot open an account (${rejection.type}): ask who runs it`);
  }
  return messageResponse(503, "the venue is busy: nothing was done, try again");
}
