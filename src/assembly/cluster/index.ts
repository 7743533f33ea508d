/** What the composition root uses of the cluster. */
export { LEASE_MS } from "./leadership.ts";
export { fingerprint, Http2Wire } from "./link/http2Wire.ts";
export { Membership } from "./membership.ts";
export { ClusterNode } from "./node.ts";
export type { StoredClocks } from "./storedClocks.ts";
export { acceptClocks, storedClocks } from "./storedClocks.ts";
