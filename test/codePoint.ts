import fc from "fast-check";

const SURROGATES = 0x800;

/**
 * Any character of Unicode, as the `unit` of a text. Fast-check's own of the kind keeps a table of all 1.1
 * million once it was asked for: 60 MB in as many objects, which every later collection of the process looks
 * through.
 */
export const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + SURROGATES));
