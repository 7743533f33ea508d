import { CoreEngine } from "../coreEngine.ts";
import { type FlowArguments, flowLane } from "../flowEngine.ts";
import type { Lane } from "../lane.ts";

/** Our whole core on a tape. */
export function start(args: FlowArguments): Lane {
  return flowLane(args, () => new CoreEngine(), { passes: 3 });
}
