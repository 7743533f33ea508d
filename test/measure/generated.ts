const FOLDER = /\/generated\//;
/** How a file begins that lies elsewhere although a program made it. */
const HEAD = /^\/\/ (?:biome-ignore-all format: made by|Made of) /;

/** Whether a program made a file. */
export function isGenerated(path: string, text: string): boolean {
  return FOLDER.test(path) || HEAD.test(text);
}
