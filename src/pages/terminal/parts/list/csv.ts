import type { Column } from "./rowsShown.ts";

/** Offers the rows as a file named after their list: the columns' texts, in their order. */
export function exportRows<R>(name: string, columns: readonly Column<R>[], rows: readonly R[]): void {
  const head = columns.map(({ title }) => title);
  const lines = rows.map((row) => columns.map((column) => column.text(row)));
  saveText(`${name.toLowerCase().replaceAll(" ", "-")}.csv`, csvOf(head, lines));
}

/**
 * Rows as CSV after RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe in front,
 * except numbers.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

function cell(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a text to the reader as a file. */
export function saveText(name: string, text: string, type = "text/csv;charset=utf-8"): void {
  save(name, new Blob([text], { type }));
}

/** Hands a file to the reader. */
export function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
