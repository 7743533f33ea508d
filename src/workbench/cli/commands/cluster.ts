import type { Command } from "commander";
import {
  clusterDatabase,
  clusterStatus,
  stepDown,
} from "../../../interface/wire/control/operations/cluster.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";
import { addClusterLogCommands } from "./clusterLog.ts";
import { addClusterOptions } from "./clusterOptions.ts";

/** Commands about the nodes of a cluster, and about its log. */
export function addClusterCommands(program: Command, terminal: Terminal): void {
  const cluster = program
    .command("cluster")
    .description("a cluster: status, database, step-down, import, export, clock, verify, options");
  operationCommand(cluster.command("status"), terminal, clusterStatus);
  operationCommand(cluster.command("database"), terminal, clusterDatabase);
  operationCommand(cluster.command("step-down"), terminal, stepDown);
  addClusterLogCommands(cluster, terminal);
  addClusterOptions(cluster, terminal);
}
