import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer, request } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startVenue } from "outcry";

/*
 * One origin for a page and a venue: serves the page and the client's modules, hands everything of the venue
 * on to it. README.md beside this file says how to run it.
 */

const HERE = import.meta.dirname;
/** The client's module imports others beside it. */
const MODULES = dirname(fileURLToPath(import.meta.resolve("outcry/client")));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8" };

let [venueUrl] = process.argv.slice(2);
let venue;
if (venueUrl === undefined) {
  venue = await startVenue({ market: "simulated", clock: "wall", limits: "seed", prehistory: 60 });
  venueUrl = venue.baseUrl;
  const [{ apiKey, secret, passphrase }] = venue.accounts;
  console.log(`an account there: key ${apiKey}, secret ${secret}, passphrase ${passphrase}`);
}

const server = createServer((incoming, answer) => {
  const { pathname } = new URL(incoming.url, "http://page");
  const file = fileOf(pathname);
  if (file !== undefined) {
    answer.setHeader("content-type", TYPES[extname(file)]);
    createReadStream(file)
      .on("error", () => answer.writeHead(404).end())
      .pipe(answer);
  } else if (pathname.startsWith("/capi/")) {
    incoming.pipe(
      handOn(incoming)
        .on("response", (reply) => {
          answer.writeHead(reply.statusCode, reply.headers);
          reply.pipe(answer);
        })
        .on("error", () => answer.writeHead(502).end()),
    );
  } else answer.writeHead(404).end();
});

// A WebSocket begins as a request; once the venue has agreed, bytes go to and fro.
server.on("upgrade", (incoming, near, head) => {
  if (incoming.url !== "/v2/ws/public") return near.destroy();
  handOn(incoming)
    .on("upgrade", (reply, far, first) => {
      const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      near.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
      near.write(first);
      far.write(head);
      near.pipe(far).pipe(near);
      near.on("error", () => far.destroy()).on("close", () => far.destroy());
      far.on("error", () => near.destroy()).on("close", () => near.destroy());
    })
    .on("response", () => near.destroy())
    .on("error", () => near.destroy())
    .end();
});

server.listen(0, "127.0.0.1");
await once(server, "listening");
console.log(`open http://127.0.0.1:${server.address().port}`);
await once(process, "SIGINT");
server.close();
server.closeAllConnections();
await venue?.stop();
process.exit();

/** The same request, to the venue. */
function handOn({ url, method, headers }) {
  return request(new URL(url, venueUrl), { method, headers: { ...headers, host: new URL(venueUrl).host } });
}

/** The page's files and the package's modules, and nothing else. */
function fileOf(pathname) {
  if (pathname === "/") return join(HERE, "index.html");
  if (pathname === "/page.js") return join(HERE, "page.js");
  const [, module] = /^\/outcry\/([\w-]+\.js)$/.exec(pathname) ?? [];
  return module && join(MODULES, module);
}
