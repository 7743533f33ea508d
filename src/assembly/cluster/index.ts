/** What the composition root uses of the cluster. */

export type { StoredClocks } from "./clocks.ts";
export { acceptClocks, storedClocks } from "./clocks.ts";
export { LEASE_MS } from "./leadership.ts";
export { fingerprint, Http2Wire } from "./link/http2Wire.ts";
export { Membership } from "./membership.ts";
export { ClusterNode } from "./node.ts";
