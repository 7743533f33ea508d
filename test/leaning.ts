import { posix } from "node:path";

/** An import or a re-export of a file by its path, types included. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/**
 * What each TypeScript file imports by a path, as paths like its own. @param texts the files by their paths,
 * with `/`
 */
export function importsOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(texts, ([path, text]) => [path, importsIn(path, text)]));
}

function importsIn(path: string, text: string): readonly string[] {
  const code = text.replaceAll(/\/\*.*?\*\//gs, "");
  return Array.from(code.matchAll(IMPORT), ([, to]) => posix.join(posix.dirname(path), to!));
}

/**
 * What each room leans on: the rooms of the files that its own import. A room is what `roomOf` makes of a
 * path; what a room imports of itself counts for nothing.
 */
export function roomsOf(
  imports: ReadonlyMap<string, readonly string[]>,
  roomOf: (path: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const rooms = new Map<string, Set<string>>();
  for (const [path, all] of imports) {
    const room = roomOf(path);
    const leaning = rooms.get(room) ?? new Set();
    rooms.set(room, leaning);
    for (const to of all.map(roomOf)) if (to !== room) leaning.add(to);
  }
  return new Map(Array.from(rooms, ([room, leaning]) => [room, [...leaning]]));
}

/** Two rooms of which each leans on the other, in alphabetical order. */
export function pairsOf(rooms: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const pairs = Array.from(rooms, ([room, leaning]) =>
    leaning.filter((to) => room < to && rooms.get(to)?.includes(room)).map((to) => `${room} ↔ ${to}`),
  );
  return pairs.flat().sort();
}
