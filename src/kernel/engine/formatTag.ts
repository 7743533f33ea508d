import { createHash } from "node:crypto";
import { storedForm } from "../core/index.ts";
import { JOURNAL_FORMAT_VERSION } from "../journal/segment.ts";
import { SNAPSHOT_FORMAT_VERSION } from "../journal/snapshotHeader.ts";

/** What an operator can do with data of another format, in sentences. */
export const WAYS_ON =
  'Start the build that wrote it, or take the venue over: "outcry dump" of that build writes it as text, and "outcry load" ' +
  "of this one makes a new venue of the text.";

/** The tag of a program that was bundled, which the bundler computes: it takes a seventh of a start. */
declare const BUNDLED_FORMAT_TAG: number | undefined;

let tag = typeof BUNDLED_FORMAT_TAG === "undefined" ? undefined : BUNDLED_FORMAT_TAG;

/**
 * What this build writes and does, as a number of 32 bits: a digest of the core's stored form and of the
 * versions of the journal's files. It stands in every segment, frame and snapshot; one with another tag is
 * refused.
 */
export function formatTag(): number {
  tag ??= digestOf([`${JOURNAL_FORMAT_VERSION} ${SNAPSHOT_FORMAT_VERSION}`, ...storedForm()]).readUInt32BE(0);
  return tag;
}

/** The tag as it is shown: eight hexadecimal digits. */
export function shownTag(format: number): string {
  return format.toString(16).padStart(8, "0");
}

function digestOf(parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
