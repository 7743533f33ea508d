import { WireError } from "../../../interface/wire/index.ts";
import type { Command, TimeMs } from "../../../kernel/core/index.ts";
import { CLOSE_LONG, CLOSE_SHORT } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import type { Activity, Contest } from "../../contest/index.ts";
import { contestOf, presentContest } from "../../contest/index.ts";
import type { Contracts } from "../contracts.ts";
import { follow } from "../follow.ts";

/**
 * The activities that a command is for the rules of a contest. A command that is missing here reads, cancels
 * or closes, which the rules never forbid.
 */
const ACTIVITY: { readonly [T in Command["type"]]?: readonly Activity[] } = {
  placeOrder: ["orders"],
  amendOrder: ["orders", "triggers"],
  placePlan: ["triggers"],
  placeConditional: ["triggers"],
  placeTpSl: ["triggers"],
  modifyTpSl: ["triggers"],
  setLeverage: ["leverage"],
  setMode: ["leverage"],
  adjustMargin: ["margin"],
  setAutoAppend: ["margin"],
};

/** The contests of the venue as of the last durable frame, and what their rules forbid the teams. */
export class Contests {
  readonly #now: () => TimeMs;
  readonly #contracts: Contracts;
  readonly #stop: () => void;
  #byName = new Map<string, Contest>();
  /** The contest of each account that has one. */
  #byAccount = new Map<number, Contest>();

  private constructor(engine: EnginePort, contracts: Contracts, now: () => TimeMs) {
    this.#now = now;
    this.#contracts = contracts;
    this.#stop = follow(engine, { contestSet: ({ name, definition }) => this.#set(name, definition) });
  }

  static async open(engine: EnginePort, contracts: Contracts, now: () => TimeMs): Promise<Contests> {
    const contests = new Contests(engine, contracts, now);
    for (const { name, definition } of await engine.query({ type: "contests" }))
      if (!contests.#byName.has(name)) contests.#set(name, definition);
    return contests;
  }

  close(): void {
    this.#stop();
  }

  list(): readonly Contest[] {
    return [...this.#byName.values()];
  }

  /**
   * Whether, for a contest that is not over, the limits by address are lifted: its teams may share one
   * address.
   */
  get sparesAddresses(): boolean {
    const now = this.#now();
    return this.list().some(({ addressBudgets, end }) => !addressBudgets && now < end);
  }

  /** Whether an account takes part in a contest that is not over. */
  isOn(account: number): boolean {
    return presentContest(this.list(), account, this.#now()) !== undefined;
  }

  /** Refuses a client's command that the rules of its account's contest do not allow. @throws WireError */
  admit(command: Command): void {
    if (this.#byAccount.size === 0 || !("account" in command)) return;
    const contest = this.#byAccount.get(command.account);
    const activities = ACTIVITY[command.type];
    if (contest === undefined || activities === undefined || isClose(command)) return;
    const refuse = (rule: string): never => {
      throw new WireError(
        "permissionInsufficient",
        `Permission denied: in the contest ${contest.name} ${rule}`,
      );
    };
    if (!activities.some((each) => contest.operations.includes(each)))
      refuse(`teams do not ask for ${activities[0]}: only for ${contest.operations.join(", ") || "closes"}`);
    if ("contract" in command && command.contract >= 0) {
      const { symbol } = this.#contracts.at(command.contract);
      if (!contest.contracts.includes(symbol))
        refuse(`teams trade ${contest.contracts.join(", ")}, not ${symbol}`);
    }
    if (command.type !== "setLeverage" || contest.leverageMax === 0) return;
    const asked = Math.max(command.cross, command.isolatedLong, command.isolatedShort) / 100;
    if (asked > contest.leverageMax) refuse(`the leverage is at most ${contest.leverageMax}, got ${asked}`);
  }

  #set(name: string, definition: string): void {
    if (definition === "") this.#byName.delete(name);
    else this.#byName.set(name, contestOf(definition));
    const all = this.list().flatMap((contest) =>
      contest.teams.flatMap(({ account, practice }) =>
        [account, practice].map((each) => [each, contest] as const),
      ),
    );
    this.#byAccount = new Map(all);
    this.#byAccount.delete(0);
  }
}

function isClose(command: Command): boolean {
  return "action" in command && (command.action === CLOSE_LONG || command.action === CLOSE_SHORT);
}
