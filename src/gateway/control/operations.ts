import { readRequests, setRequestLevel } from "../requestLog/operations.ts";
import { setLatency } from "./account/latency.ts";
import { listAccounts } from "./account/list.ts";
import { openAccount } from "./account/open.ts";
import { resetPaperAccount } from "./account/paper.ts";
import { resetAccount } from "./account/reset.ts";
import { changeAccount } from "./account/settings.ts";
import { showAccount } from "./account/show.ts";
import { freezeClock } from "./clock/freeze.ts";
import { runClockFreely } from "./clock/max.ts";
import { nextEvent } from "./clock/next.ts";
import { runClock } from "./clock/run.ts";
import { showClock } from "./clock/show.ts";
import { stepClock } from "./clock/step.ts";
import { resumeWall } from "./clock/wall.ts";
import { clusterStatus } from "./cluster/status.ts";
import { stepDown } from "./cluster/stepDown.ts";
import { addContract } from "./contract/add.ts";
import { changeContract } from "./contract/change.ts";
import { listContracts } from "./contract/list.ts";
import { setMarkRule } from "./contract/mark.ts";
import { setRiskRule } from "./contract/risk.ts";
import { setContractStatus } from "./contract/status.ts";
import { journalKinds } from "./journal/kinds.ts";
import { readPast } from "./journal/past.ts";
import { readJournal } from "./journal/read.ts";
import { changeKey } from "./key/change.ts";
import { createKey } from "./key/create.ts";
import { disableKey } from "./key/disable.ts";
import { importKey } from "./key/import.ts";
import { listKeys } from "./key/list.ts";
import { amendOrder } from "./market/amendOrder.ts";
import { cancelOrder } from "./market/cancelOrder.ts";
import { closePositions } from "./market/closePositions.ts";
import { followPrices } from "./market/followPrices.ts";
import { listOrders } from "./market/orders.ts";
import { placeOrder } from "./market/placeOrder.ts";
import { showPrices } from "./market/prices.ts";
import { pushPrices } from "./market/pushPrices.ts";
import { reportPrices } from "./market/reportPrices.ts";
import { showOrder } from "./market/showOrder.ts";
import { beginMovement } from "./money/begin.ts";
import { deposit } from "./money/deposit.ts";
import { moveMoney } from "./money/move.ts";
import { pendingMovements } from "./money/pending.ts";
import { settleMovement } from "./money/settle.ts";
import { withdraw } from "./money/withdraw.ts";
import type { ControlOperation } from "./operation.ts";
import { addOperator } from "./operator/add.ts";
import { listOperators } from "./operator/list.ts";
import { removeOperator } from "./operator/remove.ts";
import { rotateOperator } from "./operator/rotate.ts";
import { listParticipants } from "./participants/list.ts";
import { switchParticipant } from "./participants/switch.ts";
import { listReferrals } from "./referral/list.ts";
import { payRebates } from "./referral/pay.ts";
import { setReferral } from "./referral/set.ts";
import { adlRanks } from "./risk/adlRanks.ts";
import { deleverageAccount } from "./risk/deleverage.ts";
import { explainAccount } from "./risk/explainAccount.ts";
import { explainLiquidation } from "./risk/explainLiquidation.ts";
import { explainRejection } from "./risk/explainRejection.ts";
import { depositFund, setFundRule, showFund, withdrawFund } from "./risk/fund.ts";
import { settleFunding, showFunding, skipFunding } from "./risk/funding.ts";
import { liquidateAccount } from "./risk/liquidate.ts";
import { audit, backgroundAudit } from "./venue/audit.ts";
import { backup } from "./venue/backup.ts";
import { bundle } from "./venue/bundle.ts";
import { contestLog } from "./venue/contest.ts";
import { exemptAccount, showLimits, useLimits } from "./venue/limits.ts";
import { reset } from "./venue/reset.ts";
import { signatureFailures } from "./venue/signatures.ts";
import { listStates, saveState } from "./venue/states.ts";
import { status } from "./venue/status.ts";
import { stop } from "./venue/stop.ts";

/** Every operation of control. */
export const controlOperations: readonly ControlOperation[] = [
  status,
  backgroundAudit,
  audit,
  stop,
  clusterStatus,
  stepDown,
  reset,
  listStates,
  saveState,
  backup,
  bundle,
  listOperators,
  addOperator,
  rotateOperator,
  removeOperator,
  listAccounts,
  openAccount,
  showAccount,
  changeAccount,
  setLatency,
  resetAccount,
  resetPaperAccount,
  listReferrals,
  setReferral,
  payRebates,
  liquidateAccount,
  deleverageAccount,
  adlRanks,
  explainAccount,
  explainLiquidation,
  explainRejection,
  listKeys,
  createKey,
  importKey,
  changeKey,
  disableKey,
  deposit,
  withdraw,
  moveMoney,
  beginMovement,
  settleMovement,
  pendingMovements,
  showFund,
  depositFund,
  withdrawFund,
  setFundRule,
  listContracts,
  addContract,
  changeContract,
  setContractStatus,
  setMarkRule,
  setRiskRule,
  showFunding,
  settleFunding,
  skipFunding,
  showClock,
  freezeClock,
  stepClock,
  nextEvent,
  runClock,
  runClockFreely,
  resumeWall,
  showPrices,
  pushPrices,
  reportPrices,
  followPrices,
  listParticipants,
  switchParticipant,
  listOrders,
  showOrder,
  placeOrder,
  amendOrder,
  cancelOrder,
  closePositions,
  showLimits,
  useLimits,
  exemptAccount,
  signatureFailures,
  readRequests,
  setRequestLevel,
  readJournal,
  readPast,
  journalKinds,
  contestLog,
];
