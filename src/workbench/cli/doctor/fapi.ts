import { createHmac, createPrivateKey, sign } from "node:crypto";
import type { Credentials } from "../../../interface/client/index.ts";
import { CliError, EXIT_UNREACHABLE } from "../exitCodes.ts";
import type { Examined } from "./examination.ts";
import { timeNote } from "./examination.ts";
import type { Report } from "./findings.ts";
import { Notes } from "./findings.ts";
import { inTime } from "./inTime.ts";

/** How long an answer, or a frame of a socket, is waited for, ms. */
const PATIENCE_MS = 10_000;
/** How late a signed request may come, ms: the largest window that the dialect allows. */
const WINDOW_MS = 60_000;

type Examination = Pick<Examined, "url" | "wsUrl" | "credentials" | "symbol" | "onProgress">;

/** A refusal of the dialect. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly code: number | undefined;

  constructor(status: number, { code, msg }: { readonly code?: number; readonly msg?: string }) {
    super(`${code ?? status} ${msg ?? ""}`.trim());
    this.status = status;
    this.code = code;
  }
}

/** What to do about a refusal, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  "-1021": "set this machine's clock, or send a larger recvWindow, 60000 at most",
  "-1022":
    "the secret (or private key) is not this key's, or something on the way changes query or body: what is signed is the query as sent, followed by the body",
  "-2014": "send the key in the header X-MBX-APIKEY",
  "-2015":
    "compare the key with demo-credentials.json, or create one with `outcry key create`; of a restricted account: `outcry account set NAME status=normal`",
  "-5000":
    "serve it: `outcry serve` does unless `--dialects` leaves fapi out; a client's address is that of the venue, without a path",
};

/**
 * Examines a venue as a program of the fapi dialect uses it: address and clock, key and signature, the mode
 * of its account, streams. It places nothing.
 *
 * @throws CliError when nobody answers at the address
 */
export async function examineFapi(examined: Examination): Promise<Report> {
  const notes = new Notes();
  const call = callerOf(examined);
  const part = async (step: string, share: number, run: () => Promise<void>): Promise<boolean> => {
    examined.onProgress(step, share);
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof CliError) throw error;
      notes.wrong(step, adviceOn(error));
      return false;
    }
  };
  const isThere = await part("address", 0, async () => {
    const { serverTime } = await notes.timed("GET /fapi/v1/time", call("GET", "/fapi/v1/time"));
    timeNote(notes, serverTime - Date.now(), WINDOW_MS);
  });
  if (!isThere) return notes.report(examined.url);
  await part("contracts", 0.2, async () => {
    const { symbols } = await call("GET", "/fapi/v1/exchangeInfo");
    notes.ok("contracts", `${symbols.length}, such as ${symbols[0]?.symbol ?? "none"}`);
  });
  if (examined.credentials === undefined) {
    for (const check of ["key", "position mode", "stream"]) notes.skip(check, "no key was given");
  } else if (await part("key", 0.4, () => examineKey(call, notes))) {
    await part("position mode", 0.6, () => examineMode(call, notes));
    await part("stream", 0.8, () => examineStream(call, examined, notes));
  }
  examined.onProgress("done", 1);
  return notes.report(examined.url);
}

async function examineKey(call: Call, notes: Notes): Promise<void> {
  const rows = await notes.timed("GET /fapi/v3/balance, signed", call("GET", "/fapi/v3/balance", {}));
  const usdt = rows.find(({ asset }: { readonly asset: string }) => asset === "USDT");
  notes.ok(
    "key",
    `signed requests are taken, without a passphrase; ${usdt?.availableBalance ?? "0"} of ${usdt?.balance ?? "0"} USDT available`,
  );
}

/** Most programs of the dialect assume one net position a contract, and some refuse to start otherwise. */
async function examineMode(call: Call, notes: Notes): Promise<void> {
  const { dualSidePosition } = await call("GET", "/fapi/v1/positionSide/dual", {});
  if (!dualSidePosition) return notes.ok("position mode", "one net position a contract, as programs assume");
  notes.note(
    "position mode",
    "a leg each way: programs assume one net position, whose orders have positionSide BOTH or none; without orders and positions `outcry account set NAME positionMode=one-way` changes it",
  );
}

/** Names the user data stream, and follows it beside a stream of the market. */
async function examineStream(call: Call, { url, wsUrl }: Examination, notes: Notes): Promise<void> {
  const { listenKey } = await call("POST", "/fapi/v1/listenKey");
  const socket = new WebSocket(`${wsUrl ?? url.replace(/^http/, "ws")}/ws/${listenKey}`);
  try {
    const parameters = new Promise<readonly string[]>((resolve, reject) => {
      socket.addEventListener("open", () => socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}'));
      socket.addEventListener("message", ({ data }) => {
        const { id, result } = JSON.parse(String(data)) as { id?: number; result?: readonly string[] };
        if (id === 1) resolve(result ?? []);
      });
      socket.addEventListener("error", () => reject(new Error(`no connection to ${socket.url}`)));
    });
    const names = await inTime(
      parameters,
      PATIENCE_MS,
      `no answer came over the socket within ${PATIENCE_MS} ms`,
    );
    if (!names.includes(listenKey)) throw new Error("the socket does not follow the user data stream");
    notes.ok("stream", "the user data stream is named, and followed");
  } finally {
    socket.close();
  }
}

/** Sends a request, and resolves to its answer; signed where it has fields. @throws Refused */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: "GET" | "POST", path: string, fields?: Readonly<Record<string, string>>) => Promise<any>;

function callerOf({ url, credentials }: Examination): Call {
  return async (method, path, fields) => {
    const query = fields === undefined ? "" : `?${signed(fields, credentials!)}`;
    const headers = credentials && { "X-MBX-APIKEY": credentials.apiKey };
    const asked = { method, ...(headers && { headers }), signal: AbortSignal.timeout(PATIENCE_MS) };
    const response = await fetch(`${url}${path}${query}`, asked).catch((cause: unknown) => {
      throw new CliError(`no venue answers at ${url}`, { exitCode: EXIT_UNREACHABLE, cause });
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Refused(response.status, answer as object);
    return answer;
  };
}

function signed(fields: Readonly<Record<string, string>>, { secret }: Credentials): string {
  const parameters = { ...fields, recvWindow: String(WINDOW_MS), timestamp: String(Date.now()) };
  const query = new URLSearchParams(parameters).toString();
  return `${query}&signature=${signatureOf(query, secret)}`;
}

/** Whether a secret is the private half of an RSA or Ed25519 key, as PEM. */
export function isPrivateKey(secret: string): boolean {
  return secret.includes("PRIVATE KEY-----");
}

/** HMAC-SHA256 in hex digits; by a private key, base64 as it stands in a query. */
function signatureOf(query: string, secret: string): string {
  if (!isPrivateKey(secret)) return createHmac("sha256", secret).update(query).digest("hex");
  const key = createPrivateKey(secret);
  const hash = key.asymmetricKeyType === "rsa" ? "sha256" : null;
  return encodeURIComponent(sign(hash, Buffer.from(query), key).toString("base64"));
}

/** An error in one sentence, with what can be done about it. */
function adviceOn(error: unknown): string {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error);
  const advice = ADVICE[String(error.code ?? (error.status === 404 ? "-5000" : ""))];
  return advice === undefined ? error.message : `${error.message}. ${advice}`;
}
