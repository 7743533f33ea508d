import type { FeeView } from "../messages/query.ts";
import { HoldingColumns } from "../model/generated/holdingColumns.ts";

/** What accounts have in contracts (data/model/holdings.ts). */
export class Holdings extends HoldingColumns {
  /** By row: symbol fee setting, undefined where none was made. */
  readonly fees: (FeeView | undefined)[] = [];

  constructor(capacity = 64) {
    super(capacity);
  }
}
