import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Type from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { callControl } from "./remote.ts";

/**
 * Calls control, which answers so, one after the other; resolves with what came of it, and with how often it
 * was asked.
 */
async function called(
  method: "GET" | "POST",
  ...answers: readonly (readonly [status: number, retryAfter?: string])[]
) {
  let asked = 0;
  const server = createServer((_, response) => {
    const [status, retryAfter] = answers[asked++]!;
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
    response.end(JSON.stringify(status === 200 ? {} : { code: "1", msg: `no, ${asked}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const options = { data: "unused", url: `http://127.0.0.1:${port}`, token: "t" };
  const operation = { method, path: "/control/things", answer: Type.Object({}) } as const;
  const came = await callControl(options, operation).catch((error: Error) => error.message);
  return [came, asked];
}

test("a question that cannot be answered for the time being is asked again; nothing is done twice", async () => {
  expect(await called("GET", [503, "0"], [503, "0"], [200])).toEqual([{}, 3]);
  expect(await called("GET", [503, "0"], [400])).toEqual(["no, 2", 2]);
  expect(await called("POST", [503, "0"])).toEqual(["no, 1", 1]);
});

test("what says nothing of another time, or of a late one, is the answer", async () => {
  expect(await called("GET", [503])).toEqual(["no, 1", 1]);
  expect(await called("GET", [503, "61"])).toEqual(["no, 1", 1]);
  expect(await called("GET", [503, "soon"])).toEqual(["no, 1", 1]);
});
