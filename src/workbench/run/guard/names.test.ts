import { expect, test } from "vitest";
import { answerTo, questionOf } from "./names.ts";

/**
 * A query for a name, as resolvers write it: id 0x1234, one question, and an additional record that is none
 * of it.
 */
function query(name: string, type: number): Buffer {
  const labels = name
    .split(".")
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  const header = Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, type, 0, 1]), Buffer.from([0, 0, 41, 16, 0])]);
}

test("a question is read in lower case, whatever follows it", () => {
  expect(questionOf(query("API.example.com", 28))).toEqual({ name: "api.example.com", type: 28, end: 33 });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["no question", Buffer.alloc(12)],
  ["a name that does not end", query("a.example", 1).subarray(0, 20)],
  ["a question without its class", query("a.example", 1).subarray(0, 25)],
  [
    "a pointer in the place of a name",
    Buffer.concat([query("a", 1).subarray(0, 12), Buffer.from([0xc0, 12, 0, 1, 0, 1])]),
  ],
])("%s is none", (_, message) => expect(questionOf(message)).toBeUndefined());

test.each([
  ["a host that is here has an address", 1, true, 0, 1],
  ["and nothing of other types", 28, true, 0, 0],
  ["no other name exists", 1, false, 3, 0],
])("%s", (_, type, isHere, code, answers) => {
  const asked = query("api.example.com", type);
  const reply = answerTo(asked, questionOf(asked)!, isHere);
  expect(reply.readUInt16BE(0)).toBe(0x1234);
  expect(reply.readUInt16BE(2) & 0x800f).toBe(0x8000 | code);
  expect(reply.readUInt16BE(4)).toBe(1);
  expect(reply.readUInt16BE(6)).toBe(answers);
  expect(reply.readUInt32BE(8)).toBe(0);
  if (answers === 1) expect([...reply.subarray(-4)]).toEqual([127, 0, 0, 1]);
});
