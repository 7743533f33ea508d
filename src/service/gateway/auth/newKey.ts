import { invalidParameter } from "../../../interface/wire/index.ts";
import type { Rng } from "../../../kernel/host/rng.ts";
import { AddressList } from "../addresses.ts";

/** The three strings of a key. */
export interface KeyStrings {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Three generated strings of letters and digits, as the interface asks of a passphrase. */
export function generatedKey(rng: Rng): KeyStrings {
  return {
    apiKey: `ok_${randomText(rng, 24)}`,
    secret: randomText(rng, 48),
    passphrase: randomText(rng, 16),
  };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Random letters and digits, each equally likely: bytes beyond the largest multiple of 62 are thrown away.
 */
export function randomText(rng: Rng, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of rng.bytes(length)) if (byte < 248 && text.length < length) text += LETTERS[byte % 62];
  }
  return text;
}

/**
 * The addresses that a key may be used from, as they are stored. @throws WireError naming the parameter
 * `addresses`
 */
export function addressesOf(entries: readonly string[]): string {
  const list = entries.join(",");
  try {
    new AddressList(list);
  } catch (error) {
    throw invalidParameter("addresses", error instanceof Error ? error.message : String(error));
  }
  return list;
}
