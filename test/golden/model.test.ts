import { join } from "node:path";
import { expect, it } from "vitest";
import {
  endFields,
  eventLayouts,
  placementFields,
  tradeFields,
  tradeSideFields,
} from "../../src/core/event.ts";
import { entities } from "../../src/core/model/entities.ts";
import { poolText } from "./model/poolText.ts";
import { recordText } from "./model/recordText.ts";

/** What is made of declarations is what stands in the files; `npm run golden` makes it anew. */
const ROOT = join(import.meta.dirname, "../..");

it.each([...entities])("the columns of $table are those declared", async (entity) => {
  const path = `src/core/model/generated/${entity.name.toLowerCase()}Columns.ts`;
  await expect(poolText(entity)).toMatchFileSnapshot(join(ROOT, path));
});

it("records of events are written as they are declared", async () => {
  const text = recordText(eventLayouts, {
    placement: placementFields,
    end: endFields,
    trade: tradeFields,
    tradeSide: tradeSideFields,
  });
  await expect(text).toMatchFileSnapshot(join(ROOT, "src/core/model/generated/eventRecords.ts"));
});
