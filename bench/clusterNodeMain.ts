import { frameTimes, startClusterNode } from "./clusterNode.ts";
import { cpuSeconds } from "./lane.ts";

// The process of one node. Says where it listens, and when it is asked, what it does and what it has taken.
const venue = await startClusterNode(process.argv[2]!, Number(process.argv[3]));
const times = frameTimes(venue);

process.on("message", () => {
  process.send!({ state: venue.engine.state, cpu: cpuSeconds(), times: [...times] });
  times.clear();
});
process.on("disconnect", () => void venue.stop());
process.send!({ port: venue.port });
