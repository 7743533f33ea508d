export type { Activity, Contest, Measure, Phase, Round, Rules, Team } from "./definition.ts";
export {
  activities,
  contestOf,
  contestOn,
  measures,
  momentsOf,
  phaseOf,
  roundOn,
  textOf,
} from "./definition.ts";
export type { PairValue, TeamTrade } from "./pairs.ts";
export { Pairs } from "./pairs.ts";
export type { Entrant, Problem } from "./readRules.ts";
export {
  AMOUNT,
  ContestError,
  ContestFile,
  MOMENT,
  NAME,
  readRules,
  readTeams,
  TEAMS_MAX,
} from "./readRules.ts";
export type {
  Difference,
  Finished,
  PairStanding,
  Results,
  SignedResults,
  Standing,
} from "./results.ts";
export { differencesOf, isSignedBy, pairsShown, signedText, standingsOf } from "./results.ts";
export type { Placed, Scored } from "./score.ts";
export { measuresOf, rankingOf, scoreOf } from "./score.ts";
