import { accountOperations } from "./account/accounts.ts";
import { clockOperations } from "./clock.ts";
import { clusterOperations } from "./cluster.ts";
import { contestOperations, showLeaderboard } from "./contest/contests.ts";
import { contractOperations } from "./contract/contracts.ts";
import { directiveOperations } from "./directive/directives.ts";
import { faultOperations } from "./faults.ts";
import { invitationOperations } from "./invitation/invitations.ts";
import { readPast } from "./journal/past.ts";
import { journalKinds, readEffects, readJournal, readNews } from "./journal/read.ts";
import { keyOperations } from "./key/keys.ts";
import { orderOperations } from "./market/orders.ts";
import { priceOperations } from "./market/prices.ts";
import { moneyOperations } from "./money.ts";
import type { ControlOperation } from "./operation.ts";
import { operatorOperations } from "./operator/operators.ts";
import { participantOperations } from "./participants.ts";
import { referralOperations } from "./referrals.ts";
import { replayOperations } from "./replay.ts";
import { explainOperations } from "./risk/explain.ts";
import { fundOperations } from "./risk/fund.ts";
import { fundingOperations } from "./risk/funding.ts";
import { ladderOperations } from "./risk/ladder.ts";
import { audit, backgroundAudit } from "./venue/audit.ts";
import { bundle } from "./venue/bundle.ts";
import {
  backup,
  branch,
  limitsOperations,
  listStates,
  listUploads,
  readRequests,
  reset,
  saveState,
  setRequestLevel,
  showScenario,
  signatureFailures,
  status,
  stop,
} from "./venue/venue.ts";

/** Every operation of control. */
export const controlOperations: readonly ControlOperation[] = [
  status,
  backgroundAudit,
  audit,
  stop,
  ...clusterOperations,
  reset,
  listStates,
  saveState,
  backup,
  branch,
  bundle,
  showScenario,
  ...operatorOperations,
  ...accountOperations,
  showLeaderboard,
  ...referralOperations,
  ...ladderOperations,
  ...explainOperations,
  ...keyOperations,
  ...moneyOperations,
  ...fundOperations,
  ...contractOperations,
  ...fundingOperations,
  ...clockOperations,
  ...priceOperations,
  ...participantOperations,
  ...orderOperations,
  ...directiveOperations,
  ...contestOperations,
  ...invitationOperations,
  ...replayOperations,
  ...limitsOperations,
  ...faultOperations,
  signatureFailures,
  readRequests,
  setRequestLevel,
  readNews,
  readJournal,
  readPast,
  readEffects,
  journalKinds,
  listUploads,
];
