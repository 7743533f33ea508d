import * as declared from "../../../interface/wire/control/operations/contest.ts";
import { controlOperation } from "./operation.ts";

/** `GET /control/leaderboard`: who is ahead now, without the delay of the public leaderboard. */
export const showLeaderboard = controlOperation(
  declared.showLeaderboard,
  ({ contests: { leaderboard } }, cut) => leaderboard().now(cut),
);
