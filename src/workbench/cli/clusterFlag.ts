import { Option } from "commander";
import { parseServers } from "../../kernel/journal/postgres/hosts.ts";
import { clusterUrl } from "./config.ts";
import { usage } from "./exitCodes.ts";

/** The options by which commands name the log of a cluster, for nodes and for other programs. */

export const clusterOption = (what = "a cluster's log"): Option =>
  new Option(
    "--cluster [url]",
    `${what}: postgres://user:password@host,host/database (default: OUTCRY_CLUSTER, which no list of processes shows)`,
  );

export const clusterSingleOption = (): Option =>
  new Option("--cluster-single", "cluster: one PostgreSQL without standbys is meant");

/**
 * The database that `--cluster` names.
 *
 * @param given true: without a URL, which is in the environment then
 * @throws CliError
 */
export function checkedUrl(given: string | true): string {
  const url = given === true ? clusterUrl() : given;
  if (url === undefined) throw usage("--cluster needs a URL, behind it or in OUTCRY_CLUSTER");
  try {
    parseServers(url);
    return url;
  } catch (cause) {
    if (cause instanceof RangeError)
      throw usage(`${given === true ? "OUTCRY_CLUSTER" : "--cluster"}: ${cause.message}`);
    throw cause;
  }
}

/** Addresses of control that `--node` names. @throws CliError */
export function checkNodes(urls: readonly string[]): void {
  for (const url of urls)
    if (!URL.canParse(url))
      throw usage(`--node must be an address such as http://127.0.0.1:8787, got '${url}'`);
}
