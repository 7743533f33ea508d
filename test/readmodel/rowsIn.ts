import { DatabaseSync } from "node:sqlite";

/** Every row of every table of a history. @param path of its file */
export function rowsIn(path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()]),
    );
  } finally {
    database.close();
  }
}
