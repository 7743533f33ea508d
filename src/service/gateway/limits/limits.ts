import { WireError } from "../../../interface/wire/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { isLoopback } from "../addresses.ts";
import type { Usage, Used, VersionName } from "../apiVersion.ts";
import type { Log } from "../log.ts";
import type { Operation } from "../operation.ts";
import type { Counters, RuleUse, Verdict } from "./counters.ts";
import type { Budget, LimitProfile, VersionLimits } from "./profile.ts";
import { unlimited } from "./profile.ts";

const HOW_TO_LIFT =
  "rate limit exceeded; --limits or the limits of the control surface change it, for an account at run time too";

/** How many refusals of one subject in a window are answered at once. */
export const PROMPT_REFUSALS_MAX = 100;
/** How long each further refusal is held back, ms of the host. */
export const HELD_BACK_MS = 250;

/**
 * A refusal of a subject that goes on sending after {@link PROMPT_REFUSALS_MAX} refusals in one window. Its
 * answer is held back: a connection has one request in the venue at a time, so a client that floods sends
 * few from then on, and takes no time from others.
 */
export class DelayedRefusal extends WireError {}

/**
 * The names of a version's rules. They are made once: the same string objects are found faster in a map than
 * strings made for each request.
 */
interface RuleNames {
  readonly ipWeight: string;
  readonly uidWeight: string;
  readonly place: string;
  readonly cancel: string;
  readonly burst: string;
  /** Of an address that goes on sending after it was refused. */
  readonly ban: string;
}

function rulesOf(prefix: string): RuleNames {
  return {
    ipWeight: `${prefix}IP weight`,
    uidWeight: `${prefix}UID weight`,
    place: `${prefix}orders to place`,
    cancel: `${prefix}orders to cancel`,
    burst: `${prefix}orders to place in the short window`,
    ban: `${prefix}ban`,
  };
}

/** By version. */
const rules: Readonly<Record<VersionName, RuleNames>> = {
  V2: rulesOf(""),
  V3: rulesOf("V3 "),
  fapi: rulesOf("fapi "),
};

/** An account as its limits know it. */
export interface LimitedAccount {
  readonly account: number;
  /** The account's own limit on placements a minute; 0: none. */
  readonly orderRateLimitPerMinute: number;
}

/** When a subject that goes on sending after it was refused is refused by another rule. */
interface BanRule {
  readonly rule: string;
  /** Number of refusals in the window; `undefined`: never. */
  readonly after: number | undefined;
}

/** What a request takes of a budget under a rule, if there is that budget. */
type Cost = readonly [rule: string, cost: number, budget: Budget | undefined];

type OrderUsage = Pick<Usage, "orders" | "burst">;

interface Named {
  readonly account: number;
  readonly name: string;
}

/**
 * Applies the limits of the profile in force. Weights and orders are counted separately for each version of
 * the interface. A request that exceeds a limit is refused with 429, a text that names rule, use and reset,
 * and `Retry-After`.
 */
export class Limits {
  readonly #counters: Counters;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Names by account. */
  #exempt = new Map<number, string>();
  #profile: LimitProfile;
  #areSpared = (): boolean => false;

  constructor(options: { profile: LimitProfile; counters: Counters; clock: Clock; log: Log }) {
    this.#profile = options.profile;
    this.#counters = options.counters;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  get profile(): LimitProfile {
    return this.#profile;
  }

  /** Puts another profile in force; what was used stays counted. */
  use(profile: LimitProfile): void {
    this.#profile = profile;
  }

  /** What clients have used, rule by rule. */
  uses(nowMs: number): readonly RuleUse[] {
    return this.#counters.uses(nowMs);
  }

  /** Lifts (or restores) every limit on an account. */
  exempt({ account, name }: Named, isExempt: boolean): void {
    if (isExempt) this.#exempt.set(account, name);
    else this.#exempt.delete(account);
  }

  /** The accounts that have no limits. */
  get exempted(): readonly number[] {
    return [...this.#exempt.keys()];
  }

  /** Another market has these accounts: an exempt account may have another number there, or be gone. */
  turnTo(accounts: readonly Named[]): void {
    const names = new Set(this.#exempt.values());
    this.#exempt = new Map(
      accounts.filter(({ name }) => names.has(name)).map(({ account, name }) => [account, name]),
    );
  }

  /** From now on addresses have no budgets, and no limit of connections, while `are` returns true. */
  spareAddresses(are: () => boolean): void {
    this.#areSpared = are;
  }

  /** Whether a new connection from the address is within its limit. */
  takeConnection(address: string): boolean {
    const budget = this.#profile.connections;
    if (budget === undefined || !this.#countsConnections(address)) return true;
    return this.#counters.take("connections", address, 1, budget, this.#clock.monotonicMs()).taken;
  }

  /**
   * Refuses an address that holds as many WebSocket connections as it may. @param held how many it holds,
   * without the new one
   */
  checkSockets(address: string, held: number): void {
    const max = this.#profile.sockets?.concurrent;
    if (max === undefined || held < max || !this.#countsConnections(address)) return;
    const rule = "WebSocket connections at a time";
    this.#log.warn({ rule, subject: address, used: held, max, profile: this.#profile.name }, HOW_TO_LIFT);
    throw new WireError(
      "rateLimited",
      `Too many requests: Rate limit exceeded: ${rule} ${held} of ${max}, close one first`,
      1,
    );
  }

  #countsConnections(address: string): boolean {
    return (!isLoopback(address) || this.#profile.loopback === "counted") && !this.#areSpared();
  }

  /** Refuses a request on a connection that was over the limit when it was opened. */
  refuseConnection(address: string): never {
    const budget = this.#profile.connections ?? { max: 0, windowMs: 0 };
    const nowMs = this.#clock.monotonicMs();
    throw this.#exceeded(
      "connections",
      address,
      budget,
      this.#counters.take("connections", address, 0, budget, nowMs),
    );
  }

  /**
   * Counts a request for no operation: a page, a document, an unknown path. It is counted apart from the
   * weights of operations, so that a page takes nothing from bots at the same address.
   */
  takePageWeight(address: string, weight: number): void {
    const budget = this.#profile.ipWeight;
    if (budget === undefined || weight === 0 || this.#areSpared()) return;
    this.#take("weight of pages", address, weight, budget);
  }

  /** Resolves when a refusal may be answered; see {@link DelayedRefusal}. */
  async holdBack(refusal: unknown): Promise<void> {
    if (!(refusal instanceof DelayedRefusal)) return;
    await new Promise<void>((resolve) => this.#clock.setTimer(HELD_BACK_MS, resolve));
  }

  /** @param weight of the request; or, for one that was counted already, what it costs in addition */
  takeIpWeight(operation: Operation, address: string, weight = operation.weight.ip): Used | undefined {
    const { rules, budgets } = this.#of(operation);
    const budget = budgets.ipWeight;
    if (budget === undefined || this.#areSpared()) return undefined;
    return this.#take(rules.ipWeight, address, weight, budget, {
      rule: rules.ban,
      after: budgets.refusedMax,
    });
  }

  takeUidWeight(operation: Operation, account: LimitedAccount): Used | undefined {
    const { rules, budgets } = this.#of(operation);
    const budget = budgets.uidWeight;
    if (budget === undefined || this.#exempt.has(account.account)) return undefined;
    return this.#take(rules.uidWeight, account.account, operation.weight.uid, budget);
  }

  /** Gives an account back the weight of a request that a limit on orders has refused. */
  returnUidWeight(operation: Operation, account: LimitedAccount): Used | undefined {
    const { rules, budgets } = this.#of(operation);
    const budget = budgets.uidWeight;
    if (budget === undefined || this.#exempt.has(account.account)) return undefined;
    return this.#take(rules.uidWeight, account.account, -operation.weight.uid, budget);
  }

  /**
   * Counts a request of an operation that places or cancels.
   *
   * @param count orders that it places or cancels
   * @returns orders of its family in the windows
   */
  takeOrders(operation: Operation, account: LimitedAccount, count: number): OrderUsage {
    const family = operation.orders?.family;
    if (family === undefined || this.#exempt.has(account.account)) return {};
    if (operation.orders?.market === "spot") {
      this.#takeSpot(family, account, count);
      return {};
    }
    const { rules, budgets } = this.#of(operation);
    const { perOperation, placements, cancels } = budgets;
    const { least = 1, burst: inBurst = count } = operation.orders!;
    // Where a request has a cost of its own in the short window, the longer one counts requests.
    const cost = operation.orders?.burst === undefined ? Math.max(count, least) : 1;
    const isPlace = family === "place";
    const max = isPlace ? account.orderRateLimitPerMinute : 0;
    const [, burst, orders] = this.#takeAll(account.account, [
      [operation.path, 1, perOperation],
      [rules.burst, inBurst, isPlace ? budgets.burst : undefined],
      [rules[family], cost, isPlace ? placements : cancels],
      ["createOrderRateLimitPerMinute", count, max > 0 ? { max, windowMs: MINUTE_MS } : undefined],
    ]);
    return { orders, burst };
  }

  /**
   * Takes from each of several budgets, those that there are. Where one of them refuses, those before it get
   * back what was taken: a request that is refused costs no orders.
   */
  #takeAll(subject: number, costs: readonly Cost[]): readonly (Used | undefined)[] {
    const taken: Cost[] = [];
    try {
      return costs.map((each) => {
        const [rule, cost, budget] = each;
        if (budget === undefined) return undefined;
        const used = this.#take(rule, subject, cost, budget);
        taken.push(each);
        return used;
      });
    } catch (refused) {
      for (const [rule, cost, budget] of taken) this.#take(rule, subject, -cost, budget!);
      throw refused;
    }
  }

  /** The budgets of the version that an operation belongs to, and the names of their rules. */
  #of({ api }: Operation): { readonly rules: RuleNames; readonly budgets: VersionLimits } {
    const { v3 = unlimited, fapi = unlimited } = this.#profile;
    const budgets = { V2: this.#profile, V3: v3, fapi }[api.name];
    return { rules: rules[api.name], budgets };
  }

  #takeSpot(family: "place" | "cancel", { account }: LimitedAccount, count: number): void {
    const { placements, cancels = [] } = this.#profile.spot ?? {};
    const budgets = family === "cancel" ? cancels : placements === undefined ? [] : [placements];
    this.#takeAll(
      account,
      budgets.map((budget) => [`spot orders to ${family} in ${budget.windowMs / 1000} s`, count, budget]),
    );
  }

  /** @param ban the rule that refuses a subject which was refused too often in the window */
  #take(rule: string, subject: string | number, cost: number, budget: Budget, ban?: BanRule): Used {
    const nowMs = this.#clock.monotonicMs();
    const verdict = this.#counters.take(rule, subject, cost, budget, nowMs);
    if (!verdict.taken) {
      const refused = this.#exceeded(rule, subject, budget, verdict);
      if (ban?.after !== undefined && verdict.refused > ban.after) refused.rule = ban.rule;
      throw refused;
    }
    return { used: verdict.used, ...budget };
  }

  #exceeded(rule: string, subject: string | number, budget: Budget, verdict: Verdict): WireError {
    const { used, resetMs, refused } = verdict;
    const seconds = Math.max(1, Math.ceil((resetMs - this.#clock.monotonicMs()) / 1000));
    const window = budget.windowMs / 1000;
    // Logged once a window, so that a client that ignores the limit does not fill the log.
    if (refused <= 1) {
      const { max } = budget;
      const { name: profile } = this.#profile;
      const fields = { rule, subject, used, max, windowSeconds: window, resetInSeconds: seconds, profile };
      this.#log.warn(fields, HOW_TO_LIFT);
    }
    const Refusal = refused > PROMPT_REFUSALS_MAX ? DelayedRefusal : WireError;
    const refusal = new Refusal(
      "rateLimited",
      `Too many requests: Rate limit exceeded: ${rule} ${used} of ${budget.max} in ${window} s, resets in ${seconds} s`,
      seconds,
    );
    refusal.rule = rule;
    return refusal;
  }
}
