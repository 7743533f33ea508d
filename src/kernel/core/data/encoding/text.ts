import { byteAt } from "../units/words.ts";
/** UTF-8 without ambient encoders: the core has no platform. Lone surrogates become U+FFFD. */

/** Number of UTF-8 bytes of `text`. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2; // a pair of surrogates is two units and four bytes
    if (text.codePointAt(i)! > 0xffff) i++;
  }
  return bytes;
}

/** Writes `text` at `offset`; returns the offset after it. */
export function writeUtf8(text: string, bytes: Uint8Array, offset: number): number {
  let at = offset;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes[at++] = code;
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const pair = text.codePointAt(i)!;
      if (pair > 0xffff) {
        code = pair;
        i++;
      } else {
        code = 0xfffd;
      }
    }
    if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
    } else {
      if (code < 0x10000) {
        bytes[at++] = 0xe0 | (code >> 12);
      } else {
        bytes[at++] = 0xf0 | (code >> 18);
        bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}

/** Reads `length` bytes of well-formed UTF-8 (what {@link writeUtf8} wrote). */
export function readUtf8(bytes: Uint8Array, offset: number, length: number): string {
  const end = offset + length;
  let at = offset;
  while (at < end && byteAt(bytes, at) < 0x80) at++;
  if (at === end && length <= ARGUMENTS_MAX) {
    // Nearly every text is this short. One call makes a flat string; appending character by character would
    // build a chain of strings.
    return String.fromCharCode.apply(null, bytes.subarray(offset, end) as unknown as number[]);
  }
  let text = "";
  for (at = offset; at < end; ) {
    const first = byteAt(bytes, at++);
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    const more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = first & (more === 1 ? 0x1f : more === 2 ? 0x0f : 0x07);
    for (let i = 0; i < more; i++) code = (code << 6) | (byteAt(bytes, at++) & 0x3f);
    text += String.fromCodePoint(code);
  }
  return text;
}

/** Characters passed to one call: well below every platform's limit of arguments. */
const ARGUMENTS_MAX = 1_024;
