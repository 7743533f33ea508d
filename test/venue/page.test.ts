import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { venueOfFile } from "./venueOfTest.ts";

/** How the web page is served, and to whom it shows the keys of the demo accounts. */

/** Scripts and styles, gzipped: what docs/terminal.md promises. */
const FIRST_LOAD_MAX_BYTES = 250_000;
const ALL_MAX_BYTES = 350_000;
const OPERATOR_MAX_BYTES = 250_000;

const venue = await venueOfFile();

/** A request with exactly these headers; `fetch` forbids some of them. */
function ask(
  { port }: Venue,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: string; readonly headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode!, body, headers: response.headers }));
    });
    asked.once("error", reject);
    asked.end();
  });
}

/** Scripts and styles that a document has loaded at once. */
function codeOf(document: string): readonly string[] {
  return [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
}

/** What they come to, gzipped. */
async function packedBytes(paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => {
    const { status, headers } = await ask(venue, path, { "accept-encoding": "gzip" });
    expect(status, path).toBe(200);
    return Number(headers["content-length"]);
  });
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
}

const PAGE = { "outcry-page": "1" };
const session = (of: Venue, headers: Readonly<Record<string, string>> = PAGE) =>
  ask(of, "/demo-session", headers);

describe("files", () => {
  test("the page is looked at anew each time, what it loads is kept, and both may load from nowhere else", async () => {
    const page = await ask(venue, "/");
    expect(page.status).toBe(200);
    expect(page.headers["cache-control"]).toBe("no-cache");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("connect-src 'self'; ");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const assets = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(assets.length).toBeGreaterThan(2);
    for (const path of assets) {
      const asset = await ask(venue, path);
      expect(asset.status, path).toBe(200);
      expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(asset.headers["x-content-type-options"]).toBe("nosniff");
      expect(asset.headers["content-security-policy"]).toBe(policy);
    }
  });

  test.each([
    ["/", FIRST_LOAD_MAX_BYTES],
    ["/operator", OPERATOR_MAX_BYTES],
    ["/leaderboard", OPERATOR_MAX_BYTES],
  ])("what the first look at %s loads is small", async (document, most) => {
    const { body } = await ask(venue, document);
    const paths = codeOf(body);
    expect(paths.length).toBeGreaterThan(3);
    expect(await packedBytes(paths)).toBeLessThan(most);
  });

  test("all that the trader's page ever loads is small, too", async () => {
    const all = new Set(codeOf((await ask(venue, "/")).body));
    for (const path of all) {
      for (const [, name] of (await ask(venue, path)).body.matchAll(/([\w-]+-[\w-]{8}\.(?:js|css))["`]/g))
        all.add(`/assets/${name}`);
    }
    for (const name of ["chart", "page", "lists", "palette"])
      expect([...all].filter((path) => path.includes(name)).length, name).toBeGreaterThan(0);
    expect(await packedBytes([...all])).toBeLessThan(ALL_MAX_BYTES);
  });

  test("what is fetched first waits for nothing that draws but the chart", async () => {
    const { body } = await ask(venue, "/");
    const waitsFor = async (path: string): Promise<readonly string[]> => {
      const script = (await ask(venue, path)).body;
      const imported = [...script.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
        ([, name]) => `/assets/${name}`,
      );
      return [path, ...(await Promise.all(imported.map(waitsFor))).flat()];
    };
    const first = codeOf(body).filter((path) => path.endsWith(".js"));
    const scripts = new Set((await Promise.all(first.map(waitsFor))).flat());
    expect([...scripts].filter((path) => !first.includes(path))).toEqual([]);
    expect(first.map((path) => /\/([a-z]+)-/.exec(path)?.[1]).toSorted()).toEqual([
      "chart",
      "client",
      "terminal",
    ]);
  });

  test.each(["/docs", "/docs/"])("%s shows the interface, with files of its own", async (path) => {
    const { status, body, headers } = await ask(venue, path);
    expect([status, headers["content-security-policy"]]).toEqual([200, "frame-ancestors 'none'"]);
    expect(body).toContain("<title>Outcry: REST</title>");
    const [script] = codeOf(body);
    const [, name] = /(swagger-ui-bundle-[\w-]+\.js)/.exec((await ask(venue, script!)).body)!;
    expect((await ask(venue, `/assets/${name}`)).status).toBe(200);
  });

  test("packed as the client takes it", async () => {
    const plain = await ask(venue, "/", { "accept-encoding": "br;q=0, identity" });
    expect([plain.headers["content-encoding"], plain.headers["vary"]]).toEqual([
      undefined,
      "accept-encoding",
    ]);
    for (const [accepted, given] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
    ] as const) {
      expect((await ask(venue, "/", { "accept-encoding": accepted })).headers["content-encoding"]).toBe(
        given,
      );
    }
  });

  test("whose work all this is, is told at /licenses", async () => {
    const { status, headers, body } = await ask(venue, "/licenses");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    for (const name of ["typebox", "klinecharts", "@fontsource/ibm-plex-sans", "swagger-ui-dist", "pino"])
      expect(body).toMatch(new RegExp(`^  ${name} \\d`, "m"));
    expect(Number(headers["content-length"])).toBe(Buffer.byteLength(body));
  });

  test.each([
    "/assets/..%2findex.html",
    "/assets/../index.html",
    "/assets/none.js",
    "/assets/",
    "/index.html",
  ])("%s is no file of the page", async (path) => {
    expect((await ask(venue, path)).status).toBe(404);
  });
});

describe("the operator's page", () => {
  test("is served where control is, under the same policy, and holds nothing secret", async () => {
    const page = await ask(venue, "/operator");
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(page.headers["content-security-policy"]).toBe(
      (await ask(venue, "/")).headers["content-security-policy"],
    );
    const paths = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(3);
    for (const text of [
      page.body,
      ...(await Promise.all(paths.map(async (path) => (await ask(venue, path)).body))),
    ])
      expectNoSecret(text);
    expect(paths.some((path) => path.includes("chart"))).toBe(false);
  });

  test("weighs on the trader's first load nothing", async () => {
    const [terminal, operator] = await Promise.all(["/", "/operator"].map((path) => ask(venue, path)));
    const own = (body: string) => /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1];
    expect(own(operator!.body)).toContain("operator");
    expect(terminal!.body).not.toContain(own(operator!.body)!);
  });

  test("with control apart, is on control's port alone, and so is what it loads", async () => {
    const apart = await startVenue({ controlPort: 0 });
    const at = (path: string) => fetch(`${apart.controlUrl}${path}`);
    expect((await ask(apart, "/operator")).status).toBe(404);
    const page = await at("/operator");
    expect(page.status).toBe(200);
    for (const [, path] of (await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await at(path!)).status, path).toBe(200);
    expect((await at("/licenses")).status).toBe(200);
    expect((await at("/")).status).toBe(404);
    await apart.stop();
  });

  test("is not served under a name that is not the venue's", async () => {
    expect((await ask(venue, "/operator", { host: "evil.example" })).status).toBe(421);
  });
});

describe("the demo session", () => {
  test("signs the venue's own page in, on this machine", async () => {
    for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
      const answer = await session(venue, { ...PAGE, host: `${host}:${venue.port}` });
      expect(answer.status, host).toBe(200);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(JSON.parse(answer.body).accounts).toEqual(venue.accounts);
    }
    const own = { origin: venue.baseUrl, "sec-fetch-site": "same-origin" };
    expect((await session(venue, { ...PAGE, ...own, host: `127.0.0.1:${venue.port}` })).status).toBe(200);
  });

  test.each([
    ["without the page's header", {}],
    ["for another site's page", { ...PAGE, "sec-fetch-site": "cross-site" }],
    ["for a page of another port here", { ...PAGE, "sec-fetch-site": "same-site" }],
    ["for a page of another origin", { ...PAGE, origin: "http://127.0.0.1:1" }],
    ["for a page of no origin", { ...PAGE, origin: "null" }],
    ["under a name that only ends in localhost", { ...PAGE, host: "other.localhost" }],
    ["by another address", { ...PAGE, host: "203.0.113.7" }],
    ["through a proxy", { ...PAGE, "x-forwarded-for": "203.0.113.7" }],
    ["through a proxy that says less", { ...PAGE, "x-forwarded-proto": "https" }],
    ["through a proxy of the standard", { ...PAGE, forwarded: "for=203.0.113.7" }],
    ["through a proxy that only signs", { ...PAGE, via: "1.1 proxy" }],
    ["through a proxy of the usual kind", { ...PAGE, "x-real-ip": "203.0.113.7" }],
  ])("is not there %s", async (_, headers) => {
    const answer = await session(venue, headers);
    expect(answer.status).toBe(404);
    expectNoSecret(answer.body);
  });

  const elsewhere: readonly (readonly [string, VenueOptions])[] = [
    ["behind the documented proxy", { hostNames: ["venue.example"], proxies: ["127.0.0.1"], controlPort: 0 }],
    ["with a proxy named", { proxies: ["127.0.0.1"] }],
    ["with a name of its own", { hostNames: ["venue.example"] }],
    [
      "with keys that somebody chose",
      {
        accounts: [
          { name: "alice", apiKey: "alice", secret: "chosen-secret", passphrase: "chosenPassphrase" },
        ],
      },
    ],
  ];
  test.each(elsewhere)(
    "is never there in a venue %s, and nothing it serves tells a secret",
    async (_, options) => {
      const other = await startVenue(options);
      const paths = ["/demo-session", "/", "/health", "/openapi.json"];
      for (const headers of [PAGE, {}, { ...PAGE, "x-forwarded-for": "203.0.113.7" }]) {
        for (const path of paths) {
          const answer = await ask(other, path, headers);
          for (const { secret, passphrase } of other.accounts) {
            expect(answer.body).not.toContain(secret);
            expect(answer.body).not.toContain(passphrase);
          }
          if (path === "/demo-session")
            expect([answer.status, answer.body]).toEqual([404, '{"accounts":[]}']);
        }
      }
      await other.stop();
    },
  );

  test("no browser may send the page's header from elsewhere: nobody is told that it may", async () => {
    const socket = connect(venue.port, "127.0.0.1");
    socket.end(
      "OPTIONS /demo-session HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.test\r\nAccess-Control-Request-Method: GET\r\n" +
        "Access-Control-Request-Headers: outcry-page\r\nConnection: close\r\n\r\n",
    );
    const answer = (await socket.toArray()).join("");
    expect(answer).not.toMatch(/access-control-allow/i);
    expectNoSecret(answer);
  });
});

function expectNoSecret(text: string): void {
  expect(text).not.toContain(venue.adminToken);
  for (const { apiKey, secret, passphrase } of venue.accounts) {
    for (const string of [apiKey, secret, passphrase]) expect(text).not.toContain(string);
  }
}
