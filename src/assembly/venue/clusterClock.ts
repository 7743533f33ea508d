/** For who is no node: the clocks of a cluster, as they are known in its database. */
export { acceptClocks, storedClocks } from "../cluster/index.ts";
