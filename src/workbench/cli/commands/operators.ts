import { type Past, replayStart } from "../../../assembly/venue/replayStart.ts";
import { moneyText } from "../../../interface/wire/index.ts";
import type { CommandType, Command as CoreCommand } from "../../../kernel/core/index.ts";
import {
  actedCommand,
  decodeCommands,
  decodeEvents,
  RecordView,
  rejectionOf,
} from "../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import type { LogReport } from "../../../kernel/journal/survey.ts";
import { SECRET_FIELDS } from "../../../service/gateway/control/journal/shownRecord.ts";

/**
 * Commands that only the venue, its operators and an embedding program can give. An operator's command is
 * logged as an act; without an act it is the venue's own (set-up, house) or the embedding program's.
 */
const OWN = new Set<CommandType>([
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
  "pushIndex",
  "reportPrices",
  "addOperator",
  "rotateOperator",
  "removeOperator",
]);

/** Commands that programs give many times a minute: they are listed once a minute, with their number. */
const FREQUENT = new Set([
  "prices/push",
  "prices/report",
  "clock/step",
  "clock/next",
  "pushIndex",
  "reportPrices",
]);

/** One line of the audit trail. */
export interface OperatorAct {
  readonly seq: number;
  /** Market time of the act. */
  readonly time: string;
  /**
   * An operator's name; `venue` for the venue itself (set-up, refilled house) or the program that embeds it.
   */
  readonly by: string;
  /** What was asked of control, such as "money/deposit"; for the venue's own commands the command. */
  readonly action: string;
  /**
   * The command that carried it out; "" if the journal has only the act. One action may lead to several
   * commands.
   */
  readonly command: CommandType | "";
  /** The outcome: `done`, or why it was refused. */
  readonly outcome: string;
  /** The parameters as they were given, without secrets. */
  readonly details: string;
  /** How often it happened within the minute; `details` are those of the last time. */
  readonly times: number;
  /** The caller's reference, if any. */
  readonly reference: string;
}

/**
 * The audit trail: what operators and the venue's own set-up did. It is read from the journal, by executing
 * all of it again, so that whoever checks the journal has checked the trail. It begins where this build can
 * begin to execute the stored commands ({@link replayStart}).
 *
 * @returns by sequence number
 * @throws LogError, ReplayError
 */
export async function operatorActs(
  past: Past,
  report: LogReport,
  onProgress: (share: number) => void,
): Promise<readonly OperatorAct[]> {
  const { replay } = await replayStart(past, report);
  const { nextSeq } = report.head;
  const headSeq = nextSeq - 1;
  const acts = new Map<string, OperatorAct>();
  for await (const frame of readFrames(past.journal, replay.machine.seq + 1, nextSeq)) {
    replay.apply(frame);
    const { firstSeq, time, events } = replay.applied(frame);
    const refusals = refusalsOf(events);
    let i = 0;
    for (const command of decodeCommands(new RecordView(frame.payload))) {
      const act = actOf(command);
      if (act !== undefined) {
        const outcome = refusals.get(i) ?? refusalOf(command) ?? "done";
        const minute = Math.floor(time / MINUTE_MS);
        const key = FREQUENT.has(act.action)
          ? JSON.stringify([act.by, act.action, act.command, outcome, minute])
          : String(firstSeq + i);
        const before = acts.get(key);
        acts.set(key, {
          seq: before?.seq ?? firstSeq + i,
          time: before?.time ?? new Date(time).toISOString(),
          ...act,
          outcome,
          times: (before?.times ?? 0) + 1,
        });
      }
      i++;
    }
    onProgress(headSeq === 0 ? 1 : replay.machine.seq / headSeq);
  }
  return [...acts.values()];
}

function actOf(command: CoreCommand): Omit<OperatorAct, "seq" | "time" | "outcome" | "times"> | undefined {
  if (command.type === "act") {
    const { operator: by, action, given, reference } = command;
    const acted = actedCommand(command)?.type ?? "";
    return { by, action, command: acted, details: inWords(JSON.parse(given)), reference };
  }
  if (!OWN.has(command.type)) return undefined;
  return {
    by: "venue",
    action: command.type,
    command: command.type,
    details: inWords(fieldsOf(command)),
    reference: "",
  };
}

/** Why control itself refused an act; undefined if it did not. */
function refusalOf(command: CoreCommand): string | undefined {
  return command.type === "act" && command.refusal !== "" ? `refused: ${command.refusal}` : undefined;
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

function fieldsOf({ type: _, ...fields }: CoreCommand): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !SECRET_FIELDS.has(name) && value !== ""),
  );
}

/** Fields in words: "account=demo-1, amount=12.5". */
function inWords(fields: unknown): string {
  if (typeof fields !== "object" || fields === null) return String(fields);
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(", ");
}

function valueText(value: unknown): string {
  if (typeof value === "bigint") return moneyText(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
