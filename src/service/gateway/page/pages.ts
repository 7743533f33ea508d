import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { undefinedIfGone } from "../../../kernel/host/systemErrors.ts";
import { pathOf } from "../http/requestLine.ts";
import type { Route } from "../http/routes.ts";
import { PAGE_HEADERS } from "./policy.ts";

/** Where the build puts the pages, from the package's folder. */
const BUILD = "dist/terminal";
/** In the package's folder, written by the build: the licenses of other people's work in it. */
const NOTICES = "THIRD-PARTY-NOTICES";
/**
 * The directory of files whose names carry a hash of their content, so that a browser never needs to ask for
 * one again.
 */
const ASSETS = "assets";
const TERMINAL = "index.html";
const OPERATOR = "operator/index.html";
const LEADERBOARD = "leaderboard/index.html";
const JOIN = "join/index.html";
const DOCS = "docs/index.html";
const DOCUMENTS = [TERMINAL, OPERATOR, LEADERBOARD, JOIN, DOCS];
const FOREVER = "public, max-age=31536000, immutable";

const PLAIN_TEXT = "text/plain; charset=utf-8";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  [extname(NOTICES)]: PLAIN_TEXT,
};

/** How the name of a compressed file ends. */
const PACKED = ".br";

/** The form in which a file is sent, as `Content-Encoding` names it; "" for plain. */
type Encoding = "br" | "gzip" | "";

const unpacked = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/** A file as the build left it, and its other forms, which are made when they are first asked for. */
class PageFile {
  readonly type: string;
  readonly #isPacked: boolean;
  readonly #forms = new Map<Encoding, Promise<Uint8Array>>();

  /**
   * @param isPacked whether the bytes are compressed with Brotli; otherwise the file is not worth
   * compressing
   */
  constructor(type: string, bytes: Uint8Array, isPacked: boolean) {
    this.type = type;
    this.#isPacked = isPacked;
    this.#forms.set(isPacked ? "br" : "", Promise.resolve(bytes));
  }

  /** The smallest form that a client accepts. @param accepted its `Accept-Encoding` */
  encodingFor(accepted: string): Encoding {
    if (!this.#isPacked) return "";
    return (["br", "gzip"] as const).find((encoding) => takes(accepted, encoding)) ?? "";
  }

  bytes(encoding: Encoding): Promise<Uint8Array> {
    let form = this.#forms.get(encoding);
    if (form === undefined) {
      form = encoding === "gzip" ? this.bytes("").then(gzipped) : this.bytes("br").then(unpacked);
      this.#forms.set(encoding, form);
    }
    return form;
  }
}

const NOT_BUILT =
  "The web page was not built: run `npm run build`. The interface is served all the same; see /openapi.json.\n";

/** Shown where the page for the OpenAPI document was not built: where the document itself is. */
const DOCS_INSTEAD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Outcry</title></head><body>
<h1>The interface of this venue</h1>
<p>The page that shows it was not built, or is not part of this venue. What it is made of is here:</p>
<ul>
<li><a href="/openapi.json">/openapi.json</a>: every operation over REST, as OpenAPI</li>
<li><a href="/asyncapi.json">/asyncapi.json</a>: every channel over WebSocket, as AsyncAPI</li>
<li><a href="/docs/sockets">/docs/sockets</a>: the same as a page</li>
</ul>
</body></html>
`;

const MISSING = "There is no such file.\n";
const UNREADABLE = "The files of the web page cannot be read at the moment: try again.\n";

/** How a file is served. */
interface Served {
  readonly headers: Readonly<Record<string, string>>;
  /** `Cache-Control`. */
  readonly lasts: string;
  /** The status where the file is missing; 503: it was not built. */
  readonly missing: 404 | 503;
  /** An HTML document that is sent in its place. */
  readonly instead?: string;
}

const SERVED: Served = { headers: PAGE_HEADERS, lasts: "no-cache", missing: 503 };

/**
 * The web pages as they were built: the trader's, the operator's, the leaderboard, the one for invitations
 * and the one for the interface are separate documents that share what they load. Only existing files are
 * served, from memory; they are read when the first is asked for.
 *
 * @param root the package's folder; without one, or before the build, a document says how to build it
 */
export class Pages {
  readonly #root: string | undefined;
  #reading: Promise<ReadonlyMap<string, PageFile>> | undefined;

  constructor(root: string | undefined) {
    this.#root = root;
  }

  /** `GET /`: the trader's page. */
  get terminal(): Route {
    return this.#document("/", TERMINAL);
  }

  /** `GET /operator`: the operator's. There is nothing secret in it: it asks for the token. */
  get operator(): Route {
    return this.#document("/operator", OPERATOR);
  }

  /** `GET /leaderboard`: who is ahead, for a projector. It shows what the interface answers to everybody. */
  get leaderboard(): Route {
    return this.#document("/leaderboard", LEADERBOARD);
  }

  /** `GET /join`: where an invitation's code is entered, and an account's keys are made. */
  get join(): Route {
    return this.#document("/join", JOIN);
  }

  /**
   * `GET /assets/…` and `GET /licenses`: the files that the documents load, and the licenses of the work in
   * them.
   */
  get assets(): readonly Route[] {
    const files: Route = {
      method: "GET",
      path: `/${ASSETS}/*`,
      serve: (request, reply) =>
        this.#answer(pathOf(request).slice(1), request, reply, { ...SERVED, lasts: FOREVER, missing: 404 }),
    };
    return [files, this.#document("/licenses", NOTICES)];
  }

  /**
   * `GET /docs`: the OpenAPI document, for browsing. Swagger's page needs styles that the policy of the
   * other pages forbids.
   */
  get docs(): readonly Route[] {
    return ["/docs", "/docs/"].map((path) =>
      this.#document(path, DOCS, { ...SERVED, headers: {}, instead: DOCS_INSTEAD }),
    );
  }

  #document(path: string, name: string, how = SERVED): Route {
    return {
      ...{ method: "GET", path },
      serve: (request, reply) => this.#answer(name, request, reply, how),
    };
  }

  async #answer(name: string, request: IncomingMessage, reply: ServerResponse, how: Served): Promise<void> {
    const files = await this.#files();
    const file = files?.get(name);
    if (file !== undefined) await send(file, request, reply, how);
    else if (files === undefined) refuse(reply, 503, UNREADABLE);
    else if (how.instead !== undefined) sendText(reply, 200, { type: TYPES[".html"]!, text: how.instead });
    else refuse(reply, how.missing, how.missing === 503 ? NOT_BUILT : MISSING);
  }

  /**
   * The files of the build; undefined where they cannot be read now. Then the next request reads them again.
   */
  async #files(): Promise<ReadonlyMap<string, PageFile> | undefined> {
    this.#reading ??= this.#root === undefined ? Promise.resolve(new Map()) : readFiles(this.#root);
    return this.#reading.catch(() => {
      this.#reading = undefined;
      return undefined;
    });
  }
}

async function readFiles(root: string): Promise<ReadonlyMap<string, PageFile>> {
  const directory = join(root, BUILD);
  const assets = (await readdir(join(directory, ASSETS)).catch(undefinedIfGone)) ?? [];
  const files = new Map<string, PageFile>();
  for (const name of [NOTICES, ...DOCUMENTS, ...assets.map((asset) => `${ASSETS}/${unpackedName(asset)}`)]) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const path = join(name === NOTICES ? root : directory, name);
    const packed = await readFile(path + PACKED).catch(undefinedIfGone);
    const bytes = packed ?? (await readFile(path).catch(undefinedIfGone));
    if (bytes !== undefined) files.set(name, new PageFile(type, bytes, packed !== undefined));
  }
  return files;
}

function unpackedName(name: string): string {
  return name.endsWith(PACKED) ? name.slice(0, -PACKED.length) : name;
}

async function send(
  file: PageFile,
  request: IncomingMessage,
  reply: ServerResponse,
  { headers, lasts }: Served,
): Promise<void> {
  const encoding = file.encodingFor(String(request.headers["accept-encoding"] ?? ""));
  const bytes = await file.bytes(encoding);
  reply.writeHead(200, {
    ...headers,
    "content-type": file.type,
    "content-length": bytes.length,
    "cache-control": lasts,
    vary: "accept-encoding",
    ...(encoding !== "" && { "content-encoding": encoding }),
  });
  reply.end(request.method === "HEAD" ? undefined : bytes);
}

/** Whether an `Accept-Encoding` names an encoding without refusing it by `q=0`. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(",").some((entry) => {
    const [name, ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

function refuse(reply: ServerResponse, status: 404 | 503, text: string): void {
  sendText(reply, status, { type: PLAIN_TEXT, text });
}

/** @param text ASCII only */
function sendText(
  reply: ServerResponse,
  status: number,
  { type, text }: { readonly type: string; readonly text: string },
): void {
  reply.writeHead(status, {
    ...PAGE_HEADERS,
    "content-type": type,
    "content-length": text.length,
    "cache-control": "no-store",
  });
  reply.end(text);
}
