import type { DatabaseSync } from "node:sqlite";
import type { ExportQuery, ExportRow } from "../../readmodel/index.ts";
import { EXPORTS, exportNames } from "../../readmodel/index.ts";
import type { RequestEntry } from "../requestLog/entry.ts";
import { rawRequests, requestRow, wordRequests } from "./requestRows.ts";
import type { ExportForm } from "./words.ts";
import { rawForm, wordForm } from "./words.ts";

/** Everything that can be exported: lists of history, and the log of requests. */
export const EXPORTED = [...EXPORTS, "requests"] as const;
export type ExportedName = (typeof EXPORTED)[number];

/** The form of an export. @param from the history that has the names */
export function formOf(
  what: ExportedName,
  from: string | DatabaseSync,
  { isRaw = false }: { readonly isRaw?: boolean } = {},
): ExportForm {
  if (what === "requests") return isRaw ? rawRequests : wordRequests(exportNames(from));
  return isRaw ? rawForm(what) : wordForm(what, exportNames(from));
}

/** Entries of the request log as rows; the query's times are market time. */
export function rowsOfRequests(
  entries: readonly RequestEntry[],
  { accounts, from = 0, to = Number.MAX_SAFE_INTEGER }: ExportQuery,
): readonly ExportRow[] {
  return entries
    .filter(({ account }) => accounts === undefined || accounts.includes(account))
    .filter(({ marketTime }) => marketTime >= from && marketTime <= to)
    .map(requestRow);
}
