import type { ExportNames, ExportRow } from "../../readmodel/index.ts";
import type { RequestEntry } from "../requestLog/entry.ts";
import type { ExportColumn, ExportForm } from "./words.ts";
import { momentText } from "./words.ts";

/** The request log as rows: market time, and host time beside it. */

const column = (kind: ExportColumn["kind"], ...names: readonly string[]): readonly ExportColumn[] =>
  names.map((name) => ({ name, kind }));

const AFTER_ACCOUNT: readonly ExportColumn[] = [
  ...column("text", "key", "method", "path"),
  ...column("integer", "status"),
  ...column("text", "code", "reason", "rule", "numbers"),
  ...column("decimal", "took_ms"),
  ...column("integer", "weight_ip", "weight_uid"),
  ...column("text", "address", "program"),
];

/** As stored: times in Unix ms, the account's id. */
export const rawRequests: ExportForm = {
  columns: [...column("integer", "id", "time", "host_time", "account"), ...AFTER_ACCOUNT],
  row: (row) => row,
};

/** In words. */
export function wordRequests(names: ExportNames): ExportForm {
  return {
    columns: [
      ...column("integer", "id"),
      ...column("moment", "time"),
      ...column("integer", "time_ms"),
      ...column("moment", "host_time"),
      ...column("text", "account"),
      ...AFTER_ACCOUNT,
    ],
    row: ({ id, time, host_time, account, ...others }) => ({
      id: id!,
      time: momentText(time as number),
      time_ms: time!,
      host_time: momentText(host_time as number),
      account: account === 0 ? "" : (names.accounts.get(account as number) ?? account!),
      ...others,
    }),
  };
}

/** An entry as a row. */
export function requestRow(entry: RequestEntry): ExportRow {
  const { id, marketTime, time, account, key, method, path, status, code, reason, refusal } = entry;
  return {
    id,
    time: marketTime,
    host_time: time,
    account,
    key,
    method,
    path,
    status,
    code,
    reason,
    rule: refusal?.rule ?? "",
    numbers: refusal === undefined ? "" : JSON.stringify(refusal.numbers),
    took_ms: entry.tookMs.toFixed(3),
    weight_ip: entry.weight.ip,
    weight_uid: entry.weight.uid,
    address: entry.address,
    program: entry.program,
  };
}
