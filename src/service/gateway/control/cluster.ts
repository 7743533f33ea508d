import * as declared from "../../../interface/wire/control/operations/cluster.ts";
import type { ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";

const ALONE = {
  ...{ node: "", leads: true, leader: "", epoch: 0, leaseMs: 0, unknown: 0, staleSeconds: 0, linked: true },
  ...{ clockBoundMs: 0, clocks: [], takeovers: [] },
};

/** `GET /control/cluster`: the nodes as the one that is asked knows them. */
const clusterStatus = controlOperation(declared.clusterStatus, ({ cluster, engine }) => {
  const itself = { node: "", address: "", leads: true, seq: engine.durableSeq, lag: 0 };
  return cluster?.status() ?? { ...ALONE, nodes: [itself] };
});

/** `GET /control/cluster/database`: each server is asked now. */
const clusterDatabase = controlOperation(
  declared.clusterDatabase,
  async ({ cluster }) => (await cluster?.database()) ?? { servers: [] },
);

/** `POST /control/cluster/step-down`: planned maintenance without waiting for a lease to end. */
const stepDown = controlOperation(declared.stepDown, async ({ cluster, acting }) => {
  if (cluster === undefined) return { stepping: false };
  await acting.log(); // this node writes no more afterwards
  setImmediate(() => cluster.stepDown()); // the answer is sent first
  return { stepping: true };
});

/** The operations of a cluster's nodes. */
export const clusterOperations: readonly ControlOperation[] = [clusterStatus, clusterDatabase, stepDown];
