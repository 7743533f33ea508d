import * as declared from "../../../wire/control/operations/cluster.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/cluster/database`: each server is asked now. */
export const clusterDatabase = controlOperation(
  declared.clusterDatabase,
  async ({ cluster }) => (await cluster?.database()) ?? { servers: [] },
);
