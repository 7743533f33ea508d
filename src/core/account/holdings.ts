import { HoldingColumns } from "../model/generated/holdingColumns.ts";
import type { FeeView } from "../query.ts";

/** What accounts have in contracts (model/holdings.ts). */
export class Holdings extends HoldingColumns {
  /** By row: symbol fee setting, undefined where none was made. */
  readonly fees: (FeeView | undefined)[] = [];

  constructor(capacity = 64) {
    super(capacity);
  }
}
