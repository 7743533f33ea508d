/** What the other folders may use of the control surface. */

export { generatedKey, randomText } from "../auth/newKey.ts";
export { type Call, problemOf, requestOf } from "./call.ts";
export { practiceName } from "./contest/named.ts";
export { createControl, createControlServer } from "./control.ts";
export { accountsIn } from "./journal/entries.ts";
export { JournalTail } from "./journal/journalTail.ts";
export { RequestMetrics } from "./metrics/requestMetrics.ts";
export { MarketNews } from "./news/marketNews.ts";
export type {
  BackupReport,
  ControlOperation,
  ControlServices,
  ReplayControl,
  ResetReport,
  StateReport,
  VenueServices,
} from "./operation.ts";
export { controlOperations } from "./operations.ts";
