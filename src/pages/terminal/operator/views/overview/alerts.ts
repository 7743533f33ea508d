import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import type { ViewName } from "../../desk/place.ts";

/** Something that an operator should know without looking for it. */
export interface Alert {
  readonly tone: "danger" | "warn";
  readonly text: string;
  /** The view where it can be dealt with. */
  readonly view: ViewName;
}

/** How far history may be behind, in commands; farther behind, reads of it wait long. */
const LAG_MAX = 10_000;

/** What needs attention, the worst first. Unknown values cause no alert. */
export function alertsOf(known: {
  readonly status: answers.VenueStatus | undefined;
  readonly contracts: readonly answers.ContractView[] | undefined;
  readonly accounts: readonly answers.AccountRow[] | undefined;
  /** The accounts with the least equity, with their money. */
  readonly poorest: readonly answers.AccountRow[] | undefined;
  readonly participants: readonly answers.ParticipantView[] | undefined;
}): readonly Alert[] {
  const { status, contracts = [], accounts = [], poorest = [], participants = [] } = known;
  const alerts: Alert[] = [];
  const add = (tone: Alert["tone"], view: ViewName, text: string) => alerts.push({ tone, view, text });
  if (status !== undefined) {
    const { state, haltReason, audit, history, historyLag, disturbances } = status;
    if (state === "halted")
      add("danger", "journal", `The venue has halted: ${haltReason ?? "no reason given"}`);
    if (audit.violations > 0)
      add("danger", "journal", `The audit found a broken rule: ${audit.broken ?? ""}`);
    if (history !== "whole") add("danger", "overview", `History: ${history}`);
    for (const { by, id, what } of disturbances)
      add("warn", "forced", `Made to go wrong, ${by} ${id}: ${what}`);
    if (historyLag > LAG_MAX) add("warn", "overview", `History is ${historyLag} commands behind`);
    if (!audit.running && state === "running") add("warn", "overview", "The background audit is off");
  }
  for (const { symbol, status: now, delistedAt, index } of contracts) {
    if (now === "delisted") continue;
    if (delistedAt !== null)
      add("warn", "contracts", `${symbol} is delisted at ${dateTime(Date.parse(delistedAt))} UTC`);
    else if (now !== "trading") add("warn", "contracts", `${symbol} is ${now}`);
    if (/^0(?:\.0*)?$/.test(index)) add("warn", "market", `${symbol} has no index price`);
  }
  for (const { name, status: now } of accounts)
    if (now !== "normal") add("warn", "accounts", `${name} is ${now}`);
  for (const { name, equity } of poorest)
    if (equity?.startsWith("-") === true && name !== "external")
      add("danger", "accounts", `${name} has an equity below zero`);
  for (const { name, on } of participants) if (!on) add("warn", "market", `${name} is switched off`);
  return alerts.toSorted((a, b) => Number(b.tone === "danger") - Number(a.tone === "danger"));
}
