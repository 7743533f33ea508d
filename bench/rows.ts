import type { Row } from "./row.ts";
import { bookRows } from "./rows/book.ts";

/** Every row, in the order of the table. A new one is a module in `rows/` and a line here. */
export const ROWS: readonly Row[] = [...bookRows];
