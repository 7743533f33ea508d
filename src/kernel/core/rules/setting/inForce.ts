import { COMBINED, FIRST_USER_ACCOUNT, ISOLATED, SHARED } from "../../data/codes.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { feeFields } from "../../data/messages/command.ts";
import { markRuleFields, termFields } from "../../data/model/contracts.ts";
import { riskRuleFields } from "../../data/model/riskRules.ts";
import { findHolding, hasSettings } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { settingsOf } from "../../data/tables/directory.ts";
import { NO_FEE_SETTING } from "../../data/tables/feeSetting.ts";
import type { AccountId, ContractIndex } from "../../data/units/kinds.ts";
import { areAlike, blankFields } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";

/**
 * A setting that changes nothing is accepted in any state and changes nothing: no rule is asked, so that
 * whoever sets at every start what it set before is not refused because of what it has open. Here is what
 * every setting compares, and what it is known by: the id that the command answers with, `undefined` where it
 * would change something or names what does not exist.
 */
export const alreadyInForce: {
  readonly [T in Setting]: (s: State, command: CommandOf<T>) => number | undefined;
} = {
  setLeverage(s, { account, contract, marginMode, cross, isolatedLong, isolatedShort }) {
    const now = modesOf(s, account, contract);
    const isInForce =
      now !== undefined &&
      staysAt(marginMode, now.marginMode) &&
      staysAt(cross, now.cross) &&
      staysAt(isolatedLong, now.isolatedLong) &&
      staysAt(isolatedShort, now.isolatedShort);
    return isInForce ? account : undefined;
  },

  setMode(s, { account, contract, marginMode, separatedMode }) {
    const now = modesOf(s, account, contract);
    return now?.marginMode === marginMode && now.separatedMode === separatedMode ? account : undefined;
  },

  setPositionMode(s, { account, positionMode }) {
    return hasSettings(s, account) && s.accounts.positionMode[account] === positionMode ? account : undefined;
  },

  setMarginCall(s, { account, marginCallPercent: percent }) {
    return hasSettings(s, account) && s.accounts.marginCallPercent[account] === percent ? account : undefined;
  },

  setAutoAppend({ positions }, { account, position, on }) {
    const p = positions.byId.get(position);
    const isOwn = p !== NONE && positions.account[p] === account && positions.marginMode[p] === ISOLATED;
    return isOwn && (positions.autoAppend[p] === 1) === on ? position : undefined;
  },

  setAccount(s, command) {
    const { accounts } = s;
    const { account } = command;
    if (!hasSettings(s, account)) return undefined;
    const isInForce =
      command.status === accounts.status[account] &&
      command.orderRateLimitPerMinute === accounts.orderRateLimitPerMinute[account] &&
      command.orderDelayMs === accounts.orderDelayMs[account] &&
      command.cancelDelayMs === accounts.cancelDelayMs[account] &&
      command.selfTradePrevention === accounts.selfTradePrevention[account] &&
      command.marginCallPercent === accounts.marginCallPercent[account] &&
      command.group === accounts.group[account] &&
      command.positionMode === accounts.positionMode[account] &&
      areAlike(feeFields, command, accounts.fees[account]);
    return isInForce ? account : undefined;
  },

  setSymbolFee(s, command) {
    const { account, contract } = command;
    if (!hasSettings(s, account) || s.contracts[contract] === undefined) return undefined;
    const holding = findHolding(s, account, contract);
    const now = holding === NONE ? undefined : s.holdings.fees[s.holdings.rowOf(holding)];
    return areAlike(feeFields, command, now ?? NO_FEE_SETTING) ? account : undefined;
  },

  changeKey(s, command) {
    const known = s.directory.keys.get(command.key);
    if (known === undefined) return undefined;
    const [now, then] = [settingsOf(known), settingsOf(command)];
    const isInForce = (Object.keys(now) as (keyof typeof now)[]).every((name) => now[name] === then[name]);
    return isInForce ? known.account : undefined;
  },

  setReferral({ accounts }, { account, agent, rebateRate }) {
    if (!accounts.has(account)) return undefined;
    const isInForce = accounts.agent[account] === agent && accounts.rebateRate[account] === rebateRate;
    return isInForce && account >= FIRST_USER_ACCOUNT ? account : undefined;
  },

  changeContract(s, command) {
    const terms = s.contracts[command.contract]?.terms;
    const isInForce =
      terms !== undefined &&
      areAlike(termFields, command, terms) &&
      command.tiers.length === terms.tiers.length &&
      command.tiers.every((tier, i) => areAlike(tierFields, tier, terms.tiers[i]!));
    return isInForce ? command.contract : undefined;
  },

  setContractStatus(s, { contract, status }) {
    const now = s.contracts[contract];
    return now?.status === status && now.delistingDue === 0 ? contract : undefined;
  },

  delistContract(s, { contract, at }) {
    return at > 0 && s.contracts[contract]?.delistingDue === at ? contract : undefined;
  },

  setMarkRule(s, command) {
    const now = s.contracts[command.contract]?.markRule;
    return now !== undefined && areAlike(markRuleFields, command, now) ? command.contract : undefined;
  },

  /**
   * Those who keep an earlier rule lose it where the command is not for new positions only: that is a change.
   */
  setRiskRule(s, command) {
    const { contract, newOnly } = command;
    const now = s.contracts[contract]?.riskRule;
    if (now === undefined || !areAlike(riskRuleFields, command, now)) return undefined;
    for (const holding of s.holdingOf[contract].values())
      if (!newOnly && s.holdings.keptRule[holding] !== 0) return undefined;
    return contract;
  },

  setFundRule({ fundRule }, { floor, notionalMax }) {
    return fundRule.floor === floor && fundRule.notionalMax === notionalMax ? 0 : undefined;
  },

  /** The draws go on where they are. */
  setLatency(s, command) {
    if (!hasSettings(s, command.account)) return undefined;
    const now = s.latencies.get(command.account)?.rule ?? NO_LATENCY;
    const isInForce =
      areAlike(seedFields, command, now) &&
      command.samples.length === now.samples.length &&
      command.samples.every((sample, i) => areAlike(sampleFields, sample, now.samples[i]!));
    return isInForce ? command.account : undefined;
  },
};

/**
 * The commands that give a setting its value. `setHouse` is none of them: it withdraws what the house quotes
 * and has it draw anew, as often as it is given.
 */
export type Setting =
  | "setLeverage"
  | "setMode"
  | "setPositionMode"
  | "setMarginCall"
  | "setAutoAppend"
  | "setAccount"
  | "setSymbolFee"
  | "changeKey"
  | "setReferral"
  | "changeContract"
  | "setContractStatus"
  | "delistContract"
  | "setMarkRule"
  | "setRiskRule"
  | "setFundRule"
  | "setLatency";

const tierFields = { boundUnits: "int", maintenanceRate: "Rate", leverageMax: "Leverage" } as const;
const seedFields = { seedA: "int", seedB: "int", seedC: "int", seedD: "int" } as const;
const NO_LATENCY = { ...blankFields(seedFields), samples: [] };
const sampleFields = { way: "int", ms: "int" } as const;

/** Whether what is asked is what is there; 0 asks for nothing. */
function staysAt(asked: number, now: number): boolean {
  return asked === 0 || asked === now;
}

/** What an account set in a contract, the contract's defaults before the first touch. */
function modesOf(s: State, account: AccountId, index: ContractIndex) {
  const contract = s.contracts[index];
  if (!hasSettings(s, account) || contract === undefined) return undefined;
  const { holdings } = s;
  const holding = findHolding(s, account, index);
  const { leverageDefault } = contract.terms;
  if (holding === NONE) {
    const [cross, isolatedLong, isolatedShort] = [leverageDefault, leverageDefault, leverageDefault];
    return { marginMode: SHARED, separatedMode: COMBINED, cross, isolatedLong, isolatedShort };
  }
  return {
    marginMode: holdings.marginMode[holding],
    separatedMode: holdings.separatedMode[holding],
    cross: holdings.cross[holding],
    isolatedLong: holdings.isolatedLong[holding],
    isolatedShort: holdings.isolatedShort[holding],
  };
}
