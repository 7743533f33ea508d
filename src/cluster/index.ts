/** What the composition root uses of the cluster. */
export { LEASE_MS } from "./leadership.ts";
export { fingerprint } from "./link/protocol.ts";
export { Membership } from "./membership.ts";
export { ClusterNode } from "./node.ts";
