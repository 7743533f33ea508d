/*
 * Reads an array at a place that its owner keeps in range. One function for each kind of array, so that each
 * stays as fast as the bare access.
 */

export function wordAt(words: Int32Array, at: number): number {
  return words[at]!;
}
export function doubleAt(words: Float64Array, at: number): number {
  return words[at]!;
}
export function halfAt(halves: Uint16Array, at: number): number {
  return halves[at]!;
}
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at]!;
}
