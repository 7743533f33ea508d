/**
 * The choices of a field, what is picked included: of a value that is offered no more, as after a reset, a browser shows the first in its place,
 * and another one is sent than stands there.
 */
export function offered<T extends string>(
  options: readonly (readonly [T, string])[],
  picked: T,
): readonly (readonly [T, string])[] {
  const isThere = picked === "" || options.some(([key]) => key === picked);
  return isThere ? options : [...options, [picked, picked]];
}
