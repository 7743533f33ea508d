import { join } from "node:path";
import { expect, it } from "vitest";
import { entities } from "../../src/core/model/entities.ts";
import { poolText } from "./model/poolText.ts";

/** What is made of declarations is what stands in the files; `npm run golden` makes it anew. */
const ROOT = join(import.meta.dirname, "../..");

it.each([...entities])("the columns of $table are those declared", async (entity) => {
  const path = `src/core/model/generated/${entity.name.toLowerCase()}Columns.ts`;
  await expect(poolText(entity)).toMatchFileSnapshot(join(ROOT, path));
});
