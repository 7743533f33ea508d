import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";

export const clusterStatus = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/cluster",
  at: "node",
  summary: "Show the nodes of the cluster, which of them leads, and how far the others are",
  answer: control.ClusterStatus,
  parameters: {},
});

export const clusterDatabase = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/cluster/database",
  at: "node",
  summary:
    "Show the database's servers as this node reaches them: which takes writes, its standbys, and what is wrong",
  answer: control.ClusterDatabase,
  parameters: {},
});

export const stepDown = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/cluster/step-down",
  summary: "Let another node lead: the one that does gives the lead up and follows",
  answer: control.SteppedDown,
  parameters: {},
});
