import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import type { Lane } from "../lane.ts";

/** Columns of a row: as wide as a row of history is on average. */
const COLUMNS = 25;
const ROWS_PER_TRANSACTION = 2_000;

/**
 * Reads `rate`, rows a second of a bare loop of prepared inserts at the end of a table that has no index, in
 * the same transactions and with the same promises: as fast as this store takes rows at all.
 */
export function start({ rows }: { rows: number }): Lane {
  return {
    pass() {
      const directory = mkdtempSync(join(tmpdir(), "outcry-bench-"));
      try {
        const database = new DatabaseSync(join(directory, "bare.db"));
        const columns = Array.from({ length: COLUMNS }, (_, i) => `c${i} INTEGER NOT NULL`);
        database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
        database.exec(`CREATE TABLE bare (${columns.join(", ")}) STRICT`);
        const insert = database.prepare(`INSERT INTO bare VALUES (${columns.map(() => "?").join(", ")})`);
        const row = Array.from({ length: COLUMNS }, (_, i) => i * 1_000_003);
        const begun = performance.now();
        for (let done = 0; done < rows; ) {
          database.exec("BEGIN");
          for (const end = Math.min(rows, done + ROWS_PER_TRANSACTION); done < end; done++) {
            row[0] = done;
            insert.run(...row);
          }
          database.exec("COMMIT");
        }
        const seconds = (performance.now() - begun) / 1_000;
        database.close();
        return { rate: rows / seconds };
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  };
}
