import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fapi, WireError } from "../../../interface/wire/index.ts";
import { AddressList } from "../addresses.ts";
import { parseForm } from "../http/json.ts";
import type { Authenticator, UnverifiedRequest } from "./authenticate.ts";
import { authenticateQuery, identify, unsigned } from "./authenticateQuery.ts";
import { SigningKey } from "./signature.ts";

const HOST = 1_764_505_776_347;
/** The venue's clock is a day ahead. */
const VENUE = HOST + 86_400_000;
const SECRET = "sk_test_3f9c2a7b5d1e8046";

function open({ addresses = "", expires = 0, freshness = "either" } = {}) {
  const failures: unknown[] = [];
  const settings = { permissions: 3, activeFrom: 0, expires, addresses: AddressList.read(addresses) };
  const key = { key: "mine", account: { account: 7 }, secret: new SigningKey(Buffer.from(SECRET)), settings };
  const authenticator = {
    keys: { find: (name: string) => (name === "mine" ? key : undefined) },
    clock: { wallMs: () => HOST },
    now: () => VENUE,
    failures: { add: (failure: unknown) => failures.push(failure) },
    log: { warn() {} },
    freshness,
  } as unknown as Authenticator;
  return { authenticator, failures };
}

const hex = (text: string | Buffer) => createHmac("sha256", SECRET).update(text).digest("hex");
const stamped = (time: number, rest = "symbol=BTCUSDT") => `${rest}&timestamp=${time}`;

function request(query: string, body: string | Buffer = "", apiKey = "mine"): UnverifiedRequest {
  const headers = apiKey === "" ? {} : { "x-mbx-apikey": apiKey };
  return {
    headers,
    method: "POST",
    path: "/fapi/v1/order",
    query,
    body: Buffer.from(body),
    address: "127.0.0.1",
  };
}

function verified(from: UnverifiedRequest, options = {}) {
  const { authenticator } = open(options);
  return authenticateQuery(authenticator, from, parseForm(from.query, from.body, { lists: [], spelled: [] }));
}

/** The code that a request is refused with; 0: it is not. */
function codeOf(from: UnverifiedRequest, options = {}): number {
  try {
    verified(from, options);
    return 0;
  } catch (error) {
    if (error instanceof WireError) return fapi.codeOf(error);
    throw error;
  }
}

describe("signed is what was sent, whatever carries it", () => {
  const orders = 'batchOrders=[{"symbol":"BTCUSDT","quantity":"1"}]';
  test.each<[string, UnverifiedRequest]>([
    ["all in the query", request(`${stamped(HOST)}&signature=${hex(stamped(HOST))}`)],
    ["all in a form", request("", `${stamped(HOST)}&signature=${hex(stamped(HOST))}`)],
    [
      "some in each, without anything between",
      request(
        "symbol=BTCUSDT",
        `${stamped(HOST, "side=BUY")}&signature=${hex(`symbol=BTCUSDT${stamped(HOST, "side=BUY")}`)}`,
      ),
    ],
    ["the signature in the query, for a form", request(`signature=${hex(stamped(HOST))}`, stamped(HOST))],
    [
      "a list that is not escaped",
      request("", `${stamped(HOST, orders)}&signature=${hex(stamped(HOST, orders))}`),
    ],
    [
      "the same, escaped",
      request(`${stamped(HOST, encodeURI(orders))}&signature=${hex(stamped(HOST, encodeURI(orders)))}`),
    ],
    ["the signature first, or in the middle", request(`signature=${hex(stamped(HOST))}&${stamped(HOST)}`)],
    ["in capitals", request(`${stamped(HOST)}&signature=${hex(stamped(HOST)).toUpperCase()}`)],
    [
      "a body of JSON",
      request(
        `timestamp=${HOST}&signature=${hex(`timestamp=${HOST}{"symbol":"BTCUSDT"}`)}`,
        '{"symbol":"BTCUSDT"}',
      ),
    ],
    ["by the venue's clock", request(`${stamped(VENUE)}&signature=${hex(stamped(VENUE))}`)],
  ])("%s", (_, from) => {
    const { key, requestHash, time } = verified(from);
    expect([key.key, time]).toEqual(["mine", VENUE]);
    expect(Number.isSafeInteger(requestHash) && requestHash > 0).toBe(true);
  });

  test("operations asked for with the same parameters in one millisecond are other requests", () => {
    const sent = request(`${stamped(HOST)}&signature=${hex(stamped(HOST))}`);
    const hashes = fapi.served.map((operation) => {
      const [method, path] = operation.split(" ") as [string, string];
      return verified({ ...sent, method, path }).requestHash;
    });
    expect(hashes.length).toBeGreaterThan(50);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("a byte that is changed, left out or added is refused", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9%&=.]{0,40}$/), fc.nat(), fc.boolean(), (text, at, inBody) => {
        const parameters = stamped(HOST, `x=${text.replaceAll("&", "").replaceAll("%", "")}`);
        const sent = `${parameters}&signature=${hex(parameters)}`;
        const place = at % (parameters.length - 1);
        const other = sent.slice(0, place) + (sent[place] === "7" ? "8" : "7") + sent.slice(place + 1);
        const from = (form: string) => (inBody ? request("", form) : request(form));
        expect(codeOf(from(sent))).toBe(0);
        expect([-1022, -1021, -1102]).toContain(codeOf(from(other)));
      }),
    );
  });

  test("what is taken out is the signature alone", () => {
    const sign = "signature=ab12";
    for (const [sent, rest] of [
      [`a=1&${sign}`, "a=1"],
      [`${sign}&a=1`, "a=1"],
      [`a=1&${sign}&b=2`, "a=1&b=2"],
      [sign, ""],
      ["a=1&mysignature=2", "a=1&mysignature=2"],
      ["", ""],
    ] as const)
      expect(unsigned(sent)).toBe(rest);
  });
});

describe("refusals, in the order of the checks", () => {
  const signed = (parameters: string) => request(`${parameters}&signature=${hex(parameters)}`);
  test.each<[string, number, UnverifiedRequest, object?]>([
    ["no key", -2014, request(`${stamped(HOST)}&signature=00`, "", "")],
    ["no timestamp", -1102, signed("symbol=BTCUSDT")],
    ["a timestamp that is none", -1102, signed("timestamp=now")],
    ["no signature", -1102, request(stamped(HOST))],
    ["a window of more than a minute", -1131, signed(`${stamped(HOST)}&recvWindow=60001`)],
    ["a window that is none", -1131, signed(`${stamped(HOST)}&recvWindow=long`)],
    ["an unknown key", -2015, request(`${stamped(HOST)}&signature=${hex(stamped(HOST))}`, "", "other")],
    ["a key whose time is over", -2015, signed(stamped(HOST)), { expires: VENUE }],
    ["an address that the key does not know", -2015, signed(stamped(HOST)), { addresses: "10.0.0.0/8" }],
    ["later than 5 s", -1021, signed(stamped(HOST - 5_001))],
    ["later than it says", -1021, signed(`${stamped(HOST - 101)}&recvWindow=100`)],
    ["a second ahead", -1021, signed(stamped(HOST + 1_000))],
    [
      "by the venue's clock, where the host's alone counts",
      -1021,
      signed(stamped(VENUE)),
      { freshness: "host" },
    ],
    ["a wrong signature", -1022, request(`${stamped(HOST)}&signature=${hex("other")}`)],
  ])("%s: %i", (_, code, from, options) => {
    expect(codeOf(from, options)).toBe(code);
  });

  test("just in time", () => {
    for (const parameters of [
      stamped(HOST - 5_000),
      stamped(HOST + 999),
      `${stamped(HOST - 60_000)}&recvWindow=60000`,
      `${stamped(HOST)}&recvWindow=`,
    ])
      expect(codeOf(signed(parameters)), parameters).toBe(0);
  });

  test("the texts that clients look for", () => {
    const textOf = (from: UnverifiedRequest) => {
      try {
        verified(from);
      } catch (error) {
        return fapi.errorText(error as WireError);
      }
      return "";
    };
    expect(textOf(signed(stamped(HOST - 9_000)))).toBe(
      "Timestamp for this request is outside of the recvWindow.",
    );
    expect(textOf(signed(stamped(HOST + 9_000)))).toBe(
      "Timestamp for this request was 1000ms ahead of the server's time.",
    );
    expect(textOf(request(`${stamped(HOST)}&signature=00`))).toBe("Signature for this request is not valid.");
    expect(textOf(request("", "", "other"))).toContain("Mandatory parameter 'timestamp' was not sent");
  });

  test("an operator is shown what the signature was looked for over", () => {
    const { authenticator, failures } = open();
    const from = request(`${stamped(HOST)}&signature=00`, "side=BUY");
    expect(() =>
      authenticateQuery(authenticator, from, parseForm(from.query, from.body, { lists: [], spelled: [] })),
    ).toThrow(WireError);
    expect(failures).toMatchObject([
      { key: "mine", account: 7, received: "00", expectedOver: `${stamped(HOST)}side=BUY` },
    ]);
  });
});

test("a request that needs no signature is known by its key", () => {
  const { authenticator } = open();
  expect(identify(authenticator, request("")).key.key).toBe("mine");
  for (const name of ["", "other"])
    expect(() => identify(authenticator, request("", "", name))).toThrow(WireError);
});
