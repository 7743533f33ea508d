import { WireError } from "../../interface/wire/index.ts";

/** What a node refuses, because its market is not its own alone. */
export const notInCluster = {
  reset: () =>
    refused(
      "a cluster's market does not start over in place, since the other nodes have it too: stop all nodes, and start them with an empty database and empty data directories",
    ),
  saveState: () =>
    refused(
      "a cluster keeps no states by name: its market does not start over from one. Use `outcry dump` for a copy",
    ),
  branch: () =>
    refused(
      "a cluster's market has no branches: take a copy out of it with `outcry cluster export`, and branch that",
    ),
};

function refused(why: string): Promise<never> {
  return Promise.reject(new WireError("refused", why));
}
