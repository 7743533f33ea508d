/** The clocks of a cluster as its database has them, for callers that are no nodes. */
export { acceptClocks, storedClocks } from "../cluster/index.ts";
