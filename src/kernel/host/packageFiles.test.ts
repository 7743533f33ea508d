import { join, parse } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "./packageFiles.ts";

test("the nearest package's directory from anywhere inside it, and none at the root of the disk", () => {
  const root = join(import.meta.dirname, "../../..");
  expect(packageRoot()).toBe(root);
  expect(packageRoot(root)).toBe(root);
  expect(packageRoot(join(root, "no/such/folder"))).toBe(root);
  const { root: disk } = parse(root);
  expect(packageRoot(join(disk, "no", "such", "folder"))).toBeUndefined();
});
