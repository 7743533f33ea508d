import { impactPrice, rateOf } from "./funding.ts";
import type { Happening } from "./happening.ts";
import { money } from "./happening.ts";
import { max, valueAt } from "./rules.ts";
import type { TapeCommand } from "./tape.ts";
import { FEES, FIRST_USER, INSURANCE } from "./tape.ts";
import type { Venue } from "./venue.ts";
import { signOf } from "./venue.ts";

/**
 * Whether users were given something, told from the outside: by what everybody has at the index, which no
 * user moves.
 */

interface Worth {
  /** Insurance fund and fees. */
  readonly venue: bigint;
  /** What margin units of users lack of 0, together. */
  readonly lacking: bigint;
  /** All entries of an account. */
  readonly accounts: ReadonlyMap<number, bigint>;
}

/** A take-over for nothing is for a quantum, and a fee that is rounded up takes one; of either side. */
const QUANTA_A_FILL = 2n;

/**
 * Watches a venue from step to step. With D what margin units of users lack of 0, what the venue has less D
 * falls in none, whatever users do while the index stands; so over any time the venue loses no more than D
 * was. What those lose who do nothing counts with it, and while D is 0 there is no such loss. Their funding
 * does not count, nor do they once they are liquidated.
 */
export class Recorder {
  readonly #v: Venue;
  /** Accounts that the step is none of, and without orders. */
  #idle = new Set<number>();
  #worth: Worth;
  #isOperators = false;
  #hedged: readonly string[] = [];
  /**
   * Contracts whose book has held the impact notional on both sides since their period began, at the end of a
   * step.
   */
  #deep: Set<number>;

  constructor(v: Venue) {
    this.#v = v;
    this.#worth = worthAt(v);
    this.#deep = this.#deepNow();
  }

  /** To be told what comes. */
  before(command: TapeCommand): void {
    const { contracts } = this.#v;
    this.#isOperators = command.type === "move" && [command.from, command.to].includes(INSURANCE);
    const points = contracts.map(({ indexPoints }) => indexPoints);
    if (command.type === "index")
      for (const each of command.prices) points[each.contract] = BigInt(each.points);
    this.#worth = worthAt(this.#v, points);
    const acting = new Set(this.#v.orders.map(({ account }) => account));
    if ("account" in command) acting.add(command.account);
    if ("from" in command) acting.add(command.from).add(command.to);
    if (command.type === "settle")
      for (const { id, from } of this.#v.movements) if (id === command.movement) acting.add(from);
    const users = this.#v.accounts.map(({ id }) => id).filter((id) => id >= FIRST_USER);
    this.#idle = new Set(users.filter((id) => !acting.has(id)));
    this.#hedged = this.#hedges();
  }

  /** What users were given by it; nothing by an operator who moves the fund's money. */
  after(happenings: readonly Happening[]): string | undefined {
    if (this.#isOperators) return undefined;
    const funding = new Map<string, bigint>();
    const add = (key: string, amount: bigint) => funding.set(key, (funding.get(key) ?? 0n) + amount);
    let rounding = 0n;
    let settlements = 0n;
    for (const each of happenings) {
      const account = each["account"] as number;
      if (each.what === "fill") rounding += QUANTA_A_FILL;
      if (each.what === "liquidation started") this.#idle.delete(account);
      if (each.what === "turned") {
        settlements++;
        const wrong = this.#rateIsMade(each["contract"] as number, each["rate"] as number);
        if (wrong !== undefined) return wrong;
      }
      if (each["type"] !== "position_funding") continue;
      add(`${account}`, each["amount"] as bigint);
      add(`${account}/${each["contract"]}`, each["amount"] as bigint);
    }
    for (const contract of this.#deepNow()) this.#deep.add(contract);
    const still = new Set(this.#hedges());
    for (const hedge of this.#hedged) {
      const sum = funding.get(hedge) ?? 0n;
      if (still.has(hedge) && max(sum, -sum) > settlements * BigInt(this.#v.positions.length))
        return `the equal legs of ${hedge} settled ${money(sum)}`;
    }
    const then = this.#worth;
    const now = worthAt(this.#v);
    let lost = 0n;
    for (const id of this.#idle)
      lost += max(0n, then.accounts.get(id)! + (funding.get(`${id}`) ?? 0n) - now.accounts.get(id)!);
    if (lost > rounding && then.lacking <= max(0n, then.accounts.get(INSURANCE)!))
      return `who did nothing lost ${money(lost)} of ${money(then.lacking)} that was lacking`;
    const fallen = then.venue - now.venue - (then.lacking - now.lacking) + lost;
    if (fallen > rounding)
      return `${money(fallen)}: the venue ${money(now.venue - then.venue)}, lacking ${money(now.lacking - then.lacking)}, who did nothing ${money(-lost)}`;
    return undefined;
  }

  /** A rate other than that of no premium comes of books with two sides. */
  #rateIsMade(contract: number, rate: number): string | undefined {
    const { specification } = this.#v.contract(contract);
    const isMade = this.#deep.delete(contract);
    if (isMade || BigInt(rate) === rateOf(0n, specification)) return undefined;
    return `one side of the book made the rate ${rate}`;
  }

  #deepNow(): Set<number> {
    const v = this.#v;
    const deep = v.contracts.filter(
      (each) => impactPrice(v, each, "buy") !== undefined && impactPrice(v, each, "sell") !== undefined,
    );
    return new Set(deep.map(({ index }) => index));
  }

  /** Accounts with as much long as short in a contract, and no isolated position in it. */
  #hedges(): string[] {
    const v = this.#v;
    const hedges: string[] = [];
    for (const { id } of v.accounts)
      for (const { index } of v.contracts) {
        const size = v.legSize(id, index, "long");
        if (size === 0 || size !== v.legSize(id, index, "short")) continue;
        if (v.legs(id, index, "long").every((each) => each.marginMode === "shared"))
          hedges.push(`${id}/${index}`);
      }
    return hedges;
  }
}

/**
 * What everybody has, positions at the index.
 *
 * @param points the index of each contract, by default as it is
 */
export function worthAt(
  v: Venue,
  points: readonly bigint[] = v.contracts.map((each) => each.indexPoints),
): Worth {
  const units = new Map(v.accounts.map(({ id, entry }) => [`${id}`, { account: id, equity: entry.amount }]));
  for (const { account, id, entry } of v.positions)
    if (entry.position !== 0) units.set(`${account}/${id}`, { account, equity: entry.amount });
  for (const position of v.positions) {
    const { account, contract, entry, id, size } = position;
    const unit = units.get(entry.position === 0 ? `${account}` : `${account}/${id}`)!;
    unit.equity += signOf(position) * valueAt(v.contract(contract).specification, size, points[contract]!);
  }
  const accounts = new Map<number, bigint>();
  let lacking = 0n;
  for (const { account, equity } of units.values()) {
    accounts.set(account, (accounts.get(account) ?? 0n) + equity);
    if (account >= FIRST_USER && equity < 0n) lacking -= equity;
  }
  return { venue: accounts.get(FEES)! + accounts.get(INSURANCE)!, lacking, accounts };
}
