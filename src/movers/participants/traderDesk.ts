import type { Command, ContractView } from "../../kernel/core/index.ts";
import {
  ACCOUNT_USER,
  CONTRACT_TRADING,
  depositOf,
  QUANTA_PER_UNIT,
  sharedLeverageOf,
  wasFunded,
} from "../../kernel/core/index.ts";
import type { EnginePort, Outcome } from "../../kernel/engine/index.ts";
import { EngineBusyError } from "../../kernel/engine/index.ts";
import type { Seed } from "../../kernel/host/seed.ts";
import { derivedSeed } from "../../kernel/host/seed.ts";
import type { Trader, TraderSpec, Turn, Values } from "../traders/index.ts";
import { accepted, openedAccount, ParticipantError } from "./account.ts";
import { Draws } from "./draws.ts";
import type { ContractState } from "./traderOrders.ts";
import { commandsOf, tradedContract } from "./traderOrders.ts";

/** Levels of a side that a trader sees. */
const LEVELS = 20;
/** The most instructions of a trader at one turn; more are a mistake of its code. */
const INSTRUCTIONS_MAX = 500;
/** A trader's random numbers for what it does at a turn: the `who` of its {@link Draws}. */
const TURN_DRAWS = 0;
/** Those for the moment within a beat at which its turn comes. */
const MOMENT_DRAWS = 1;

/** One of the traders of a spec. */
interface Member {
  readonly account: number;
  readonly seed: Seed;
  readonly trader: Trader;
  /** Contracts whose leverage was set. */
  readonly known: Set<number>;
  refused: readonly string[];
}

export interface TraderDeskOptions {
  readonly engine: EnginePort;
  /** The venue's seed: a trader without a seed of its own draws from it and its name. */
  readonly seed: Seed;
  /** Called for a trader that failed at a turn. */
  readonly onError: (error: unknown, account: string) => void;
}

/**
 * The traders of one entry of a scenario: opens their accounts, shows each the market at its turns, and
 * submits its instructions like any client's commands, all at once, subject to the core's rules. What a
 * trader does at a turn follows from its seed, the turn and what it has seen.
 */
export class TraderDesk {
  readonly #options: TraderDeskOptions;
  readonly #spec: TraderSpec;
  readonly #members = new Map<string, Member>();

  private constructor(options: TraderDeskOptions, spec: TraderSpec) {
    this.#options = options;
    this.#spec = spec;
  }

  /**
   * Opens the accounts, and starts the traders. @throws ParticipantError when an account cannot be opened, or
   * a trader is a promise
   */
  static async open(options: TraderDeskOptions, spec: TraderSpec): Promise<TraderDesk> {
    const desk = new TraderDesk(options, spec);
    for (const name of accountNames(spec)) {
      const account = await traderAccount(options.engine, name, spec);
      const seed = derivedSeed(spec.seed ?? options.seed, `trader ${name}`);
      const trader = atOnce("start", spec.kind.start(valuesOf(spec)));
      desk.#members.set(name, { account, seed, trader, known: new Set(), refused: [] });
    }
    return desk;
  }

  /** The moment within a beat at which it acts, ms after the beginning. */
  get moment(): (beat: number) => number {
    const seed = derivedSeed(this.#spec.seed ?? this.#options.seed, `trader ${this.#spec.name}`);
    return (beat) => Math.floor(new Draws(seed, MOMENT_DRAWS, 0, beat).unit() * this.#spec.everyMs);
  }

  /** A turn of each trader. */
  async beat(time: number): Promise<void> {
    const { engine } = this.#options;
    const contracts = (await engine.query({ type: "contracts" })).filter(
      (contract) => isOpen(contract) && (this.#spec.symbols?.includes(contract.symbol) ?? true),
    );
    for (const [name, member] of this.#members) {
      try {
        await this.#turn(member, contracts, time);
      } catch (error) {
        // A full queue, or a trader's own mistake, costs that trader its turn and affects nobody else.
        if (error instanceof EngineBusyError || error instanceof TraderFault) {
          this.#options.onError(error.cause ?? error, name);
        } else throw error;
      }
    }
  }

  /** Switched off, the traders cancel their orders in the book. */
  async switch(isOn: boolean): Promise<void> {
    if (isOn) return;
    const { engine } = this.#options;
    for (const { account } of this.#members.values()) {
      const orders = await engine.query({ type: "orders", account, contract: undefined, which: "resting" });
      await engine.submitAll(orders.map(({ order }) => cancelOf(account, order)));
    }
  }

  async #turn(member: Member, contracts: readonly ContractView[], time: number): Promise<void> {
    const { engine } = this.#options;
    const { everyMs, refill } = this.#spec;
    const { account } = member;
    for (const contract of contracts) {
      if (member.known.has(contract.contract)) continue;
      await setLeverage(engine, account, contract, this.#spec);
      member.known.add(contract.contract);
    }
    const assets = await engine.query({ type: "assets", account });
    if (assets === undefined) return;
    const deposit = refill ? refillOf(account, assets.equity, this.#spec) : undefined;
    if (deposit !== undefined) await engine.submit(deposit);
    const states = await this.#contractStates(account, contracts);
    const draws = new Draws(member.seed, TURN_DRAWS, 0, Math.floor(time / everyMs));
    const turn: Turn = {
      time,
      everyMs,
      contracts: states.map(tradedContract),
      equity: Number(assets.equity) / QUANTA_PER_UNIT,
      refused: member.refused,
      random: () => draws.unit(),
    };
    const commands = decided(() => {
      const instructions = atOnce("act", member.trader.act(turn));
      if (!Array.isArray(instructions) || instructions.length > INSTRUCTIONS_MAX)
        throw new ParticipantError(`act must return an array of at most ${INSTRUCTIONS_MAX} instructions`);
      return commandsOf(account, instructions, states);
    });
    const outcomes = commands.length === 0 ? [] : await engine.submitAll(commands);
    member.refused = refusalsOf(commands, outcomes);
  }

  async #contractStates(
    account: number,
    contracts: readonly ContractView[],
  ): Promise<readonly ContractState[]> {
    const { engine } = this.#options;
    const view = await engine.query({ type: "account", account });
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    const orders = await engine.query({ type: "orders", account, contract: undefined, which: "resting" });
    const states: ContractState[] = [];
    for (const contract of contracts) {
      const isHere = (each: { readonly contract: number }): boolean => each.contract === contract.contract;
      const holding = view?.holdings.find(isHere);
      states.push({
        contract,
        depth: await engine.query({ type: "depth", contract: contract.contract, limit: LEVELS }),
        positions: positions.filter(isHere),
        orders: orders.filter(isHere),
        leverage: (holding?.cross ?? contract.leverageDefault) / 100,
      });
    }
    return states;
  }
}

/** A mistake in a trader's own code; the error that it threw is the cause. */
class TraderFault extends Error {
  override readonly name = "TraderFault";
}

function decided<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    throw new TraderFault("a trader failed at its turn", { cause: error });
  }
}

/**
 * What a user's function returned. A promise is a mistake, and one that fails must not end the process.
 * @throws ParticipantError for one
 */
function atOnce<T>(name: string, returned: T): T {
  if (!(returned instanceof Promise)) return returned;
  returned.catch(() => undefined);
  throw new ParticipantError(`${name} must return at once, and no promise`);
}

function accountNames({ name, count }: TraderSpec): readonly string[] {
  if (count === 1) return [`trader-${name}`];
  return Array.from({ length: count }, (_, i) => `trader-${name}-${i + 1}`);
}

function valuesOf({ kind, parameters }: TraderSpec): Values<NonNullable<typeof kind.parameters>> {
  const usual = Object.entries(kind.parameters ?? {}).map(([name, each]) => [name, each.usual]);
  return { ...Object.fromEntries(usual), ...parameters };
}

function refusalsOf(commands: readonly Command[], outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ rejection }, i) =>
    rejection === undefined ? [] : [`${commands[i]!.type}: ${rejection.type}`],
  );
}

function cancelOf(account: number, order: number): Command {
  return { type: "cancelOrder", account, order, plansOnly: false, clientId: "" };
}

function isOpen({ status, index, mark, apiTradable }: ContractView): boolean {
  return status === CONTRACT_TRADING && index > 0 && mark > 0 && apiTradable;
}

const UNIT = BigInt(QUANTA_PER_UNIT);

/**
 * The account of a trader, opened with its balance if there is none of its name. It is a user's account: it
 * pays fees, has margin, and its history is kept.
 *
 * @throws ParticipantError when the name belongs to an account that is not a user's, or the venue refuses
 */
async function traderAccount(engine: EnginePort, name: string, spec: TraderSpec): Promise<number> {
  const view = await openedAccount(engine, name, ACCOUNT_USER);
  if (!wasFunded(view)) await accepted(engine, depositOf(view.account, BigInt(spec.balance) * UNIT));
  return view.account;
}

/** Sets the leverage that the spec asks for, as far as the contract allows. */
async function setLeverage(
  engine: EnginePort,
  account: number,
  { contract, leverageMin, leverageMax }: ContractView,
  spec: TraderSpec,
): Promise<void> {
  const cross = Math.max(leverageMin, Math.min(leverageMax, Math.round(spec.leverage * 100)));
  // Leverage cannot be lowered under open positions; then the trader keeps the leverage that it has.
  await engine.submit(sharedLeverageOf(account, contract, cross));
}

/** The deposit that restores the balance of an account that has lost half of it. @param equity in quanta */
function refillOf(account: number, equity: bigint, { balance }: TraderSpec): Command | undefined {
  const target = BigInt(balance) * UNIT;
  return equity >= target / 2n ? undefined : depositOf(account, target - equity);
}
