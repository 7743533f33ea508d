import { expect, test } from "vitest";
import { ControlClient, V2Client, V3Client } from "./index.ts";

// biome-ignore lint/suspicious/noExplicitAny: what JavaScript may give
type Anything = any;

const baseUrl = "http://127.0.0.1:8787";

test.each<[Anything, string]>([
  [undefined, "client: options must be an object, got undefined"],
  [{}, "client: options.baseUrl must be an address such as http://127.0.0.1:8787, got undefined"],
  [
    { baseUrl: "127.0.0.1:8787" },
    "options.baseUrl must be an address such as http://127.0.0.1:8787, got '127.0.0.1:8787'",
  ],
  [{ baseUrl: [baseUrl, 7] }, "options.baseUrl.1 must be an address"],
  [{ baseURL: baseUrl }, "options has no baseURL; known are baseUrl, credentials,"],
  [{ baseUrl, limits: "none" }, "options.limits must be one of seed, published, off, got 'none'"],
  [{ baseUrl, retries: Number.NaN }, "options.retries must be a whole number"],
  [
    { baseUrl, timeoutMs: "5" },
    "options.timeoutMs must be a whole number from 0 to 9007199254740991, got '5'",
  ],
  [
    { baseUrl, credentials: { apiKey: 5 } },
    "options.credentials.apiKey must be text that is not empty, got a value of type number that is not shown",
  ],
  [{ baseUrl, credentials: { apiKey: "k", secret: "s" } }, "options.credentials.passphrase must be text"],
])("a client of %j is refused: %s", (options, sentence) => {
  for (const Client of [V2Client, V3Client]) {
    expect(() => new Client(options)).toThrow(RangeError);
    expect(() => new Client(options)).toThrow(sentence);
  }
});

test("an operator's client names what is wrong with its options, but for the token", () => {
  const open = (options: Anything) => () => new ControlClient(options);
  expect(open({ baseUrl })).toThrow(
    "ControlClient: options.token must be text that is not empty, got nothing",
  );
  expect(open({ baseUrl, token: 77_777 })).toThrow(/, got a value of type number that is not shown$/);
  expect(open({ baseUrl, token: "t", patience: 5 })).toThrow(
    "options has no patience; known are baseUrl, fetch, timeoutMs, token",
  );
});
