import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A building of `src`, as ARCHITECTURE.md draws it: some rooms, and what they stand on. */
export interface Building {
  readonly name: string;
  readonly rooms: readonly string[];
  /** The buildings beneath it, which are all that it may import; by name. */
  readonly standsOn: readonly string[];
}

/** A cell of the drawing: the columns of its walls, and the lines between them. */
interface Cell {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * The buildings of a drawing, from the roof to the ground. Lines part its floors, and walls a floor's cells;
 * a cell begins with the name of its building, its last line has the rooms. A building stands on the cells
 * beneath it, and on what these stand on.
 */
export function buildingsIn(drawing: string): readonly Building[] {
  const floors = drawing
    .split(/^.*─.*$/m)
    .map((floor) => floor.split("\n").filter((line) => line.includes("│")))
    .filter((lines) => lines.length > 0)
    .map(cellsOf);
  return floors.flatMap((cells, floor) =>
    cells.map((cell) => ({
      name: nameOf(cell),
      rooms: cell.lines.at(-1)!.split(" · "),
      standsOn: [...beneath(cell, floors.slice(floor + 1))],
    })),
  );
}

/** The rooms of `src` by name, each with its path from the root. @param root the repository's folder */
export function roomsIn(root: string): ReadonlyMap<string, string> {
  const rooms = foldersIn(root, "src").flatMap((building) =>
    foldersIn(root, `src/${building}`).map((name) => [name, `src/${building}/${name}`] as const),
  );
  return new Map(rooms);
}

function foldersIn(root: string, path: string): readonly string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function cellsOf(lines: readonly string[]): readonly Cell[] {
  const walls = Array.from(lines[0]!.matchAll(/│/g), ({ index }) => index);
  return walls.slice(1).map((to, at) => {
    const from = walls[at]!;
    return { from, to, lines: lines.map((line) => line.slice(from + 1, to).trim()) };
  });
}

function nameOf({ lines }: Cell): string {
  return lines[0]!.split(" ", 1)[0]!;
}

function beneath({ from, to }: Cell, [next, ...lower]: readonly (readonly Cell[])[]): ReadonlySet<string> {
  const carriers = next?.filter((cell) => cell.from < to && from < cell.to) ?? [];
  return new Set(carriers.flatMap((cell) => [nameOf(cell), ...beneath(cell, lower)]));
}
