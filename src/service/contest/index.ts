export type { Activity, Contest, Rules, Team } from "./definition.ts";
export {
  contestOf,
  contestOn,
  HOUSE_WANTED,
  momentsOf,
  phaseOf,
  pointsMsOf,
  presentContest,
  roundOn,
  textOf,
  valuationOf,
} from "./definition.ts";
export { originsOf, pairsOf } from "./passed.ts";
export type { Entrant } from "./readRules.ts";
export { AMOUNT, ContestError, ContestFile, MOMENT, NAME, readRules, readTeams } from "./readRules.ts";
export type { Finished, OperatorAct, Results, SignedResults } from "./results.ts";
export { differencesOf, isSignedBy, signedText, standingsOf } from "./results.ts";
export type { Placed } from "./score.ts";
export { rankingOf, scoreOf } from "./score.ts";
