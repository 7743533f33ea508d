import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { undefinedIfGone } from "../../host/trouble.ts";
import { PAGE_HEADERS } from "./policy.ts";

/** Where the build puts the pages, from the package's folder. */
const BUILD = "dist/terminal";
/** Whose work the package comes with: in its folder, by the build. */
const NOTICES = "THIRD-PARTY-NOTICES";
/**
 * The directory of files whose names carry a hash of their content, so that a browser never needs to ask for one
 * again.
 */
const ASSETS = "assets";
const OPERATOR_DOCUMENT = "operator/index.html";
const LEADERBOARD_DOCUMENT = "leaderboard/index.html";
const JOIN_DOCUMENT = "join/index.html";
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

/** The compressed forms that the build made, in the order of preference. */
const PACKINGS = [
  { encoding: "br", suffix: ".br" },
  { encoding: "gzip", suffix: ".gz" },
] as const;

interface PageFile {
  readonly type: string;
  readonly plain: Uint8Array;
  /** Packed by the build, by the encoding's name. */
  readonly packed: ReadonlyMap<string, Uint8Array>;
}

const NOT_BUILT =
  "The web page was not built: run `npm run build`. The interface is served all the same; see /docs.\n";

const MISSING = "There is no such file.\n";
const UNREADABLE = "The files of the web page cannot be read at the moment: try again.\n";

/**
 * The web pages as they were built: the trader's, the operator's, the leaderboard and that of the invited are separate documents that share what they load.
 * Only existing files are served, from memory; they are read when the first is asked for.
 *
 * @param root the package's folder; without one, or before it was built, a document says how to build it
 */
export class Pages {
  readonly #root: string | undefined;
  #reading: Promise<ReadonlyMap<string, PageFile>> | undefined;

  constructor(root: string | undefined) {
    this.#root = root;
  }

  /** `GET /`: the trader's page. */
  addTerminal(server: FastifyInstance): void {
    this.#addDocument(server, "/", "index.html");
  }

  /** `GET /operator`: the operator's. There is nothing secret in it: it asks for the token. */
  addOperator(server: FastifyInstance): void {
    this.#addDocument(server, "/operator", OPERATOR_DOCUMENT);
  }

  /** `GET /leaderboard`: who is ahead, for a projector. It shows what the interface answers to everybody. */
  addLeaderboard(server: FastifyInstance): void {
    this.#addDocument(server, "/leaderboard", LEADERBOARD_DOCUMENT);
  }

  /** `GET /join`: where an invitation's code is entered, and an account's keys are made. */
  addJoin(server: FastifyInstance): void {
    this.#addDocument(server, "/join", JOIN_DOCUMENT);
  }

  /** `GET /assets/…` and `GET /licenses`: what the documents load, and whose work they are made of. */
  addAssets(server: FastifyInstance): void {
    this.#addDocument(server, "/licenses", NOTICES);
    this.#add(server, `/${ASSETS}/:name`, (request, reply) => {
      const { name } = request.params as { readonly name: string };
      return this.#answer(`${ASSETS}/${name}`, request.raw, reply, { lasts: FOREVER, missing: 404 });
    });
  }

  #addDocument(server: FastifyInstance, url: string, name: string): void {
    this.#add(server, url, (request, reply) =>
      this.#answer(name, request.raw, reply, { lasts: "no-cache", missing: 503 }),
    );
  }

  #add(
    server: FastifyInstance,
    url: string,
    answer: (request: FastifyRequest, reply: ServerResponse) => Promise<void>,
  ): void {
    server.route({
      schema: { hide: true } as object,
      method: "GET",
      url,
      handler: (request: FastifyRequest, reply: FastifyReply) => answer(request, reply.hijack().raw),
    });
  }

  async #answer(
    name: string,
    request: IncomingMessage,
    reply: ServerResponse,
    { lasts, missing }: { readonly lasts: string; readonly missing: 404 | 503 },
  ): Promise<void> {
    const files = await this.#files();
    const file = files?.get(name);
    if (file !== undefined) send(file, request, reply, lasts);
    else if (files === undefined) refuse(reply, 503, UNREADABLE);
    else refuse(reply, missing, missing === 503 ? NOT_BUILT : MISSING);
  }

  /** What was built; undefined where it cannot be read now, and is read again when the next one is asked for. */
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
  const names = [
    NOTICES,
    "index.html",
    OPERATOR_DOCUMENT,
    LEADERBOARD_DOCUMENT,
    JOIN_DOCUMENT,
    ...assets.map((name) => `${ASSETS}/${name}`),
  ];
  const present = new Map<string, Uint8Array>();
  for (const name of names) {
    for (const suffix of ["", ...PACKINGS.map((packing) => packing.suffix)]) {
      if (TYPES[extname(name)] === undefined) continue;
      const path = join(name === NOTICES ? root : directory, name + suffix);
      const bytes = await readFile(path).catch(undefinedIfGone);
      if (bytes !== undefined) present.set(name + suffix, bytes);
    }
  }
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const plain = present.get(name);
    if (plain === undefined) continue;
    const packed = PACKINGS.flatMap(({ encoding, suffix }) => {
      const bytes = present.get(name + suffix);
      return bytes === undefined ? [] : [[encoding, bytes] as const];
    });
    files.set(name, { type: TYPES[extname(name)]!, plain, packed: new Map(packed) });
  }
  return files;
}

function send(file: PageFile, request: IncomingMessage, reply: ServerResponse, lasts: string): void {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const [encoding, bytes] = [...file.packed].find(([name]) => takes(accepted, name)) ?? ["", file.plain];
  reply.writeHead(200, {
    ...PAGE_HEADERS,
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
  reply.writeHead(status, {
    ...PAGE_HEADERS,
    "content-type": PLAIN_TEXT,
    "content-length": text.length,
    "cache-control": "no-store",
  });
  reply.end(text);
}
