import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../fields.ts";
import { count, flag, milliseconds, storeTime } from "./fields.ts";

/** Control's answers about the nodes of a cluster. */

const NodeView = shape({
  node: text("Its name, new with each start"),
  address: text("Where the other nodes reach it"),
  leads: flag("Whether it leads"),
  seq: count("Last command that it has executed, as last heard"),
  lag: count("Commands that it has yet to execute, as last heard"),
});

const Takeover = shape({
  epoch: count("How often a node has come to lead, this time included"),
  node: text("Who came to lead"),
  address: text("Where the other nodes reach it"),
  time: storeTime("When this node saw it"),
});

const ClockView = shape({
  node: text("The node whose machine's clock it is; empty: the database's"),
  address: text("Where the other nodes reach that one; empty: the database's"),
  offMs: Type.Union([Type.Integer(), Type.Null()], {
    description:
      "How far it is ahead of the median of all, ms; negative: behind; null: with fewer than three nobody can tell",
  }),
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
  clockBoundMs: milliseconds(
    "How far from the median a clock may be; a node whose clock is further off does not lead",
  ),
  clocks: Type.Array(ClockView, {
    description:
      "That of this node's machine, the database's, and those of the other nodes; none where the venue is one process",
  }),
  staleSeconds: Type.Number({
    description:
      "How long ago this node last heard of the leader or of the end of the log, s; 0 where it leads",
  }),
  linked: flag("Whether it leads, or reaches the node that does"),
  nodes: Type.Array(NodeView, {
    description: "The nodes that are known, the leader first",
  }),
  takeovers: Type.Array(Takeover, {
    description: "Who has led since this node started, the latest first; 20 at most",
  }),
});
export type ClusterStatus = Static<typeof ClusterStatus>;

const StandbyView = shape({
  name: text("Its application name"),
  state: text("`streaming`, `catchup` …; empty where the venue's role may not see it"),
  sync: text("`sync` or `quorum`: a commit may wait for it; `potential`, `async`; empty as above"),
  behindBytes: count("What it has yet to write to its disk"),
});

const ServerView = shape({
  server: text("Host and port"),
  role: Type.Enum(["primary", "standby", "unreachable"], { description: "What it is now" }),
  timeline: count("Of the primary: promotions before, and one; 0 otherwise"),
  problem: text(
    "Why it is not reached, or what is wrong with its settings and what to do; empty for nothing",
  ),
  standbys: Type.Array(StandbyView, { description: "Of the primary: who follows it" }),
});

export const ClusterDatabase = shape({
  servers: Type.Array(ServerView, {
    description: "The servers that the venue's commands may be on; none where the venue is one process",
  }),
});
export type ClusterDatabase = Static<typeof ClusterDatabase>;

export const SteppedDown = shape({
  stepping: flag("Whether it gives the lead to another node; false where the venue is one process"),
});
