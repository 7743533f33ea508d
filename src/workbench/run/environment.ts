import type { AccountSpec, Credentials } from "../../assembly/venue/index.ts";
import { dialectPrograms } from "../../interface/wire/index.ts";
import type { Trust } from "./trust.ts";

/** The environment of the user's program. */

/** The names that `--env NAME={baseUrl}` may use. */
export const PLACEHOLDERS = ["baseUrl", "wsUrl", "host", "port", "apiKey", "secret", "passphrase"] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * The variables by which OpenSSL (Python's ssl, httpx, aiohttp, websockets, Ruby, PHP), Go, and some
 * libraries find the certificates to trust.
 */
const TRUST_VARIABLES = [
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "WEBSOCKET_CLIENT_CA_BUNDLE",
  "NODE_EXTRA_CA_CERTS",
  "DENO_CERT",
] as const;

/**
 * Every virtual machine of Java takes options from here, the last of two that contradict each other, and says
 * so on stderr.
 */
const JAVA_VARIABLE = "JAVA_TOOL_OPTIONS";

const PROXY_VARIABLES = ["http_proxy", "https_proxy", "all_proxy", "ws_proxy", "wss_proxy"] as const;

export interface EnvironmentOptions {
  /** The user's own environment. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** `NAME=text with {placeholders}`, checked. */
  readonly assignments: readonly string[];
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly account: Credentials;
  readonly trust: Trust;
  /** URL of the proxy of an unguarded run; a guarded one has none. */
  readonly proxy?: string;
}

/** The user's environment, the certificate to trust, and what `--env` assigns, which wins. */
export function environmentOf(options: EnvironmentOptions): Record<string, string> {
  const { given, assignments, trust, proxy } = options;
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined) environment[name] = value;
  for (const name of PROXY_VARIABLES) {
    delete environment[name];
    delete environment[name.toUpperCase()];
    if (proxy === undefined) continue;
    environment[name] = proxy;
    environment[name.toUpperCase()] = proxy;
  }
  delete environment["SSL_CERT_DIR"];
  for (const name of TRUST_VARIABLES) environment[name] = trust.authorityFile;
  environment[JAVA_VARIABLE] = [given[JAVA_VARIABLE], ...javaOptions(options)].filter(Boolean).join(" ");
  if (proxy !== undefined) {
    environment["NODE_USE_ENV_PROXY"] = "1";
    environment["NO_PROXY"] = environment["no_proxy"] = "localhost,127.0.0.1,::1";
  }
  for (const assignment of assignments) {
    const [name, text] = splitAssignment(assignment);
    environment[name] = filled(text, options);
  }
  return environment;
}

/** Options of Java, which reads neither PEM nor proxies from its environment. */
function javaOptions({ trust, proxy }: EnvironmentOptions): readonly string[] {
  const properties: [string, string][] = [["javax.net.ssl.trustStore", trust.keyStoreFile]];
  if (proxy !== undefined) {
    const { hostname, port } = new URL(proxy);
    for (const scheme of ["http", "https"])
      properties.push([`${scheme}.proxyHost`, hostname], [`${scheme}.proxyPort`, port]);
  }
  return properties.map(([name, value]) => `"-D${name}=${value}"`);
}

/** Checks an assignment of `--env`. @throws RangeError naming the assignment and the rule */
export function checkAssignment(assignment: string): void {
  const [name, text] = splitAssignment(assignment);
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    throw new RangeError(`must be NAME=text, such as BASE_URL={baseUrl}, got '${assignment}'`);
  }
  for (const [, word = ""] of text.matchAll(/\{(\w+)\}/g)) {
    if (!PLACEHOLDERS.some((known) => known === word)) {
      throw new RangeError(`knows ${PLACEHOLDERS.map((each) => `{${each}}`).join(", ")}, got {${word}}`);
    }
  }
}

function splitAssignment(assignment: string): readonly [string, string] {
  const at = assignment.indexOf("=");
  return at < 0 ? ["", ""] : [assignment.slice(0, at), assignment.slice(at + 1)];
}

function filled(text: string, { baseUrl, wsUrl, account }: EnvironmentOptions): string {
  const { host, port } = new URL(baseUrl);
  const values: Readonly<Record<Placeholder, string>> = {
    baseUrl,
    wsUrl,
    host,
    port,
    apiKey: account.apiKey,
    secret: account.secret,
    passphrase: account.passphrase,
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => values[word as Placeholder] ?? whole);
}

export type PositionMode = NonNullable<AccountSpec["positionMode"]>;

/**
 * The mode that a program assumes of its account: that of the dialect of the hosts that it names. A dialect
 * without hosts of its own is spoken over all others.
 */
export function assumedMode(hosts: readonly string[]): PositionMode {
  const dialect = Object.values(dialectPrograms).find((each) => hosts.some((host) => each.hosts?.test(host)));
  return dialect?.positionMode ?? "hedge";
}
