import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { Option } from "commander";
import { readCredentials } from "../../../assembly/venue/credentials.ts";
import type { Credentials } from "../../../interface/client/index.ts";
import { type Dialect, dialectNames, dialectPrograms } from "../../../interface/wire/dialects.ts";
import { checkedUrl, checkNodes, clusterOption } from "../clusterFlag.ts";
import { adminToken, botEnvironment, DEFAULT_DATA, demoAccounts } from "../config.ts";
import { examineCluster } from "../doctor/cluster/examineCluster.ts";
import type { Examined } from "../doctor/examination.ts";
import { examine, isNoAnswer } from "../doctor/examination.ts";
import { examineFapi, isPrivateKey } from "../doctor/fapi.ts";
import type { Finding, Report, Verdict } from "../doctor/findings.ts";
import { CliError, EXIT_FAILED, EXIT_UNREACHABLE, usage } from "../exitCodes.ts";
import { credentialsIn } from "../remote.ts";
import { Progress } from "../show/progress.ts";
import { paint, show, showJson, showText } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface DoctorOptions {
  readonly data: string;
  readonly url?: string;
  readonly wsUrl?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly privateKey?: string;
  readonly passphrase?: string;
  readonly symbol?: string;
  readonly readOnly?: boolean;
  readonly dialect: Dialect;
  readonly cluster?: string | true;
  readonly clusterSingle?: boolean;
  readonly node?: readonly string[];
  readonly token?: string;
  readonly json?: boolean;
}

/** The examination for each dialect; our client speaks V2 and V3 together. */
const examinations: Readonly<Record<Dialect, (examined: Examined) => Promise<Report>>> = {
  v2: examine,
  v3: examine,
  fapi: examineFapi,
};

/** `outcry doctor`: examines a venue from a client's side, or the parts of a cluster. */
export function addDoctor(program: Command, terminal: Terminal): void {
  program
    .command("doctor")
    .description(
      "examine a venue as a client: subscribe to everything, trade a little with a demo key, compare pushes with REST",
    )
    .addOption(
      new Option("--data <dir>", "data directory of the venue, for its address and demo keys").default(
        DEFAULT_DATA,
      ),
    )
    .option("--url <url>", "address of the venue instead; without --data also OUTCRY_BASE_URL")
    .option("--ws-url <url>", "address of its sockets; also OUTCRY_WS_URL (default: --url with ws for http)")
    .option("--key <key>", "API key; also OUTCRY_API_KEY, as env prints it, or OUTCRY_DEMO_KEY")
    .option("--secret <secret>", "its secret; also OUTCRY_API_SECRET or OUTCRY_DEMO_SECRET")
    .option(
      "--private-key <file>",
      "fapi: the private half (PEM) of an RSA or Ed25519 key, in place of its secret",
    )
    .option(
      "--passphrase <passphrase>",
      "its passphrase; also OUTCRY_API_PASSPHRASE or OUTCRY_DEMO_PASSPHRASE",
    )
    .option("--symbol <symbol>", "contract to look at closely and to trade (default: the first)")
    .option("--read-only", "place no orders")
    .addOption(
      new Option("--dialect <dialect>", "as a program of which dialect to look")
        .choices(dialectNames)
        .default("v2"),
    )
    .addOption(clusterOption("examine a cluster instead: its database"))
    .option("--cluster-single", "cluster: one PostgreSQL without standbys is meant")
    .option("--node <url...>", "cluster: control addresses of its nodes (default: the one of --data)")
    .option("--token <token>", "cluster: the nodes' admin token; also OUTCRY_ADMIN_TOKEN")
    .option("--json", "print JSON")
    .action(async (given: DoctorOptions, command: Command) => {
      if (given.cluster !== undefined || given.node !== undefined) return doctorCluster(given, terminal);
      const options = withEnvironment(
        await withPrivateKey(given),
        command.getOptionValueSource("data") === "cli",
      );
      const progress = new Progress(terminal);
      const examined = {
        ...(await target(options)),
        symbol: options.symbol,
        readOnly: options.readOnly === true,
      };
      const examination = examinations[options.dialect];
      const report = await examination({
        ...examined,
        onProgress: (step, share) => progress.update(step, share),
      })
        .catch((error: unknown) => {
          if (!isNoAnswer(error)) throw error;
          throw new CliError(`no venue answers at ${examined.url}`, {
            exitCode: EXIT_UNREACHABLE,
            cause: error,
          });
        })
        .finally(() => progress.end());
      conclude(terminal, options.json === true, report, "the venue");
    });
}

/** Shows a report, and fails if something is wrong. @param what was examined: "the venue", "the cluster" */
function conclude(terminal: Terminal, isJson: boolean, report: Report, what: string): void {
  print(terminal, isJson, report, what);
  if (report.healthy) return;
  const [{ check, detail }, ...more] = report.findings.filter(({ verdict }) => verdict === "wrong") as [
    Finding,
    ...Finding[],
  ];
  const others = more.length === 0 ? "" : `; and ${more.map((each) => each.check).join(", ")}, as above`;
  throw new CliError(`${what} is not healthy: ${check}: ${detail}${others}`, { exitCode: EXIT_FAILED });
}

async function doctorCluster(options: DoctorOptions, terminal: Terminal): Promise<void> {
  const { data, cluster, clusterSingle, node, json } = options;
  checkNodes(node ?? []);
  const file = await readCredentials(data);
  const here = file === undefined ? [] : [file.controlUrl ?? file.baseUrl];
  const progress = new Progress(terminal);
  const report = await examineCluster({
    database: cluster === undefined ? undefined : checkedUrl(cluster),
    single: clusterSingle === true,
    nodes: node ?? here,
    token: options.token ?? adminToken() ?? file?.adminToken,
    onProgress: (step, share) => progress.update(step, share),
  }).finally(() => progress.end());
  conclude(terminal, json === true, report, "the cluster");
}

/** The options, with what the file of `--private-key` has as the secret. */
async function withPrivateKey(given: DoctorOptions): Promise<DoctorOptions> {
  const { privateKey: file } = given;
  if (file === undefined) return given;
  if (given.secret !== undefined) throw usage("--private-key stands in place of --secret: give one of them");
  try {
    const secret = await readFile(file, "utf8");
    createPrivateKey(secret);
    return { ...given, secret };
  } catch (cause) {
    throw usage(
      `--private-key: ${file} is no private key as PEM, without a password: ${(cause as Error).message}`,
    );
  }
}

/**
 * The options, completed by the variables that `outcry env` printed. Address and key there belong together:
 * both are ignored if a data directory or another address is given.
 */
function withEnvironment(given: DoctorOptions, namesData: boolean): DoctorOptions {
  if (namesData || given.url !== undefined) return given;
  const { url, wsUrl, credentials } = botEnvironment(dialectPrograms[given.dialect].namesPassphrase);
  if (url === undefined) return given;
  const key = keyOf(given) ?? credentials;
  return {
    ...given,
    url,
    ...((given.wsUrl ?? wsUrl) !== undefined && { wsUrl: given.wsUrl ?? wsUrl! }),
    ...(key && { key: key.apiKey, secret: key.secret, passphrase: key.passphrase }),
  };
}

/** The venue and the keys to use: those of the options, of the environment, or in the data directory. */
async function target(
  options: DoctorOptions,
): Promise<Pick<Examined, "url" | "wsUrl" | "credentials" | "counterparty" | "isFrozen">> {
  const { url, wsUrl } = options;
  if (url !== undefined && !URL.canParse(url))
    throw usage(`--url must be an address such as http://127.0.0.1:8787, got '${url}'`);
  const named = keyOf(options) ?? keysOfEnvironment()[0];
  if (url !== undefined) {
    return {
      url,
      wsUrl,
      credentials: named,
      counterparty: keyOf(options) ? undefined : keysOfEnvironment()[1],
    };
  }
  const file = await credentialsIn(options.data);
  const { baseUrl, wsUrl: socketUrl, accounts } = file;
  const credentials = named ?? accounts[0];
  const counterparty = accounts.find(({ apiKey }) => apiKey !== credentials?.apiKey);
  const isFrozen = () => frozenAt(file.controlUrl ?? baseUrl, file.adminToken);
  return { url: baseUrl, wsUrl: wsUrl ?? socketUrl, credentials, counterparty, isFrozen };
}

/** Whether an operator froze market time. */
async function frozenAt(controlUrl: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${controlUrl}/control/clock`, { headers });
  if (!response.ok) throw new Error(`control answers ${response.status}`);
  return ((await response.json()) as { readonly mode: string }).mode === "frozen";
}

function keyOf({ key, secret, passphrase: named, dialect }: DoctorOptions): Credentials | undefined {
  const asksNone = !dialectPrograms[dialect].namesPassphrase && key !== undefined;
  const passphrase = named ?? (asksNone ? "" : undefined);
  const given = [key, secret, passphrase].filter((each) => each !== undefined).length;
  if (given === 0) return undefined;
  if (key === undefined || secret === undefined || passphrase === undefined)
    throw usage("--key, --secret and --passphrase belong together");
  if (isPrivateKey(secret) && dialect !== "fapi")
    throw usage("an RSA or Ed25519 key signs requests of the fapi dialect alone: add --dialect fapi");
  return { apiKey: key, secret, passphrase };
}

function keysOfEnvironment(): readonly Credentials[] {
  return demoAccounts().flatMap(({ apiKey, secret, passphrase }) =>
    apiKey === undefined || secret === undefined || passphrase === undefined
      ? []
      : [{ apiKey, secret, passphrase }],
  );
}

const COLOURS: Readonly<Record<Verdict, "green" | "yellow" | "gray" | "red">> = {
  ok: "green",
  note: "yellow",
  skipped: "gray",
  wrong: "red",
};

function print(terminal: Terminal, isJson: boolean, report: Report, what: string): void {
  if (isJson) return showJson(terminal, report);
  const { url, healthy, findings, latencies, differences } = report;
  const coloured = (verdict: Verdict): string => paint(COLOURS[verdict], verdict, terminal.outIsTty);
  show(
    terminal,
    false,
    findings.map((each) => ({ ...each, verdict: coloured(each.verdict) })),
  );
  if (latencies.length > 0) {
    terminal.out("\n");
    showText(terminal, latencies);
  }
  if (differences.length > 0) {
    terminal.out("\n");
    showText(terminal, differences);
  }
  const verdict = healthy
    ? paint("green", "healthy", terminal.outIsTty)
    : paint("red", "not healthy", terminal.outIsTty);
  terminal.out(`\n${what} at ${url} is ${verdict}\n`);
}
