/** As much of DER (X.690) as a certificate and a key store need: tag, length, content. */

const CONTEXT = 0xa0;
const CONTEXT_PRIMITIVE = 0x80;

const tagged = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let left = length; left > 0; left >>= 8) bytes.unshift(left & 0xff);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts));
export const octets = (content: Buffer): Buffer => tagged(0x04, content);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
/** BMPString: two bytes a character, the higher first. */
export const bmp = (text: string): Buffer => tagged(0x1e, Buffer.from(text, "utf16le").swap16());
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));
/** BIT STRING: whole bytes, apart from the unused bits at the end of the last one. */
export const bits = (content: Buffer, unused = 0): Buffer =>
  tagged(0x03, Buffer.concat([Buffer.from([unused]), content]));
/** Tag `[n]` around a complete value (EXPLICIT). */
export const explicit = (n: number, content: Buffer): Buffer => tagged(CONTEXT | n, content);
/** Tag `[n]` in the place of a primitive's own tag (IMPLICIT). */
export const implicit = (n: number, content: Buffer): Buffer => tagged(CONTEXT_PRIMITIVE | n, content);

/** INTEGER: a whole number ≥ 0, given by its bytes, most significant first. */
export function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** OBJECT IDENTIFIER, from text such as `2.5.29.17`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}

/** UTCTime: a moment before 2050, to the second, as `YYMMDDHHMMSSZ`. */
export function utcTime(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${text}Z`));
}
