import type { CommandType, Command as CoreCommand } from "../../core/index.ts";
import { ACCOUNT_HOUSE, decodeCommands, decodeEvents, RecordView, rejectionOf } from "../../core/index.ts";
import type { Replay } from "../../engine/index.ts";
import { readFrames } from "../../journal/readFrames.ts";
import type { LogReport } from "../../journal/survey.ts";
import { beginning, type Past } from "../../venue/beginning.ts";

/** Commands that only the venue and its operators give. */
const OPERATORS = new Set<CommandType>([
  "openVenue",
  "listContract",
  "changeContract",
  "setContractStatus",
  "delistContract",
  "setMarkRule",
  "setRiskRule",
  "setFundRule",
  "forceFunding",
  "liquidate",
  "deleverage",
  "openAccount",
  "setAccount",
  "setSymbolFee",
  "setReferral",
  "payRebates",
  "addKey",
  "changeKey",
  "disableKey",
  "moveMoney",
  "beginMovement",
  "settleMovement",
  "adminCancel",
]);

/** Never shown, sealed or not. */
const SECRETS = new Set(["sealedSecret", "passphraseHash"]);

/** One line of the audit trail. */
export interface OperatorAct {
  readonly seq: number;
  /** Market time. */
  readonly time: string;
  /** `venue`: it set itself up, or refilled its house. `operator`: anything else. */
  readonly by: "venue" | "operator";
  readonly command: CommandType;
  /** `done`, or why it was refused. */
  readonly outcome: string;
  readonly details: string;
}

/**
 * The audit trail, from the journal itself: what operators and the venue's own set-up did, by executing everything again,
 * so that the trail is proven with the journal. It begins where these rules can execute what is held ({@link beginning}).
 *
 * @throws LogError, ReplayError
 */
export async function* operatorActs(
  past: Past,
  report: LogReport,
  onProgress: (share: number) => void,
): AsyncGenerator<OperatorAct> {
  const { replay } = await beginning(past, report);
  const houses = new Set<number>();
  const { nextSeq } = report.head;
  const headSeq = nextSeq - 1;
  for await (const frame of readFrames(past.journal, replay.machine.seq + 1, nextSeq)) {
    const { firstSeq, time, events } = replay.apply(frame);
    const refusals = refusalsOf(events);
    let i = 0;
    for (const command of decodeCommands(new RecordView(frame.payload))) {
      if (OPERATORS.has(command.type)) {
        yield {
          seq: firstSeq + i,
          time: new Date(time).toISOString(),
          by: byWhom(command, replay, houses),
          command: command.type,
          outcome: refusals.get(i) ?? "done",
          details: detailsOf(command),
        };
      }
      i++;
    }
    onProgress(headSeq === 0 ? 1 : replay.machine.seq / headSeq);
  }
}

function refusalsOf(events: Uint8Array): ReadonlyMap<number, string> {
  const refusals = new Map<number, string>();
  for (const { index, event } of decodeEvents(new RecordView(events))) {
    if (event.type !== "commandRejected") continue;
    const { code, d0, d1, d2, d3, d4 } = event;
    refusals.set(index, `refused: ${rejectionOf(code, [d0, d1, d2, d3, d4]).type}`);
  }
  return refusals;
}

function byWhom(command: CoreCommand, { machine }: Replay, houses: Set<number>): "venue" | "operator" {
  if (command.type === "openVenue") return "venue";
  if (command.type === "openAccount") return command.kind === ACCOUNT_HOUSE ? "venue" : "operator";
  if (command.type !== "moveMoney") return "operator";
  for (const { account, kind } of houses.has(command.to) ? [] : machine.answer({ type: "accounts" })) {
    if (kind === ACCOUNT_HOUSE) houses.add(account);
  }
  return houses.has(command.to) ? "venue" : "operator";
}

function detailsOf({ type: _, ...fields }: CoreCommand): string {
  const shown = Object.entries(fields).filter(([name, value]) => !SECRETS.has(name) && value !== "");
  return JSON.stringify(Object.fromEntries(shown), (_name, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
