import { PositionColumns } from "../model/generated/positionColumns.ts";
import { IdTable } from "../units/idTable.ts";
import type { PositionId, PositionSlot } from "../units/kinds.ts";

/** The open legs (data/model/positions.ts). */
export class Positions extends PositionColumns {
  readonly byId = new IdTable<PositionId, PositionSlot>();

  constructor(capacity = 64) {
    super(capacity);
  }
}
