import type { Command, ContractView, PositionView, Ticks } from "../../kernel/core/index.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  CONTRACT_TRADING,
  divCeil,
  divFloor,
  INSURANCE_ACCOUNT,
  IOC,
  LONG,
  PLAIN_ORDER,
  POINTS_PER_TICK,
} from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { EngineBusyError } from "../../kernel/engine/index.ts";

/** How often the fund closes part of its positions, ms of market time. */
export const FUND_BEAT_MS = 10_000;
/** The worst price that the fund accepts, in thousandths from the mark. */
const REACH_PERMILLE = 5;

/**
 * Closes what the insurance fund has taken over, bit by bit: at every beat a share of each position, at least
 * the smallest order or what is left of it, immediate-or-cancel, at a price at most half a percent worse than
 * the mark. It keeps no state and draws nothing at random.
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
      if (mayTrade) commands.push(closeOf(position, contract, this.#share));
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
  return {
    ...PLAIN_ORDER,
    account: INSURANCE_ACCOUNT,
    contract: contract.contract,
    action: leg === LONG ? CLOSE_LONG : CLOSE_SHORT,
    price: limitOf(contract, leg),
    size: Math.min(size, wanted, contract.orderLotsMax),
    timeInForce: IOC,
  };
}

/**
 * The worst price accepted: half a percent from the mark, to the fund's disadvantage, and inside the price
 * band.
 */
function limitOf({ mark, buyMax, sellMin }: ContractView, leg: number): Ticks {
  const reach = divFloor(mark * REACH_PERMILLE, 1_000);
  return leg === LONG
    ? Math.max(sellMin, divCeil(mark - reach, POINTS_PER_TICK))
    : Math.min(buyMax, divFloor(mark + reach, POINTS_PER_TICK));
}
