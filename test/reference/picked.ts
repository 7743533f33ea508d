/** The words of a text, as types. */
export type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

const known = new Map<string, readonly string[]>();

/** The words of a text, each text split once. */
export function wordsOf(text: string): readonly string[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const words = text.split(" ");
  known.set(text, words);
  return words;
}

/** Of a record the fields that a text names. */
export function picked<T extends object, S extends string>(
  from: T,
  names: Words<S> extends keyof T ? S : never,
): Pick<T, Words<S> & keyof T> {
  const some: Partial<T> = {};
  for (const word of wordsOf(names)) some[word as keyof T] = from[word as keyof T];
  return some as never;
}
