import { startClusterNode } from "./clusterNode.ts";
import { cpuSeconds } from "./lane.ts";

// The process of one node. Says where it listens, and when it is asked, what it has taken.
const venue = await startClusterNode(process.argv[2]!);

process.on("message", () => {
  process.send!({ cpu: cpuSeconds() });
});
process.on("disconnect", () => void venue.stop());
process.send!({ port: venue.port });
