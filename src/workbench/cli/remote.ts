import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { Option } from "commander";
import type { TSchema } from "typebox";
import type { CredentialsFile } from "../../assembly/venue/credentials.ts";
import { CREDENTIALS_FILE, readCredentials } from "../../assembly/venue/credentials.ts";
import type { ControlDeclaration } from "../../interface/wire/control/operation.ts";
import type { Answer, Parameters } from "../../interface/wire/index.ts";
import { adminToken, commandName, DEFAULT_DATA } from "./config.ts";
import { CliError, EXIT_FAILED, EXIT_UNREACHABLE, EXIT_USAGE, usage } from "./exitCodes.ts";
import { shellWord } from "./shellWord.ts";
import { show } from "./show/value.ts";
import type { Terminal } from "./terminal.ts";

/** How a running venue is found: by its data directory, or by address and token. */
export interface RemoteOptions {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** Codes with which control refuses parameters before the market is asked: missing, blank, invalid. */
const ABOUT_PARAMETERS: ReadonlySet<string> = new Set(["40017", "40019", "40020"]);

/** For how long in all a read is repeated that the venue cannot answer at present, ms. */
const ASK_AGAIN_MS = 60_000;

/** Adds the options of every command that talks to a running venue. */
export function remoteOptions(command: Command): Command {
  return command
    .addOption(new Option("--data <dir>", "data directory of the venue").default(DEFAULT_DATA))
    .addOption(new Option("--url <url>", "its control address instead, with --token"))
    .addOption(new Option("--token <token>", "its admin token; also OUTCRY_ADMIN_TOKEN"))
    .addOption(new Option("--json", "print JSON"));
}

/**
 * Sends an operation to the venue's control. A read that cannot be answered at present, since history is
 * behind or no node leads, is repeated when the venue says so, for up to a minute.
 *
 * @param parameters those that are `undefined` are left out
 * @throws CliError with the venue's own message where it refuses
 */
export async function callControl<A extends TSchema>(
  options: RemoteOptions,
  { method, path }: Pick<ControlDeclaration<Parameters, A>, "method" | "path" | "answer">,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<Answer<A>> {
  const { url, token } = await findVenue(options);
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const target = new URL(path, url);
  if (method === "GET") for (const [name, value] of given) target.searchParams.set(name, String(value));
  const ask = () =>
    fetch(target, {
      method,
      headers: { authorization: `Bearer ${token}`, connection: "close" },
      ...(method === "POST" && { body: JSON.stringify(Object.fromEntries(given)) }),
    }).catch((error: unknown) => {
      throw new CliError(
        options.url === undefined
          ? `no venue answers at ${url}. Start it with "${commandName()} serve --data ${shellWord(options.data)}", or name another with --data or --url`
          : `no venue answers at ${url}: start it, or name another address`,
        { exitCode: EXIT_UNREACHABLE, cause: error },
      );
    });
  const response = await (method === "GET" ? askedAgain(ask) : ask());
  const answer = await answerOf(response, url);
  if (response.ok) return answer as Answer<A>;
  const { code, msg } = answer as { readonly code?: string; readonly msg?: string };
  const hint = response.status === 401 ? "; give it with --token, OUTCRY_ADMIN_TOKEN or --data" : "";
  throw new CliError(`${msg ?? `the venue answered ${response.status}`}${hint}`, {
    exitCode: code !== undefined && ABOUT_PARAMETERS.has(code) ? EXIT_USAGE : EXIT_FAILED,
  });
}

/** Repeats a request until the answer is a final one. */
async function askedAgain(ask: () => Promise<Response>): Promise<Response> {
  const begunMs = performance.now();
  for (;;) {
    const response = await ask();
    const seconds = response.headers.get("retry-after");
    if (response.status !== 503 || seconds === null) return response;
    const waitMs = Number(seconds) * 1_000;
    if (!(performance.now() + waitMs - begunMs <= ASK_AGAIN_MS)) return response;
    await response.body?.cancel();
    await wait(waitMs);
  }
}

async function answerOf(response: Response, url: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`what answers at ${url} is not a venue's control`, {
      exitCode: EXIT_UNREACHABLE,
      cause: error,
    });
  }
}

/** The address of control, and the token for it. */
async function findVenue(options: RemoteOptions): Promise<{ readonly url: string; readonly token: string }> {
  const token = options.token ?? adminToken();
  if (options.url !== undefined) {
    if (!URL.canParse(options.url))
      throw usage(`--url must be an address such as http://127.0.0.1:8787, got '${options.url}'`);
    if (token === undefined) throw usage("--url needs the admin token: --token, or OUTCRY_ADMIN_TOKEN");
    return { url: options.url, token };
  }
  const file = await credentialsIn(options.data);
  return { url: file.controlUrl ?? file.baseUrl, token: token ?? file.adminToken };
}

/** The credentials file that the venue of a data directory wrote at its start. */
export async function credentialsIn(data: string): Promise<CredentialsFile> {
  const file = await readCredentials(data);
  if (file !== undefined) return file;
  throw new CliError(
    `there is no ${join(data, CREDENTIALS_FILE)}: no venue was started on that directory. ` +
      `Start one with "${commandName()} serve --data ${shellWord(data)}", or name another with --data or --url`,
    { exitCode: EXIT_UNREACHABLE },
  );
}

/** Sends an operation and shows the answer. */
export async function callAndShow(
  terminal: Terminal,
  options: RemoteOptions,
  operation: Pick<ControlDeclaration, "method" | "path" | "answer">,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  show(terminal, options.json === true, await callControl(options, operation, parameters));
}
