import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Every row of every table of the history in a data directory. */
export function rowsIn(data: string): Record<string, unknown[]> {
  const database = new DatabaseSync(join(data, "history.db"), { readOnly: true });
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
