import { Leaderboard, leaderboardParameters } from "../../leaderboard.ts";
import { controlOperation } from "../operation.ts";

export const showLeaderboard = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/leaderboard",
  at: "node",
  summary: "Show who is ahead as things stand, whoever else may see it",
  answer: Leaderboard,
  parameters: leaderboardParameters,
});
