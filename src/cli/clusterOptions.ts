import { Option } from "commander";
import { parseServers } from "../journal/postgres/hosts.ts";
import { usage } from "./exitCodes.ts";

/** How commands name the log of a cluster, whether they are a node of it or not. */

export const clusterOption = (what = "a cluster's log"): Option =>
  new Option("--cluster <url>", `${what}: postgres://user:password@host,host/database`);

export const clusterSingleOption = (): Option =>
  new Option("--cluster-single", "cluster: one PostgreSQL without standbys is meant");

/** @throws CliError */
export function checkedUrl(cluster: string): string {
  try {
    parseServers(cluster);
    return cluster;
  } catch (cause) {
    if (cause instanceof RangeError) throw usage(`--cluster: ${cause.message}`);
    throw cause;
  }
}

/** Addresses of control that `--node` names. @throws CliError */
export function checkNodes(urls: readonly string[]): void {
  for (const url of urls)
    if (!URL.canParse(url))
      throw usage(`--node must be an address such as http://127.0.0.1:8787, got '${url}'`);
}
