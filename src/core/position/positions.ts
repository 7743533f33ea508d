import { PositionColumns } from "../model/generated/positionColumns.ts";
import { IdTable } from "../units/idTable.ts";

/** The open legs (model/positions.ts). */
export class Positions extends PositionColumns {
  readonly byId = new IdTable();

  constructor(capacity = 64) {
    super(capacity);
  }
}
