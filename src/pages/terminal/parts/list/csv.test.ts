import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("quotes where they are needed; a formula is none; a negative number stays one", () => {
  const rows = [["-1.5", "=1+1", 'a "b", c', "+x", "2026-11-22 08:00:00"]];
  expect(csvOf(["a", "b", "c", "d", "e"], rows)).toBe(
    'a,b,c,d,e\r\n-1.5,\'=1+1,"a ""b"", c",\'+x,2026-11-22 08:00:00',
  );
});
