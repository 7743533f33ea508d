import * as declared from "../../../wire/control/operations/cluster.ts";
import { controlOperation } from "../operation.ts";

const ALONE = { node: "", leads: true, leader: "", epoch: 0, leaseMs: 0, unknown: 0, clockOffMs: 0 };

/** `GET /control/cluster`: the nodes as the one that is asked knows them. */
export const clusterStatus = controlOperation(declared.clusterStatus, ({ cluster, engine }) => {
  const itself = { node: "", address: "", leads: true, seq: engine.durableSeq, lag: 0 };
  return cluster?.status() ?? { ...ALONE, nodes: [itself], takeovers: [] };
});
