import type { Command } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { startNextPeriod } from "./settleFunding.ts";

/** `forceFunding`: ends the running period now; the next one ends when it would have. */
export function forceFunding(s: State, command: Extract<Command, { type: "forceFunding" }>): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  s.outcomeId = command.contract;
  startNextPeriod(s, contract, command.skip, contract.fundingDue);
  return true;
}
