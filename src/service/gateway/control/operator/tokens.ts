import { createHash, timingSafeEqual } from "node:crypto";
import { WireError } from "../../../../interface/wire/index.ts";
import { ROLE_ADMIN } from "../../../../kernel/core/index.ts";
import type { Engine } from "../../../../kernel/engine/index.ts";
import type { Rng } from "../../../../kernel/host/rng.ts";
import { randomText } from "../../auth/newKey.ts";
import type { Caller } from "../operation.ts";
import { FIRST_OPERATOR } from "../operation.ts";

const TOKEN_LENGTH = 40;

/**
 * Said when the engine has halted: the other operators are part of its state, which cannot be asked then.
 */
const NOT_RUNNING = "The venue is not running: the admin token alone opens control until it is";

/** A new token; since nobody can guess it, a plain digest is enough to hide it. */
export function newToken(rng: Rng): string {
  return randomText(rng, TOKEN_LENGTH);
}

/** What is kept of a token: its SHA-256, in hex. */
export function tokenHash(token: string): string {
  return digestOf(token).toString("hex");
}

/**
 * Finds the operator whose token a request carries. Digests are compared, in constant time and with those of
 * all operators, so that the time it takes shows neither a token, nor its length, nor whose it is. The first
 * token needs no engine: a venue that has halted can be asked why.
 */
export function tokenCheck(
  firstToken: string,
): (engine: Engine, header: string | undefined) => Promise<Caller | undefined> {
  const first = digestOf(firstToken);
  return async (engine, header) => {
    const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
    const digest = digestOf(token ?? "");
    if (timingSafeEqual(digest, first) && token !== undefined)
      return { name: FIRST_OPERATOR, role: ROLE_ADMIN };
    if (token === undefined) return undefined;
    if (engine.state !== "running" && engine.state !== "following")
      throw new WireError("unavailable", NOT_RUNNING);
    let caller: Caller | undefined;
    for (const operator of await engine.query({ type: "operators" })) {
      const known = Buffer.from(operator.tokenHash, "hex");
      if (known.length === digest.length && timingSafeEqual(digest, known)) caller = operator;
    }
    return caller;
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
