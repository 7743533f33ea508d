import { join } from "node:path";
import { expect, it } from "vitest";
import { commandLayouts } from "../../src/kernel/core/data/messages/command.ts";
import {
  endFields,
  eventLayouts,
  placementFields,
  rowEvents,
  tradeFields,
  tradeSideFields,
} from "../../src/kernel/core/data/messages/event.ts";
import { entities } from "../../src/kernel/core/data/model/entities.ts";
import { orders } from "../../src/kernel/core/data/model/orders.ts";
import * as rows from "../../src/service/readmodel/rowFields.ts";
import { contractText } from "./model/contractText.ts";
import { draftText } from "./model/draftText.ts";
import { poolText } from "./model/poolText.ts";
import { recordText, rowPartsText } from "./model/recordText.ts";
import { rowText } from "./model/rowText.ts";

/** What is made of declarations is what stands in the files; `npm run golden` makes it anew. */
const ROOT = join(import.meta.dirname, "../..");

it.each([...entities])("the columns of $table are those declared", async (entity) => {
  const path = `src/kernel/core/data/model/generated/${entity.name.toLowerCase()}Columns.ts`;
  await expect(poolText(entity)).toMatchFileSnapshot(join(ROOT, path));
});

it("a contract has what is declared", async () => {
  const path = "src/kernel/core/data/model/generated/contractColumns.ts";
  await expect(contractText()).toMatchFileSnapshot(join(ROOT, path));
});

it("records of events are written as they are declared", async () => {
  const parts = {
    placement: placementFields,
    end: endFields,
    trade: tradeFields,
    tradeSide: tradeSideFields,
  };
  const carried = entities.flatMap((entity) =>
    Object.entries(rowEvents[entity.name as keyof typeof rowEvents] ?? {}).map(
      ([type, by]) => [type, { entity, by }] as const,
    ),
  );
  const text = recordText(eventLayouts, parts, Object.fromEntries(carried));
  await expect(text).toMatchFileSnapshot(join(ROOT, "src/kernel/core/data/model/generated/eventRecords.ts"));
});

it("a placement is drafted as it is declared", async () => {
  const { placeOrder } = commandLayouts;
  const text = draftText(orders, { placeOrder });
  await expect(text).toMatchFileSnapshot(join(ROOT, "src/kernel/core/data/model/generated/orderDrafts.ts"));
});

it("rows of history are read and written as they are declared", async () => {
  const { orderRow, fillRow, closeRow, billRow, rebateRow, tradeRow, candleRow } = rows;
  const text = rowText(
    {
      ...{
        Order: orderRow,
        Fill: fillRow,
        Close: closeRow,
        Amendment: rows.amendmentRow,
        Bill: billRow,
        Rebate: rebateRow,
        Trade: tradeRow,
      },
      ...{ Candle: candleRow, Activity: rows.activityRow, Liquidation: rows.liquidationRow },
      ...{ Funding: rows.fundingRow, Equity: rows.equityRow, Result: rows.resultRow, Passed: rows.passedRow },
    },
    { Order: "clientId" },
  );
  await expect(text).toMatchFileSnapshot(join(ROOT, "src/service/readmodel/generated/rowReaders.ts"));
  const writers = rowPartsText({ fillEntry: rows.fillEntry, billEntry: rows.billEntry });
  await expect(writers).toMatchFileSnapshot(join(ROOT, "src/service/readmodel/generated/rowWriters.ts"));
});
