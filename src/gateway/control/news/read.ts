import * as declared from "../../../wire/control/operations/journal.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/news`: the last thousand things that went on since the venue started. To follow, ask again with `after` the last `id`. */
export const readNews = controlOperation(declared.readNews, async ({ news }, { after, limit, kind }) => [
  ...(await news.read(after, limit, kind)),
]);
