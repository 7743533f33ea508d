import type { Command, ContractView } from "../../kernel/core/index.ts";
import {
  ACCOUNT_HOUSE,
  depositOf,
  HEDGE,
  QUANTA_PER_UNIT,
  STP_EXPIRE_MAKER,
  sharedLeverageOf,
  wasFunded,
  withdrawalOf,
} from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { EngineBusyError } from "../../kernel/engine/index.ts";
import { MINUTE_MS } from "../../kernel/host/clock.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import { allAccepted, checkKind } from "./account.ts";
import { Draws } from "./draws.ts";
import { isOpen } from "./houseAccount.ts";
import type { HouseProfile, HouseRole } from "./houseProfile.ts";
import { houseProfileOf, rolesOf, setHouse } from "./houseProfile.ts";

/** How often the house looks after itself, ms of market time. */
export const HOUSE_BEAT_MS = 1_000;
/** Balances, and contracts without a house, are checked once in this many beats. */
const LOOK_BEATS = 60;

/** A reckless member of the crowd that has lost its money is refilled after this many minutes on average. */
const BACK_MINUTES = 180;
/** What an account has won is withdrawn when its equity is above this many times what it was given. */
const WON_PARTS = 2n;
/** A member holds next to nothing below this part of the most that it may hold. */
const LITTLE_PARTS = 20n;

export interface HouseOptions {
  readonly engine: EnginePort;
  readonly seed: Seed;
  /** Multiplies the size of quotes. */
  readonly depth: number;
  /** Multiplies how often takers trade. */
  readonly flow: number;
  /** Where a scenario's contracts differ from the default profile, by symbol. */
  readonly contracts: Readonly<Record<string, Partial<HouseProfile>>>;
}

/** A house account with its role. */
interface Member extends HouseRole {
  readonly account: number;
}

/**
 * What keeps the market alive: it acts inside the exchange (core/rules/house). What is left to do outside:
 * open its accounts, let it act, refill it by logged deposits, and advance market time once a second where
 * nothing else does.
 */
export class House {
  readonly #options: HouseOptions;
  readonly #members = new Map<number, readonly Member[]>();
  #frameTime = 0;
  #beats = 0;

  private constructor(options: HouseOptions) {
    this.#options = options;
    options.engine.subscribe(({ time }) => {
      this.#frameTime = time;
    });
  }

  /**
   * Opens the house's accounts that are missing, fills them and lets it act.
   *
   * @throws ParticipantError when a name is taken by another's account or the venue refuses the set-up
   */
  static async start(options: HouseOptions): Promise<House> {
    const house = new House(options);
    await house.#settleIn();
    return house;
  }

  /**
   * The task of {@link HOUSE_BEAT_MS}, after the feeds' of the same beat; resolves when all of it is durable.
   */
  async beat(time: number): Promise<void> {
    const { engine } = this.#options;
    try {
      if (++this.#beats % LOOK_BEATS === 0) {
        await this.#settleIn();
        await this.#refill(time);
      }
      if (this.#frameTime < time) await engine.submit({ type: "advanceTime" });
    } catch (error) {
      // A full queue loses nothing: the next beat sees what is missing.
      if (!(error instanceof EngineBusyError)) throw error;
    }
  }

  /** Switched off, the house withdraws its quotes and stops acting; switched on, it acts again. */
  async switch(isOn: boolean): Promise<void> {
    const { engine } = this.#options;
    if (isOn) return this.#settleIn();
    const rules = await engine.query({ type: "house" });
    await allAccepted(
      engine,
      rules.map((rule) => ({ type: "setHouse", ...rule, accounts: [] })),
    );
  }

  /**
   * Opens what is missing of the house in every contract that trades, and sets its rule where that differs.
   */
  async #settleIn(): Promise<void> {
    const { engine, seed, depth, flow, contracts: changes } = this.#options;
    const contracts = (await engine.query({ type: "contracts" })).filter(isOpen);
    const profiles = contracts.map((contract) => {
      const profile = houseProfileOf(contract, changes[contract.symbol] ?? {}, { depth, flow });
      return { contract, profile };
    });
    const fresh = profiles.filter(({ contract }) => !this.#members.has(contract.contract));
    await this.#open(fresh.map(({ contract, profile }) => ({ contract, roles: rolesOf(contract, profile) })));
    const known = new Map((await engine.query({ type: "house" })).map((rule) => [rule.contract, rule]));
    const commands: Command[] = [];
    for (const { contract, profile } of profiles) {
      const accounts = this.#members
        .get(contract.contract)!
        .map(({ role, account, units }) => ({ role, account, units }));
      const wanted = setHouse(contract, profile, seed, accounts);
      const rule = known.get(contract.contract);
      if (rule === undefined || !isSame(wanted, rule)) commands.push(wanted);
    }
    await allAccepted(engine, commands);
  }

  async #open(
    wanted: readonly { readonly contract: ContractView; readonly roles: readonly HouseRole[] }[],
  ): Promise<void> {
    const { engine } = this.#options;
    const known = new Map(
      (await engine.query({ type: "accounts" })).map((account) => [account.name, account]),
    );
    const roles = wanted.flatMap(({ contract, roles }) => roles.map((role) => ({ contract, role })));
    for (const { role } of roles) {
      const account = known.get(role.name);
      if (account !== undefined) checkKind(account, ACCOUNT_HOUSE);
    }
    const missing = roles.filter(({ role: { name } }) => !known.has(name));
    const opened = await allAccepted(
      engine,
      missing.map(({ role: { name } }) => ({ type: "openAccount", kind: ACCOUNT_HOUSE, name })),
    );
    const ids = new Map([
      ...[...known].map(([name, { account }]) => [name, account] as const),
      ...missing.map(({ role: { name } }, i) => [name, opened[i]!] as const),
    ]);
    const settings: Command[] = [];
    for (const { contract, role } of roles) {
      const account = ids.get(role.name)!;
      const view = await engine.query({ type: "account", account });
      if (view === undefined || !wasFunded(view)) settings.push(...settingsOf(account, contract, role));
    }
    await allAccepted(engine, settings);
    for (const { contract, roles } of wanted)
      this.#members.set(
        contract.contract,
        roles.map((role) => ({ ...role, account: ids.get(role.name)! })),
      );
  }

  /**
   * Refills every account whose equity is below a half of its purse, and withdraws what one above twice of it
   * has won: who loses is refilled, so without that the house's money would grow for ever. A reckless member
   * of the crowd is refilled only while it holds next to nothing, and some time after it lost its money. Each
   * is a logged movement with its bills.
   */
  async #refill(time: number): Promise<void> {
    const { engine } = this.#options;
    const deposits: Command[] = [];
    const payments: Command[] = [];
    for (const [contract, members] of this.#members) {
      for (const { account, purseUnits, units, isReckless } of members) {
        const target = BigInt(purseUnits) * BigInt(QUANTA_PER_UNIT);
        const assets = await engine.query({ type: "assets", account });
        if (assets === undefined) continue;
        const { equity, withdrawable } = assets;
        if (
          equity < target / 2n &&
          (!isReckless ||
            (this.#comesBack(account, contract, time) && (await this.#holdsLittle(account, contract, units))))
        )
          deposits.push(depositOf(account, target - equity));
        const won = equity - target < withdrawable ? equity - target : withdrawable;
        if (equity > WON_PARTS * target && won > 0n) payments.push(withdrawalOf(account, won));
      }
    }
    await allAccepted(engine, deposits);
    // An account that has traded since it was asked may have less: then the withdrawal is refused, and comes
    // with the next look.
    if (payments.length > 0) await engine.submitAll(payments);
  }

  /** A draw of the minute, with the chance 1 / {@link BACK_MINUTES}. */
  #comesBack(account: number, contract: number, time: number): boolean {
    const minute = Math.floor(time / MINUTE_MS);
    return new Draws(this.#options.seed, account, contract, minute).unit() < 1 / BACK_MINUTES;
  }

  /**
   * Whether an account's positions, at entry, are less than 1 / {@link LITTLE_PARTS} of the most that it may
   * hold.
   */
  async #holdsLittle(account: number, contract: number, units: number): Promise<boolean> {
    const { engine } = this.#options;
    const positions = await engine.query({ type: "positions", account, contract });
    const held = positions.reduce((sum, { openValue }) => sum + openValue, 0n);
    return held * LITTLE_PARTS < BigInt(units) * BigInt(QUANTA_PER_UNIT);
  }
}

/**
 * Settings of a house account: no fees, which would only move from house to venue; its leverage; its first
 * deposit.
 */
function settingsOf(account: number, { contract }: ContractView, role: HouseRole): readonly Command[] {
  const amount = BigInt(role.purseUnits) * BigInt(QUANTA_PER_UNIT);
  return [
    {
      type: "setAccount",
      account,
      status: 0,
      ...{ feeSet: true, takerRate: 0, makerRate: 0 },
      ...{ discountSet: false, discount: 0, sideDiscountSet: false, takerDiscount: 0, makerDiscount: 0 },
      ...{ orderRateLimitPerMinute: 0, orderDelayMs: 0, cancelDelayMs: 0 },
      positionMode: HEDGE,
      selfTradePrevention: STP_EXPIRE_MAKER,
      marginCallPercent: 0,
      group: 0,
    },
    sharedLeverageOf(account, contract, role.leverage),
    depositOf(account, amount),
  ];
}

/** Whether a command has the same fields as a rule. */
function isSame(command: object, rule: object): boolean {
  const { type: _, ...wanted } = { type: "", ...command };
  const fieldsOf = (value: object): string =>
    JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { type: __, ...known } = { type: "", ...rule };
  return fieldsOf(wanted) === fieldsOf(known);
}
