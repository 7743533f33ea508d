import type { FaultKindName, faultKinds } from "../../../interface/wire/control/faultKinds.ts";
import type { Access } from "../../../interface/wire/index.ts";
import { WireError } from "../../../interface/wire/index.ts";
import { accountRestricted } from "../auth/accounts.ts";
import type { ApiKey } from "../auth/keys.ts";
import type { Response } from "../http/respond.ts";
import type { Fault, RequestNames } from "./fault.ts";
import type { BrokenAnswers } from "./wires.ts";

/** A request as faults see it, before anything of it is verified. */
export interface AskedRequest extends RequestNames {
  readonly url: string;
  readonly access: Access;
  /** Whether it asks for a socket. */
  readonly isHandshake: boolean;
  /** The key that it names, if there is such a key. */
  readonly key: ApiKey | undefined;
}

/** What a fault does to a request that it strikes. */
interface Effect {
  readonly refusal?: WireError | undefined;
  readonly skewMs?: number;
  readonly answer?: (response: Response) => Response;
}

interface RequestKind {
  /** The requests that it can happen to; left out: all of them. */
  readonly befalls?: (asked: AskedRequest) => boolean;
  /** Whether it can happen to the handshake of a socket. */
  readonly handshakes?: true;
  readonly effect: (fault: Fault, asked: AskedRequest, wires: BrokenAnswers) => Effect;
}

type NameOfRequestKind = {
  [N in FaultKindName]: "requests" extends (typeof faultKinds)[N]["to"][number] ? N : never;
}[FaultKindName];

const RETRY_SECONDS = 1;

/** What each kind does to a request. */
export const requestKinds: Readonly<Record<NameOfRequestKind, RequestKind>> = {
  "rate-limited": {
    handshakes: true,
    effect: ({ spec: { retryAfter = RETRY_SECONDS } }) => ({
      refusal: new WireError("rateLimited", undefined, retryAfter),
    }),
  },
  "server-error": {
    handshakes: true,
    effect: ({ spec: { status = 500 } }) => ({
      refusal: new WireError(status === 500 ? "internal" : "unavailable"),
    }),
  },
  "edge-page": {
    handshakes: true,
    effect: ({ spec: { status = 521 } }, _asked, wires) => ({
      refusal: new WireError("unavailable", `the edge answered with ${status}`),
      answer: (response) => ({ ...response, status, code: "", onWire: wires.page(status) }),
    }),
  },
  maintenance: {
    handshakes: true,
    effect: ({ spec: { retryAfter = RETRY_SECONDS } }) => ({
      refusal: new WireError(
        "unavailable",
        "Service unavailable: the venue is under maintenance",
        retryAfter,
      ),
    }),
  },
  "key-inactive": {
    handshakes: true,
    befalls: isSigned,
    effect: () => ({
      refusal: new WireError("keyUnknown", "Invalid ACCESS_KEY: the key is not effective yet"),
    }),
  },
  "account-restricted": {
    handshakes: true,
    befalls: (asked) => isSigned(asked) && asked.access !== "cancel",
    effect: (_fault, { key }) => ({ refusal: accountRestricted(key!.account.account) }),
  },
  "clock-skew": { handshakes: true, effect: ({ spec: { ms = 0 } }) => ({ skewMs: ms }) },
  slow: {
    effect: ({ spec: { ms = 0 } }, _asked, wires) => ({ answer: (response) => wires.slow(response, ms) }),
  },
  cut: {
    effect: ({ spec: { bytes } }, _asked, wires) => ({ answer: (response) => wires.cut(response, bytes) }),
  },
  "answer-lost": { effect: (_fault, _asked, wires) => ({ answer: (response) => wires.lost(response) }) },
  "half-closed": {
    handshakes: true,
    effect: (_fault, _asked, wires) => ({
      refusal: new WireError("unavailable", "the connection was half-closed"),
      answer: (response) => wires.halfClosed(response),
    }),
  },
  stale: {
    befalls: ({ method }) => method === "GET",
    // An older answer is shown only to those who asked with the same key.
    effect: (fault, { url, key }) => ({
      answer: (response) =>
        response.status === 200 ? fault.shownFirst(`${key?.key ?? ""} ${url}`, response) : response,
    }),
  },
};

function isSigned({ access, key }: AskedRequest): boolean {
  return access !== "public" && key !== undefined;
}
