import { GTC } from "../../data/codes.ts";
import type { Command } from "../../data/messages/command.ts";

/**
 * The fields of a limit order until canceled, in the symbol's modes, with no preset, bound position or client id:
 * most placements.
 */
export const PLAIN_ORDER = {
  type: "placeOrder",
  timeInForce: GTC,
  market: false,
  marginMode: 0,
  separatedMode: 0,
  presetTakeProfit: 0,
  presetStopLoss: 0,
  presetsOnMark: 0,
  position: 0,
  closeCapped: false,
  requestHash: 0,
  clientId: "",
} as const satisfies Partial<Extract<Command, { type: "placeOrder" }>>;
