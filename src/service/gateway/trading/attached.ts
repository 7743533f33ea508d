import { invalidParameter } from "../../../interface/wire/index.ts";
import {
  isOpening,
  STOP_LOSS_ON_MARK,
  TAKE_PROFIT_ON_MARK,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import { ticksOrNone } from "./grid.ts";

/** A take-profit or stop-loss that is sent with an order. */
interface Attached {
  /** The parameter with its trigger price, and that price; without a price there is no such order. */
  readonly name: string;
  readonly price: string | undefined;
  /** Which price triggers it: a TRIGGER_ON_ code. */
  readonly source: number;
}

/**
 * The fields of a command that attached orders set. @throws {WireError} if they come with an order that
 * closes
 */
export function attachedTo(
  contract: ContractSpec,
  action: number,
  { takeProfit, stopLoss }: { readonly takeProfit: Attached; readonly stopLoss: Attached },
) {
  const ticks = ({ name, price }: Attached): number => {
    const trigger = ticksOrNone(contract, name, price);
    if (trigger === 0 || isOpening(action)) return trigger;
    throw invalidParameter(name, `only to orders that open, got '${price}'`, "combinationInvalid");
  };
  const [presetTakeProfit, presetStopLoss] = [ticks(takeProfit), ticks(stopLoss)];
  const sourceOf = (trigger: number, { source }: Attached) => (trigger === 0 ? TRIGGER_ON_LAST : source);
  const presetsOnMark =
    (sourceOf(presetTakeProfit, takeProfit) === TRIGGER_ON_MARK ? TAKE_PROFIT_ON_MARK : 0) +
    (sourceOf(presetStopLoss, stopLoss) === TRIGGER_ON_MARK ? STOP_LOSS_ON_MARK : 0);
  return { presetTakeProfit, presetStopLoss, presetsOnMark };
}
