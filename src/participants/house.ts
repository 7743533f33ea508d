import type { Command, ContractView, OrderView, Points, PositionView, TimeMs } from "../core/index.ts";
import { QUANTA_PER_UNIT, STP_EXPIRE_MAKER } from "../core/index.ts";
import { EngineBusyError } from "../engine/index.ts";
import { oneAfterOther } from "../host/oneAfterOther.ts";
import type { Seed } from "../host/seed.ts";
import { Draws } from "./draws.ts";
import type { HouseTerms, Purse } from "./houseAccount.ts";
import { houseAccount, isOpen, refill } from "./houseAccount.ts";
import { InsideHouse } from "./insideHouse.ts";
import { houseLeverage, liquidityOf } from "./liquidity.ts";
import { inTheWay, inventoryOf, ladderOf, replaceQuotes, stands, sweep } from "./maker.ts";
import type { IndexPrice, Participants, ParticipantsOptions } from "./participants.ts";
import { takerOrders } from "./taker.ts";

/** How often the house acts: once in every second, at a moment drawn by {@link houseMoment}. */
export const HOUSE_BEAT_MS = 1_000;
/** Balances are checked once in so many beats. */
const REFILL_BEATS = 60;
const MOMENT_DRAWS = -100;
/** Levels of a book that a sweep considers. */
const SWEEP_LEVELS = 100;

/**
 * An index move larger than this, as a share, takes some quotes out of the band of 1.5 % around the mark, which is at
 * most half a percent from the index.
 */
const FAR_SHARE = 0.003;

const UNIT = BigInt(QUANTA_PER_UNIT);
const MAKER_PURSE: Purse = { target: 50_000_000n * UNIT, floor: 25_000_000n * UNIT };
const TAKER_PURSE: Purse = { target: 1_000_000n * UNIT, floor: 500_000n * UNIT };
const TERMS: HouseTerms = { selfTradePrevention: STP_EXPIRE_MAKER, leverage: houseLeverage };

/**
 * The moment within a beat at which the house acts, ms after its beginning: drawn anew for each beat, so that trades
 * come at any time of the second.
 */
export function houseMoment(seed: Seed): (beat: number) => number {
  return (beat) => Math.floor(new Draws(seed, MOMENT_DRAWS, 0, beat).unit() * HOUSE_BEAT_MS);
}

/**
 * Opens the house accounts that are missing, fills them and returns their task. Participants are ordinary accounts
 * with margin; they keep no state of their own, and what they do at a beat depends on the seed, the beat and what
 * they then see.
 *
 * @throws ParticipantError when a name is taken by another's account or the venue refuses the set-up
 */
export async function startParticipants(options: ParticipantsOptions): Promise<Participants> {
  const { engine } = options;
  if (options.inside === true) return InsideHouse.start(options);
  const contracts = await engine.query({ type: "contracts" });
  const open = async (role: string, count: number): Promise<readonly number[]> => {
    const accounts: number[] = [];
    for (let i = 1; i <= count; i++)
      accounts.push(await houseAccount(engine, `house-${role}-${i}`, contracts, TERMS));
    return accounts;
  };
  const house = new House(options, await open("maker", options.makers), await open("taker", options.takers));
  await house.refill();
  return house;
}

class House implements Participants {
  readonly makers: readonly number[];
  readonly takers: readonly number[];
  readonly #options: ParticipantsOptions;
  /** Work waits for the outcome of what is under way. */
  readonly #inTurn = oneAfterOther();

  constructor(options: ParticipantsOptions, makers: readonly number[], takers: readonly number[]) {
    this.#options = options;
    this.makers = makers;
    this.takers = takers;
  }

  beat(time: TimeMs): Promise<void> {
    return this.#inTurn(() => this.#act(time));
  }

  move<T>(prices: readonly IndexPrice[], send: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const { before, behind } = await this.#around(prices);
      const { engine } = this.#options;
      // Submitted without a turn of the event loop between them, so that they take consecutive sequence numbers.
      const moved = engine.submitAll(before);
      const sent = send();
      const followed = engine.submitAll(behind);
      const [outcome] = await Promise.allSettled([sent, moved, followed]);
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
  }

  /** Participants act by commands: their quotes stay where they are. */
  async switch(): Promise<void> {}

  /** The commands before and after a change of index prices. */
  async #around(
    prices: readonly IndexPrice[],
  ): Promise<{ readonly before: readonly Command[]; readonly behind: readonly Command[] }> {
    const { engine } = this.#options;
    const points = new Map(prices.map((price) => [price.contract, price.points]));
    const contracts = (await engine.query({ type: "contracts" })).filter(
      (contract) => isOpen(contract) && points.has(contract.contract),
    );
    const beat = Math.floor(engine.now() / HOUSE_BEAT_MS);
    const at = (contract: ContractView): ContractView => ({
      ...contract,
      index: points.get(contract.contract)!,
    });
    const far = contracts.filter(({ contract, index }) => isFar(index, points.get(contract)!));
    const before: Command[] = [];
    const behind: Command[] = [];
    for (const [i, account] of this.makers.entries()) {
      const mine = ({ contract }: ContractView): boolean => contract % this.makers.length === i;
      before.push(...(await this.#make(account, contracts.filter(mine).map(at), beat)));
      // The new band is not known yet: quotes outside the present one are left out.
      const unbound = far
        .filter(mine)
        .map((contract) => ({ ...at(contract), buyMax: Number.MAX_SAFE_INTEGER, sellMin: 1 }));
      behind.push(
        ...(await this.#make(account, unbound, beat)).filter(({ type }) => type === "replaceQuotes"),
      );
    }
    return { before, behind };
  }

  async #act(time: TimeMs): Promise<void> {
    const { engine } = this.#options;
    const beat = Math.floor(time / HOUSE_BEAT_MS);
    try {
      if (beat % REFILL_BEATS === 0) await this.refill();
      const contracts = (await engine.query({ type: "contracts" })).filter(isOpen);
      const commands: Command[] = [];
      for (const [i, account] of this.makers.entries()) {
        const mine = contracts.filter(({ contract }) => contract % this.makers.length === i);
        if (mine.length > 0) commands.push(...(await this.#make(account, mine, beat)));
      }
      for (const account of this.takers) commands.push(...(await this.#take(account, contracts, time)));
      if (commands.length > 0) await engine.submitAll(commands);
    } catch (error) {
      // A full queue loses nothing: the next beat sees what is missing.
      if (!(error instanceof EngineBusyError)) throw error;
    }
  }

  /** Restores the balance of every account that has fallen below its floor. */
  async refill(): Promise<void> {
    const { engine } = this.#options;
    const deposits: Command[] = [];
    for (const account of [...this.makers, ...this.takers]) {
      const purse = this.makers.includes(account) ? MAKER_PURSE : TAKER_PURSE;
      const deposit = await refill(engine, account, purse);
      if (deposit !== undefined) deposits.push(deposit);
    }
    if (deposits.length > 0) await engine.submitAll(deposits);
  }

  async #make(
    account: number,
    contracts: readonly ContractView[],
    beat: number,
  ): Promise<readonly Command[]> {
    const { engine, seed, depth, flow } = this.#options;
    const orders = await engine.query({ type: "orders", account, contract: undefined, which: "resting" });
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    const commands: Command[] = [];
    for (const contract of contracts) {
      const liquidity = liquidityOf(contract, depth, flow);
      const live = of(contract, orders);
      const inventory = inventoryOf(positions, contract.contract);
      const ladder = ladderOf(
        contract,
        inventory,
        liquidity,
        new Draws(seed, account, contract.contract, beat),
      );
      if (stands(ladder, live, liquidity)) continue;
      if (inTheWay(contract, ladder)) {
        const book = await engine.query({ type: "depth", contract: contract.contract, limit: SWEEP_LEVELS });
        if (book !== undefined) commands.push(...sweep(account, contract, ladder, book, live));
      }
      commands.push(replaceQuotes(account, contract, ladder, inventory));
    }
    return commands;
  }

  async #take(
    account: number,
    contracts: readonly ContractView[],
    time: TimeMs,
  ): Promise<readonly Command[]> {
    const { engine, seed, depth, flow } = this.#options;
    const moment = { seed, account, time, beatMs: HOUSE_BEAT_MS, takers: this.takers.length };
    let positions: readonly PositionView[] | undefined;
    const commands: Command[] = [];
    for (const contract of contracts) {
      positions ??= await engine.query({ type: "positions", account, contract: undefined });
      const inventory = inventoryOf(positions, contract.contract);
      const order = takerOrders(moment, contract, inventory, liquidityOf(contract, depth, flow));
      if (order !== undefined) commands.push(order);
    }
    return commands;
  }
}

/** Whether a price moves so far that the band around the mark may refuse quotes. */
function isFar(from: Points, to: Points): boolean {
  return Math.abs(to - from) > FAR_SHARE * from;
}

function of(contract: ContractView, orders: readonly OrderView[]): readonly OrderView[] {
  return orders.filter((order) => order.contract === contract.contract);
}
