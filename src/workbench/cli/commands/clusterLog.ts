import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { acceptClocks, storedClocks } from "../../../assembly/venue/clusterClock.ts";
import { moveIntoCluster, moveOutOfCluster } from "../../../assembly/venue/clusterMove.ts";
import type { NodeState } from "../../../assembly/venue/clusterVerify.ts";
import { verifyCluster } from "../../../assembly/venue/clusterVerify.ts";
import { withClusterLog } from "../../../assembly/venue/withClusterLog.ts";
import { status } from "../../../interface/wire/control/operations/venue.ts";
import { collect } from "../arguments.ts";
import { checkedUrl, checkNodes, clusterOption, clusterSingleOption } from "../clusterFlag.ts";
import { adminToken, DEFAULT_DATA, masterKey } from "../config.ts";
import { CliError, EXIT_DATA, EXIT_UNREACHABLE, usage } from "../exitCodes.ts";
import { working } from "../offline.ts";
import { callControl } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

interface MoveOptions {
  readonly cluster: string | true;
  readonly clusterSingle?: boolean;
  readonly data: string;
  readonly json?: boolean;
}

interface ClockOptions {
  readonly cluster: string | true;
  readonly accept?: boolean;
  readonly json?: boolean;
}

interface VerifyOptions {
  readonly cluster: string | true;
  readonly node?: readonly string[];
  readonly token?: string;
  readonly json?: boolean;
}

/**
 * `outcry cluster import, export, clock, verify`: work on the log of a cluster by a program that is no node
 * of it.
 */
export function addClusterLogCommands(cluster: Command, terminal: Terminal): void {
  cluster
    .command("import")
    .addOption(clusterOption().makeOptionMandatory())
    .addOption(clusterSingleOption())
    .option("--data <dir>", "data directory of the venue; none may run on it", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description(
      "make the market of a data directory that of a cluster whose database is empty, and compare the digests",
    )
    .action(async (options: MoveOptions) => {
      const { data, clusterSingle } = options;
      const to = { data, url: checkedUrl(options.cluster), single: clusterSingle === true };
      await working(terminal, options, (onProgress) =>
        moveIntoCluster({ ...to, masterKey: masterKey(), onProgress }),
      );
    });
  cluster
    .command("export")
    .addOption(clusterOption().makeOptionMandatory())
    .option("--data <dir>", "data directory to make; it must be absent or without a market", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description(
      "make the market of a cluster, which may run, that of a data directory, and compare the digests",
    )
    .action(async (options: MoveOptions) => {
      const { data } = options;
      const url = checkedUrl(options.cluster);
      await working(terminal, options, (onProgress) =>
        moveOutOfCluster({ data, url, onProgress, onDamage: damageReporter(terminal) }),
      );
      terminal.err("put the nodes' master.key beside it, or set OUTCRY_MASTER_KEY, before the start\n");
    });
  cluster
    .command("clock")
    .addOption(clusterOption().makeOptionMandatory())
    .option(
      "--accept",
      "take them as they are: no node is kept from leading, and market time is the database's",
    )
    .option("--json", "print JSON")
    .description("show how far the clocks of the nodes and of the database are off, or accept that")
    .action(async (options: ClockOptions) => {
      await working(terminal, options, (onProgress) =>
        withClusterLog(
          checkedUrl(options.cluster),
          onProgress,
          options.accept === true ? acceptClocks : storedClocks,
        ),
      );
    });
  cluster
    .command("verify")
    .addOption(clusterOption().makeOptionMandatory())
    .option("--node <url>", "control address of a node whose state is compared; repeatable", collect)
    .option("--token <token>", "the nodes' admin token; also OUTCRY_ADMIN_TOKEN")
    .option("--json", "print JSON")
    .description("check every byte of a cluster's log and of the states beside it, and execute it")
    .action((options: VerifyOptions) => verify(options, terminal));
}

async function verify(options: VerifyOptions, terminal: Terminal): Promise<void> {
  const url = checkedUrl(options.cluster);
  const { node: addresses = [] } = options;
  checkNodes(addresses);
  if (addresses.length > 0 && options.token === undefined && adminToken() === undefined)
    throw usage("--node needs the nodes' admin token: --token, or OUTCRY_ADMIN_TOKEN");
  const nodes = await Promise.all(addresses.map((address) => stateOf(address, options)));
  const { damage, nodesOther, nodesNotCompared } = await working(terminal, options, (onProgress) =>
    withClusterLog(url, onProgress, (log) => verifyCluster(log, { nodes, onProgress })),
  );
  const wrong: string[] = [];
  if (damage.length > 0)
    wrong.push(
      `the cluster's database is not as it was written, in ${placesOf(damage)}: ${damage[0]}. Stop the nodes before they execute it again; ` +
        "bring back the server, or the copy, that has it whole",
    );
  if (nodesOther.length > 0)
    wrong.push(
      `not every node is at the state that the log leads to: ${nodesOther.join("; ")}. Stop each of these, keep its data directory to look ` +
        "into, and start it with an empty one",
    );
  if (nodesNotCompared.length > 0)
    wrong.push(
      `not every node could be compared with the log: ${nodesNotCompared.join("; ")}. Ask again once the node has caught up; if it ` +
        "stays so, its log says why",
    );
  if (wrong.length > 0) throw new CliError(wrong.join(". "), { exitCode: EXIT_DATA });
}

function placesOf({ length }: readonly string[]): string {
  return length === 1 ? "one place" : `${length} places`;
}

/** Reports on the terminal that a state beside a cluster's log cannot be used. */
export function damageReporter(terminal: Terminal): (why: string) => void {
  return (why) => terminal.err(`${why}. An older state is tried; "outcry cluster verify" looks at all\n`);
}

/**
 * How many times a node is asked until it stands at the end of a durable frame, and the pause between, ms.
 */
const LOOKS_MAX = 50;
const PAUSE_MS = 100;

/**
 * A node's command and digest, at the end of a durable frame. They are asked for before the log is read, so
 * that the log has the frame; a leader is mostly within a frame that no log has yet.
 */
async function stateOf(node: string, options: VerifyOptions): Promise<NodeState> {
  for (let look = 1; ; look++) {
    const { headSeq, durableSeq, digest } = await statusOf(node, options);
    if (headSeq === durableSeq || look === LOOKS_MAX) return { node, seq: headSeq, digest };
    await pause(PAUSE_MS);
  }
}

async function statusOf(node: string, { token }: VerifyOptions) {
  const place = { data: "", url: node, ...(token !== undefined && { token }) };
  return callControl(place, status).catch((cause: Error) => {
    if (!(cause instanceof CliError)) throw cause;
    const where =
      cause.exitCode === EXIT_UNREACHABLE ? ". Name the address at which its control listens" : "";
    throw new CliError(`--node ${node}: ${cause.message}${where}`, { exitCode: cause.exitCode, cause });
  });
}
