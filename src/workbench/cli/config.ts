import { basename, delimiter } from "node:path";
import type { AccountSpec } from "../../assembly/venue/index.ts";
import { type Dialect, dialectNames } from "../../interface/wire/dialects.ts";
import * as fapi from "../../interface/wire/fapi/sockets/index.ts";
import type { SocketsDeclaration } from "../../interface/wire/sockets.ts";
import * as v2 from "../../interface/wire/v2/sockets/index.ts";
import * as v3 from "../../interface/wire/v3/sockets/index.ts";
import { MASTER_KEY_BYTES } from "../../service/gateway/auth/vault.ts";
import { usage } from "./exitCodes.ts";
import { shellWord } from "./shellWord.ts";

/** The environment, read here and nowhere else. */

/** Default of `--port`. */
export const DEFAULT_PORT = "8787";
/** Default of `--data`, relative to the directory where the command is run. */
export const DEFAULT_DATA = "./data";

/** Paths of the sockets of dialects, which follow their address. */
export function socketPaths(dialects: readonly Dialect[] = dialectNames): readonly string[] {
  const declared: Readonly<Record<Dialect, readonly SocketsDeclaration[]>> = {
    v2: [v2.sockets],
    v3: [v3.sockets],
    fapi: [fapi.sockets, fapi.requests],
  };
  const all = dialects.flatMap((dialect) => declared[dialect]);
  return [...new Set(all.flatMap(({ paths }) => Object.values(paths)))];
}

const DEMO_ACCOUNTS = [
  { name: "demo-1", suffix: "" },
  { name: "demo-2", suffix: "_2" },
  { name: "demo-oneway", suffix: "_3", positionMode: "one-way" },
] as const;

/**
 * The demo accounts, with the three strings of `OUTCRY_DEMO_KEY`, `…_SECRET`, `…_PASSPHRASE` (and `…_2`,
 * `…_3`) if they are set.
 */
export function demoAccounts(env: NodeJS.ProcessEnv = process.env): readonly AccountSpec[] {
  return DEMO_ACCOUNTS.map(({ suffix, ...account }) => {
    const names = ["KEY", "SECRET", "PASSPHRASE"].map((part) => `OUTCRY_DEMO_${part}${suffix}`);
    const [apiKey, secret, passphrase] = names.map((each) => env[each] || undefined);
    if (apiKey !== undefined && secret !== undefined && passphrase !== undefined) {
      return { ...account, apiKey, secret, passphrase };
    }
    const missing = names.filter((each) => !env[each]);
    if (missing.length < names.length)
      throw usage(`${missing.join(" and ")} must be set too, or none of the three`);
    return account;
  });
}

/** The 32 bytes of `OUTCRY_MASTER_KEY`, base64; `undefined` when it is not set. */
export function masterKey(env: NodeJS.ProcessEnv = process.env): Uint8Array | undefined {
  const text = env.OUTCRY_MASTER_KEY;
  if (!text) return undefined;
  const key = Buffer.from(text, "base64");
  if (key.length !== MASTER_KEY_BYTES) {
    throw usage(
      `OUTCRY_MASTER_KEY must be ${MASTER_KEY_BYTES} bytes in base64; it holds ${key.length} bytes`,
    );
  }
  return key;
}

/** The database of a cluster, from `OUTCRY_CLUSTER`; `undefined` when it is not set. */
export function clusterUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.OUTCRY_CLUSTER || undefined;
}

/** The token from `OUTCRY_ADMIN_TOKEN`; `undefined` when it is not set. */
export function adminToken(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.OUTCRY_ADMIN_TOKEN || undefined;
}

/**
 * The variables that `outcry env` printed, `undefined` where they are not set.
 *
 * @param namesPassphrase whether a key needs a passphrase
 */
export function botEnvironment(namesPassphrase = true, env: NodeJS.ProcessEnv = process.env) {
  const apiKey = env.OUTCRY_API_KEY || undefined;
  const secret = env.OUTCRY_API_SECRET || undefined;
  const passphrase = env.OUTCRY_API_PASSPHRASE || (namesPassphrase ? undefined : "");
  const isWhole = apiKey !== undefined && secret !== undefined && passphrase !== undefined;
  return {
    url: env.OUTCRY_BASE_URL || undefined,
    wsUrl: env.OUTCRY_WS_URL || undefined,
    credentials: isWhole ? { apiKey, secret, passphrase } : undefined,
  };
}

/** Whether a terminal is to be given colours: `NO_COLOR` with any text, and `TERM=dumb`, say no. */
export function takesColours(env: NodeJS.ProcessEnv = process.env): boolean {
  return !env.NO_COLOR && env.TERM !== "dumb";
}

/** How the user calls this program: through npm in the repository, or as it is. */
export function commandName(env: NodeJS.ProcessEnv = process.env): string {
  const script = env.npm_lifecycle_event;
  return script === "start" || script === "outcry" ? "npm run outcry --" : "outcry";
}

/** A command on a data directory, as the user would type it. */
export function commandOn(data: string, words: string): string {
  return `${commandName()} ${words}${data === DEFAULT_DATA ? "" : ` --data ${shellWord(data)}`}`;
}

/** Where a user's program is run, and with which variables. */
export interface UserPlace {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The folder in which the user called this program, and the user's own `PATH`. If npm runs it as the
 * repository's script, npm has gone to the repository's folder, and has put folders of its own first in the
 * path, the last of them `node-gyp-bin`: the user's `node` and files may be others.
 */
export function userPlace(env: NodeJS.ProcessEnv = process.env, folder = process.cwd()): UserPlace {
  const { INIT_CWD: calledIn, npm_lifecycle_event: script, npm_package_name: name } = env;
  if (calledIn === undefined || script !== "outcry" || name !== "outcry") return { folder, environment: env };
  const places = (env["PATH"] ?? "").split(delimiter);
  const own = places.slice(places.findIndex((place) => basename(place) === "node-gyp-bin") + 1);
  return { folder: calledIn, environment: { ...env, PATH: own.join(delimiter) } };
}
