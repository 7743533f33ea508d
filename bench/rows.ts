import type { Row } from "./row.ts";
import { bookRows } from "./rows/book.ts";
import { clusterRows } from "./rows/cluster.ts";
import { coreRows } from "./rows/core.ts";
import { exportPause, historyPage, historyScale, historyWrites } from "./rows/history.ts";
import { pageRows } from "./rows/page.ts";
import { restRate, restRows } from "./rows/rest.ts";
import { riskRows } from "./rows/risk.ts";
import { socketRows } from "./rows/sockets.ts";
import { venueRows } from "./rows/venue.ts";

/** Every row, in the order of the table. A new one is a module in `rows/` and a line here. */
export const ROWS: readonly Row[] = [
  ...bookRows,
  ...coreRows,
  ...riskRows,
  ...restRows,
  ...socketRows,
  historyWrites(restRate),
  historyPage,
  historyScale,
  exportPause,
  ...venueRows,
  ...clusterRows,
  ...pageRows,
];
