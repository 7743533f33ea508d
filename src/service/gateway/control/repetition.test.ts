import { expect, test } from "vitest";
import type { Command, ReferencedAction } from "../../../kernel/core/index.ts";
import { ReferenceConflict, Repetitions, referenceOf } from "./repetition.ts";

/** An engine that keeps answers, and nothing else. */
function repetitions(): { readonly once: Repetitions["once"]; readonly kept: Map<string, ReferencedAction> } {
  const kept = new Map<string, ReferencedAction>();
  const engine = {
    query: async ({ reference }: { readonly reference: string }) => kept.get(reference),
    submit: async ({ reference, terms, answer }: Extract<Command, { type: "keepAnswer" }>) =>
      kept.set(reference, { terms, answer, steps: [] }),
  };
  const all = new Repetitions({ engine } as never);
  return { once: (...said) => all.once(...said), kept };
}

test("who comes while the first is under way waits for it, and hears the same", async () => {
  const { once } = repetitions();
  let resolve: (answer: string) => void = () => undefined;
  const first = once(
    "r",
    "a {}",
    () =>
      new Promise((resolved) => {
        resolve = resolved;
      }),
  );
  let acted = 0;
  const second = once("r", "a {}", async () => `again ${++acted}`);
  const third = once("r", "a {}", async () => `again ${++acted}`);
  await once("other", "a {}", async () => "does not wait");
  resolve("one");
  expect(await Promise.all([first, second, third])).toEqual(["one", "one", "one"]);
  expect(acted).toBe(0);
});

test("where the first fails the next tries", async () => {
  const { once } = repetitions();
  const first = once("r", "a {}", () => Promise.reject(new Error("no")));
  const second = once("r", "a {}", async () => "two");
  await expect(first).rejects.toThrow("no");
  expect(await second).toBe("two");
});

test("an answer is kept before it is given; one that is too long is not", async () => {
  const { once, kept } = repetitions();
  await once("r", "a {}", async () => "one");
  expect(kept.get("r")).toMatchObject({ terms: "a {}", answer: "one" });
  const long = "x".repeat(64 * 1024 + 1);
  expect(await once("long", "a {}", async () => long)).toBe(long);
  expect(kept.has("long")).toBe(false);
});

test("other terms are refused with what differs, left out or in", async () => {
  const { once } = repetitions();
  await once("r", 'a {"x":"1"}', async () => "one");
  const again = once("r", 'a {"x":"2","y":"3"}', async () => "two");
  await expect(again).rejects.toThrow(ReferenceConflict);
  await expect(again).rejects.toThrow("with x '1', now '2' and y left out, now '3': use another");
  await expect(once("s", `a ${"x".repeat(2_000)}`, async () => "two")).rejects.toThrow("shorter parameters");
});

test.each([
  [undefined, ""],
  ["A-z_0.9:x", "A-z_0.9:x"],
])("%j is the reference %j", (given, read) => {
  expect(referenceOf(given)).toBe(read);
});

test.each(["", "a b", "a/b", "ü", 5, null, {}])("%j is no reference", (given) => {
  expect(() => referenceOf(given)).toThrow("reference");
});
