import type { Command } from "commander";
import { clusterDatabase, clusterStatus, stepDown } from "../../wire/control/operations/cluster.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about the nodes of a cluster. */
export function addClusterCommands(program: Command, terminal: Terminal): void {
  const cluster = program.command("cluster").description("nodes of a cluster: status, database, step-down");
  operationCommand(cluster.command("status"), terminal, clusterStatus);
  operationCommand(cluster.command("database"), terminal, clusterDatabase);
  operationCommand(cluster.command("step-down"), terminal, stepDown);
}
