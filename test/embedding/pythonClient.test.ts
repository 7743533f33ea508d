import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

/** What the Python client makes of it that its process was held up on the way to a venue. */

const CLIENT = join(import.meta.dirname, "../../clients/python");
const run = promisify(execFile);
const python = ["python3", "/usr/bin/python3", "/usr/local/bin/python3"].find(
  (path) => spawnSync(path, ["-c", "import http.client"]).status === 0,
);

/**
 * A venue that a test stands for; once for each method the connection breaks before all of a request is sent.
 */
const PROGRAM = `
import http.client, json, sys
from outcry import Refused, Venue

send, broken = http.client.HTTPConnection.send, set()

def break_once(connection, data):
    method = data.split(b" ")[0]
    if method in (b"GET", b"POST") and method not in broken:
        broken.add(method)
        raise BrokenPipeError
    send(connection, data)

http.client.HTTPConnection.send = break_once
venue = object.__new__(Venue)
address = sys.argv[1]
account = {"name": "demo-1", "apiKey": "k", "secret": "s", "passphrase": "p"}
venue._take({"baseUrl": address, "wsUrl": "", "controlUrl": address, "adminToken": "t", "accounts": [account]})
print(json.dumps([venue.signed("POST", "/order", {"size": "1"}), venue.account(), venue.deposit("demo-1", "1")]))
try:
    venue.signed("GET", "/never")
except Refused as refusal:
    print(refusal)
`;

/**
 * Refuses the first two of each kind of request, and whatever goes to /never, as a venue that did not wait
 * for the whole.
 */
async function openServer() {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const isLate = seen.filter(({ url }) => url === request.url).length < 2 || request.url === "/never";
    seen.push(request);
    response.writeHead(isLate ? 408 : 200, { connection: "close" });
    response.end(JSON.stringify(isLate ? { code: "408", msg: "Request Timeout" } : { done: request.url }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test("what did not reach the venue as a whole is sent again, signed anew, ten times at most", async ({
  skip,
}) => {
  if (python === undefined) return skip("there is no Python here");
  const { url, seen } = await openServer();
  const env = { ...process.env, PYTHONPATH: CLIENT, http_proxy: "http://127.0.0.1:9", no_proxy: "" }; // no proxy is asked
  const { stdout } = await run(python, ["-B", "-W", "error", "-c", PROGRAM, url], { env });
  const [answers, refusal] = stdout.split("\n");
  const paths = ["/order", "/control/accounts/show?account=demo-1", "/control/money/deposit"];
  expect(JSON.parse(answers!)).toEqual(paths.map((done) => ({ done })));
  expect(refusal).toBe("408: Request Timeout (HTTP 408)");
  expect(seen.map((request) => request.url)).toEqual([
    ...paths.flatMap((path) => Array(3).fill(path)),
    ...Array(10).fill("/never"),
  ]);
  const stamps = seen.flatMap(({ headers }) => headers["access-timestamp"] ?? []);
  expect([stamps.length, new Set(stamps).size]).toEqual([13, 13]);
});

test("a venue that prints much goes on, and what it said last is told where it fails", async ({ skip }) => {
  if (python === undefined) return skip("there is no Python here");
  const ready = { baseUrl: "", wsUrl: "", controlUrl: "", adminToken: "", accounts: [] };
  const venue = `
import sys
print('${JSON.stringify(ready)}', flush=True)
for stream in (sys.stdout, sys.stderr):
    for line in range(50_000):
        print("something", line, file=stream)
print("the disk is full", file=sys.stderr)
sys.exit(3)
`;
  const program = `
import sys
from outcry import Venue
venue = Venue(command=[sys.executable, "-c", sys.argv[1]])
venue._child.wait()
try:
    venue.stop()
except RuntimeError as error:
    print(str(error)[:24])
    print(str(error)[-16:])
for said in ("good morning", ""):
    try:
        Venue(command=[sys.executable, "-c", f"import sys; print('no disk', file=sys.stderr); print({said!r})"])
    except RuntimeError as error:
        print(error)
`;
  const { stdout } = await run(python, ["-B", "-W", "error", "-c", program, venue], { cwd: CLIENT });
  expect(stdout.trim().split("\n")).toEqual([
    "the venue ended with 3: ",
    "the disk is full",
    "the venue did not start: no disk",
    "the venue did not start: no disk",
  ]);
});

test("what is no venue's answer is said to be none, and an operator's request takes as long as it takes", async ({
  skip,
}) => {
  if (python === undefined) return skip("there is no Python here");
  const program = `
import io, urllib.error
import outcry
waits = []
class Answer(io.BytesIO):
    status = 200
def answer(request, timeout):
    waits.append(timeout)
    if "good" in request.full_url:
        return Answer(b"<p>sorry</p>")
    raise urllib.error.HTTPError(request.full_url, 502, "", None, io.BytesIO(b"<p>bad</p>"))
outcry._OPENER.open = answer
venue = object.__new__(outcry.Venue)
account = {"name": "demo-1", "apiKey": "k", "secret": "s", "passphrase": "p"}
venue._take({"baseUrl": "http://a", "wsUrl": "", "controlUrl": "http://b", "adminToken": "t", "accounts": [account]})
for ask in (lambda: venue.signed("GET", "/good"), lambda: venue.control("bad", {})):
    try:
        ask()
    except RuntimeError as error:
        print(error)
print(waits)
`;
  const { stdout } = await run(python, ["-B", "-W", "error", "-c", program], { cwd: CLIENT });
  expect(stdout.trim().split("\n")).toEqual([
    "GET http://a/good was answered by no venue: HTTP 200, <p>sorry</p>",
    "POST http://b/control/bad was answered by no venue: HTTP 502, <p>bad</p>",
    "[30.0, None]",
  ]);
});
