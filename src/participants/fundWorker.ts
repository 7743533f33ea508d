import type { Command, ContractView, PositionView, Ticks } from "../core/index.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  CONTRACT_TRADING,
  divCeil,
  divFloor,
  INSURANCE_ACCOUNT,
  LONG,
  POINTS_PER_TICK,
} from "../core/index.ts";
import type { EnginePort } from "../engine/index.ts";
import { EngineBusyError } from "../engine/index.ts";
import { iocOrder } from "./maker.ts";

/** How often the fund works its positions off. */
export const FUND_BEAT_MS = 10_000;
/** How far from the mark it trades at most, in thousandths. */
const REACH_PERMILLE = 5;

/**
 * Closes what the insurance fund has taken over, bit by bit: at every beat a share of each position, at least the smallest
 * order, immediate or cancel, at no worse than half a percent from the mark. It keeps no state and draws nothing.
 */
export class FundWorker {
  readonly #engine: EnginePort;
  readonly #share: number;

  /** @param share of a position that a beat closes, above 0 and at most 1 */
  constructor(engine: EnginePort, share: number) {
    this.#engine = engine;
    this.#share = share;
  }

  /** The task of {@link FUND_BEAT_MS}; resolves when what it did is durable. */
  async beat(): Promise<void> {
    const engine = this.#engine;
    const held = await engine.query({ type: "positions", account: INSURANCE_ACCOUNT, contract: undefined });
    if (held.length === 0) return;
    const contracts = await engine.query({ type: "contracts" });
    const commands: Command[] = [];
    for (const position of held) {
      const contract = contracts[position.contract]!;
      const mayTrade = contract.status === CONTRACT_TRADING && contract.apiTradable;
      if (mayTrade && position.size >= contract.orderLotsMin)
        commands.push(closeOf(position, contract, this.#share));
    }
    try {
      await engine.submitAll(commands);
    } catch (error) {
      // A full queue loses nothing: the next beat sees what is left.
      if (!(error instanceof EngineBusyError)) throw error;
    }
  }
}

function closeOf(position: PositionView, contract: ContractView, share: number): Command {
  const { size, leg } = position;
  const wanted = Math.max(contract.orderLotsMin, Math.ceil(size * share));
  // A rest below the smallest order could never be closed: it goes along.
  const lots = size - wanted < contract.orderLotsMin ? size : wanted;
  const action = leg === LONG ? CLOSE_LONG : CLOSE_SHORT;
  return iocOrder(
    INSURANCE_ACCOUNT,
    contract,
    action,
    limitOf(contract, leg),
    Math.min(lots, contract.orderLotsMax),
  );
}

/** The worst price that is accepted: half a percent off the mark, to the fund's disadvantage, never outside the price band. */
function limitOf({ mark, buyMax, sellMin }: ContractView, leg: number): Ticks {
  const reach = divFloor(mark * REACH_PERMILLE, 1_000);
  return leg === LONG
    ? Math.max(sellMin, divCeil(mark - reach, POINTS_PER_TICK))
    : Math.min(buyMax, divFloor(mark + reach, POINTS_PER_TICK));
}
