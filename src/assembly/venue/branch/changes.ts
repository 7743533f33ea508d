import { isDecimal, stepsOf, unitsOf } from "../../../interface/wire/index.ts";
import type { Command, Points } from "../../../kernel/core/index.ts";
import {
  actedCommand,
  actOf,
  bigDivHalfEven,
  decodeCommand,
  RATE_ONE,
  RecordView,
} from "../../../kernel/core/index.ts";
import type { Frame } from "../../../kernel/journal/commandLog.ts";
import type { ExportContract, ExportNames } from "../../../service/readmodel/index.ts";
import { BranchError } from "./branches.ts";

/**
 * Commands of the source: one by its number, an account's, or those that name a client id of an account's.
 */
export type Selector =
  | { readonly seq: number }
  | { readonly account: string; readonly clientId?: string | undefined };

/** How the commands that a branch executes differ from those of its source. */
export interface Changes {
  readonly without: readonly Selector[];
  /** Fields of orders, as decimals. */
  readonly fields: readonly {
    readonly of: Selector;
    readonly field: "price" | "size" | "triggerPrice";
    readonly value: string;
  }[];
  /** Index prices by symbol or coin: another one ("58800"), or all of them moved ("-10%"). */
  readonly prices: ReadonlyMap<string, string>;
}

type Edit = (command: Command, seq: number) => Command | undefined;

/** The changes, ready for one command after the other. */
export class Editor {
  readonly #edits: readonly { readonly text: string; readonly edit: Edit; isUsed: boolean }[];

  /**
   * @param names accounts and contracts of the source
   * @throws BranchError that names a value which is not what it should be
   */
  constructor({ without, fields, prices }: Changes, names: ExportNames) {
    const edits: [string, Edit][] = [];
    for (const of of without) {
      const isMeant = matcher(of, names, "without");
      edits.push([`without: ${textOf(of)}`, (command, seq) => (isMeant(command, seq) ? undefined : command)]);
    }
    for (const { of, field, value } of fields) {
      const isMeant = matcher(of, names, "set");
      edits.push([
        `set: ${textOf(of)},${field}`,
        (command, seq) =>
          isMeant(command, seq) && field in command ? withField(command, field, value, names) : command,
      ]);
    }
    for (const [symbol, value] of prices) {
      const contract = [...names.contracts].find(([, each]) => isNamed(each, symbol));
      if (contract === undefined) throw new BranchError(`price: there is no contract '${symbol}'`);
      const pointsOf = movement(symbol, value, contract[1]);
      edits.push([`price: ${symbol}`, (command) => withPrice(command, contract[0], pointsOf)]);
    }
    this.#edits = edits.map(([of, edit]) => ({ text: of, edit, isUsed: false }));
  }

  /**
   * The command as the branch executes it: the same object if nothing is changed, `undefined` if it is left
   * out.
   */
  edited(command: Command, seq: number): Command | undefined {
    const acted = command.type === "act" ? actedCommand(command) : undefined;
    let inner: Command | undefined = acted ?? command;
    for (const each of this.#edits) {
      const before: Command = inner;
      inner = each.edit(before, seq);
      if (inner !== before) each.isUsed = true;
      if (inner === undefined) return undefined;
    }
    if (acted === undefined || command.type !== "act") return inner;
    return inner === acted || inner.type === "act" ? command : actOf(command, inner);
  }

  /** Goes through the commands of a journal. @throws BranchError if a change is of none of them */
  async prove(frames: AsyncIterable<Frame>, from: number, until: number): Promise<void> {
    for await (const frame of frames) {
      for (const { command, seq } of commandsIn(frame))
        if (seq >= from && seq <= until) this.edited(command, seq);
    }
    const unused = this.#edits.find(({ isUsed }) => !isUsed);
    if (unused !== undefined)
      throw new BranchError(`${unused.text} is of no command from ${from} to ${until}`);
  }
}

/** The commands of a frame with their numbers. */
export function* commandsIn({ firstSeq, payload }: Pick<Frame, "firstSeq" | "payload">) {
  const view = new RecordView(payload);
  for (let at = 0, seq = firstSeq; at < view.length; at = view.next(at), seq++)
    yield { command: decodeCommand(view, at), seq, view, at };
}

function textOf(of: Selector): string {
  if ("seq" in of) return `command ${of.seq}`;
  return of.clientId === undefined ? `account ${of.account}` : `client id ${of.clientId} of ${of.account}`;
}

function matcher(
  of: Selector,
  { accounts }: ExportNames,
  what: string,
): (command: Command, seq: number) => boolean {
  if ("seq" in of) return (_, seq) => seq === of.seq;
  const account = [...accounts].find(([id, name]) => name === of.account || String(id) === of.account)?.[0];
  if (account === undefined) throw new BranchError(`${what}: there is no account '${of.account}'`);
  return (command) =>
    "account" in command &&
    command.account === account &&
    (of.clientId === undefined || ("clientId" in command && command.clientId === of.clientId));
}

function withField(command: Command, field: string, value: string, { contracts }: ExportNames): Command {
  const grid = "contract" in command ? contracts.get(command.contract) : undefined;
  if (grid === undefined)
    throw new BranchError(`set: ${command.type} is of no contract, so ${field} cannot be set`);
  const units = !isDecimal(value)
    ? undefined
    : field === "size"
      ? stepsOf(value, grid.sizeDecimals, grid.lotStep)
      : stepsOf(value, grid.priceDecimals, grid.priceStep);
  if (units === undefined || !Number.isSafeInteger(units) || units < 0)
    throw new BranchError(`set: ${field} must be a decimal on the grid of ${grid.symbol}, got '${value}'`);
  return { ...command, [field]: units } as Command;
}

function isNamed({ symbol }: ExportContract, name: string): boolean {
  return symbol === name || symbol === `cmt_${name.toLowerCase()}usdt`;
}

/** Decimals of a percentage whose unit is a hundredth of a rate's. */
const PERCENT_DECIMALS = 6;

function movement(symbol: string, text: string, grid: ExportContract): (points: Points) => Points {
  const wrong = new BranchError(
    `price: ${symbol} must be a decimal such as 58800, or a move such as -10%, got '${text}'`,
  );
  const percent = /^\+?(-?[^%]*)%$/.exec(text)?.[1];
  const number = percent ?? text;
  if (!isDecimal(number)) throw wrong;
  if (percent === undefined) {
    const points = stepsOf(number, grid.priceDecimals + 2, grid.priceStep);
    if (points === undefined || !Number.isSafeInteger(points) || points < 100) throw wrong;
    return () => points;
  }
  const rate = unitsOf(percent, PERCENT_DECIMALS);
  if (rate === undefined || !Number.isSafeInteger(rate) || rate <= -RATE_ONE) throw wrong;
  // Half-even to a point, as a push of a move is.
  return (points) => Number(bigDivHalfEven(BigInt(points) * BigInt(RATE_ONE + rate), BigInt(RATE_ONE)));
}

function withPrice(command: Command, contract: number, pointsOf: (points: Points) => Points): Command {
  if (command.type !== "setIndex" && command.type !== "pushIndex" && command.type !== "reportPrices")
    return command;
  if (!command.prices.some((each) => each.contract === contract)) return command;
  const prices = command.prices.map((each) =>
    each.contract === contract ? { ...each, points: pointsOf(each.points as Points) } : each,
  );
  return { ...command, prices } as Command;
}
