/**
 * The choices of a field, what is picked included. Of a value that is offered no more, as after a reset, a
 * browser would show the first choice, and send another than it shows.
 */
export function offered<T extends string>(
  options: readonly (readonly [T, string])[],
  picked: T,
): readonly (readonly [T, string])[] {
  const isThere = picked === "" || options.some(([key]) => key === picked);
  return isThere ? options : [...options, [picked, picked]];
}
