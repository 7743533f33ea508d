import * as declared from "../../../wire/control/operations/journal.ts";
import { controlOperation } from "../operation.ts";

/**
 * `GET /control/news`: the last thousand things that went on since the venue started. To follow, ask again with `after` set to `next`; `missed` says
 * that something after `after` may be missing, since the venue has started anew meanwhile, or more happened than is kept.
 */
export const readNews = controlOperation(declared.readNews, ({ records: { news } }, { after, limit, kind }) =>
  news.read(after, limit, kind),
);
