import type { Command, RecordView } from "../../../kernel/core/index.ts";
import {
  actedCommand,
  actOf,
  commandLayouts,
  decodeEvent,
  eventLayouts,
} from "../../../kernel/core/index.ts";

/**
 * An order, position, account or movement that came about, and what it has in common with its like in a
 * branch.
 */
interface Made {
  readonly id: number;
  readonly like: string;
}

/** Kinds of numbers that name what a venue made. */
const NAMING = new Set(["OrderId", "PositionId", "AccountId"]);

/**
 * What the ids of a venue are in a branch of it that executes the same commands, less some and changed: one
 * order more shifts every later id. What a command makes is the same one in both. What comes about otherwise
 * (a take-profit with its fill, a position) is the same one where it is the account's next of its kind in
 * both.
 */
export class Ids {
  readonly #made = new Set<number>();
  readonly #inBranch = new Map<number, number>();
  readonly #taken = new Set<number>();
  readonly #waiting = new Map<string, { readonly here: number[]; readonly there: number[] }>();

  /**
   * What a command made in the venue and in the branch. @param there 0: nothing, or the command was left out
   */
  pair(here: number, there: number): void {
    if (here !== 0 && there !== 0) this.#inBranch.set(here, there);
    this.#taken.add(here).add(there);
  }

  /** What came about by the same commands in both; those of {@link pair} must be known before. */
  note(here: readonly RecordView[], there: readonly RecordView[]): void {
    for (const { id, like } of madeIn(here)) {
      this.#made.add(id);
      if (!this.#taken.has(id)) this.#of(like).here.push(id);
    }
    for (const { id, like } of madeIn(there)) if (!this.#taken.has(id)) this.#of(like).there.push(id);
    for (const [like, { here, there }] of this.#waiting) {
      while (here.length > 0 && there.length > 0) this.#inBranch.set(here.shift()!, there.shift()!);
      if (here.length + there.length === 0) this.#waiting.delete(like);
    }
  }

  /** The command with the branch's ids; `undefined` if it names what the branch does not have. */
  renamed(command: Command): Command | undefined {
    if (command.type === "act") {
      const acted = actedCommand(command);
      if (acted === undefined) return command;
      const renamed = this.renamed(acted);
      return renamed === undefined || renamed.type === "act" ? undefined : actOf(command, renamed);
    }
    const fields = { ...command } as Record<string, unknown>;
    for (const [name, kind] of Object.entries(commandLayouts[command.type].fixed)) {
      if (!NAMING.has(kind) && !(command.type === "settleMovement" && name === "id")) continue;
      const id = this.#idOf(fields[name] as number);
      if (id === undefined) return undefined;
      fields[name] = id;
    }
    return fields as unknown as Command;
  }

  #idOf(id: number): number | undefined {
    return this.#made.has(id) ? this.#inBranch.get(id) : id;
  }

  #of(like: string) {
    const waiting = this.#waiting.get(like) ?? { here: [], there: [] };
    this.#waiting.set(like, waiting);
    return waiting;
  }
}

const MAKING: ReadonlySet<number> = new Set(
  [
    eventLayouts.orderPlaced,
    eventLayouts.positionOpened,
    eventLayouts.accountOpened,
    eventLayouts.movementBegun,
  ].map(({ kind }) => kind),
);

function* madeIn(views: readonly RecordView[]): Generator<Made> {
  for (const view of views) {
    for (let at = 0; at < view.length; at = view.next(at)) {
      if (!MAKING.has(view.kind(at))) continue;
      const event = decodeEvent(view, at);
      if (event.type === "orderPlaced")
        yield {
          id: event.order,
          like: `order ${event.account} ${event.contract} ${event.kind} ${event.action}`,
        };
      else if (event.type === "positionOpened")
        yield { id: event.position, like: `position ${event.account} ${event.contract} ${event.leg}` };
      else if (event.type === "accountOpened") yield { id: event.account, like: `account ${event.name}` };
      else if (event.type === "movementBegun")
        yield { id: event.id, like: `movement ${event.from} ${event.to}` };
    }
  }
}
