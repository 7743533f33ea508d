import { divFloor } from "../data/units/divide.ts";
import type { AccountId } from "../data/units/kinds.ts";

const WORD = 2 ** 32;

/**
 * A number from 0 to 2^32 − 1 for an account and a command, for contracts whose counterparties are
 * deleveraged in random order. The core draws nothing at random: the order follows from the command's
 * sequence number, which nobody knows in advance.
 *
 * ```
 * draw = mix( mix( mix(seq mod 2^32) xor ⌊seq / 2^32⌋ ) xor account )
 * ```
 *
 * {@link mix} is one to one, so that two accounts never draw the same number.
 *
 * @see docs/reference/liquidation.md
 */
export function drawOf(seq: number, account: AccountId): number {
  return mix(mix(mix(seq >>> 0) ^ divFloor(seq, WORD)) ^ account);
}

/** MurmurHash3's last step on 32 bits: each bit of the result depends on every bit of `given`. One to one. */
function mix(given: number): number {
  let bits = given ^ (given >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
