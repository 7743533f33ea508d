import pino from "pino";
import type { Log } from "../../../service/gateway/index.ts";
import { paint } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

export type LogForm = "pretty" | "json" | "off";

/** Fields that are never written, wherever they occur. */
const SECRETS = ["secret", "passphrase", "adminToken", "sealedSecret", "passphraseHash", "masterKey"];

/** The venue's log: one line an entry on stderr, for people or for machines. */
export function openLog(form: LogForm, terminal: Terminal): Log {
  const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: "[secret]" };
  const options = { level: form === "off" ? "silent" : "info", redact };
  const write = (line: string): void =>
    terminal.err(form === "json" ? line : prettyLine(line, terminal.errIsTty));
  return pino(options, { write });
}

const COLOURS = { 30: "green", 40: "yellow", 50: "red" } as const;
const NAMES: Readonly<Record<number, string>> = { 30: "info ", 40: "warn ", 50: "error" };

/** A line for people: `14:03:22.118 warn  signature mismatch key=ok_… account=4`. */
function prettyLine(line: string, isColoured: boolean): string {
  const { level, time, msg, pid: _, hostname: __, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const name = NAMES[level as number] ?? String(level);
  const colour = COLOURS[level as keyof typeof COLOURS];
  const shown = colour === undefined ? name : paint(colour, name, isColoured);
  const clock = new Date(time as number).toISOString().slice(11, 23);
  return `${clock} ${shown} ${msg}${fieldsText(fields)}\n`;
}

function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === "string" && !/[\s"=]/.test(value) ? value : JSON.stringify(value)}`,
    )
    .join("");
}
