import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../fields.ts";
import { count, flag, milliseconds } from "./fields.ts";

/** Control's answers about the nodes of a cluster. */

const NodeView = shape({
  node: text("Its name, new with each start"),
  address: text("Where the other nodes reach it"),
  leads: flag("Whether it leads"),
  seq: count("Last command that it has executed, as last heard"),
  lag: count("Commands that it has yet to execute, as last heard"),
});

export const ClusterStatus = shape({
  node: text("The node that answers; empty where the venue is one process"),
  leads: flag("Whether it leads; one process always does"),
  leader: text("Address of the node that leads; empty where nobody is known to"),
  epoch: count("How often a node has come to lead; 0 where the venue is one process"),
  leaseMs: milliseconds("How long a leader that has died keeps the lead"),
  unknown: count(
    "Requests that this node passed on and that were never answered, so that their outcome is unknown",
  ),
  nodes: Type.Array(NodeView, {
    description: "The nodes that are known, the leader first",
  }),
});
export type ClusterStatus = Static<typeof ClusterStatus>;

export const SteppedDown = shape({
  stepping: flag("Whether it gives the lead to another node; false where the venue is one process"),
});
