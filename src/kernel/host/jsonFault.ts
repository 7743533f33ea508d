/**
 * What is wrong with a text that `JSON.parse` has refused, in one line: without the beginning of the text,
 * which its message quotes, line breaks and all.
 */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (?:\.{3})?"[\s\S]*$/, "");
}
