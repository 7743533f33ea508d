/**
 * THIRD-PARTY-NOTICES: whose work Outcry comes with, under which licences, and their texts. Made after every
 * build of what the bundles say of themselves (`bundled.mjs`) and of the dependencies in `package-lock.json`.
 * A licence that is not in {@link LICENCES} is an error, and so is a package without one: somebody has to
 * read it first.
 *
 * Runs where `set-up.mjs` does: no imports but Node's.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Licences that were read, and ask for nothing that their texts in THIRD-PARTY-NOTICES do not give. */
export const LICENCES = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "OFL-1.1",
];

/** Where the work of others is, and how it gets there. */
const PLACES = {
  program: "Built into the program (dist/program)",
  page: "Built into the web page (dist/terminal)",
  beside: "Installed beside it (node_modules): npm brings it with the package, the container has it",
};

const HEAD = `Outcry is under the Apache License, Version 2.0: see LICENSE. It comes with the work of others, which is listed here with its
licences; their texts follow, by their numbers. The container's base image brings its own: Node.js's in /usr/local/LICENSE, Debian's
in /usr/share/doc.
`;

/**
 * @typedef {object} Shipped
 * @property {string} name
 * @property {string} version
 * @property {string} licence its SPDX identifier
 * @property {keyof typeof PLACES} place
 * @property {string} text all its licences and notices
 */

/**
 * Writes THIRD-PARTY-NOTICES if it is not what it was.
 *
 * @param {string} root the repository, built
 */
export async function writeNotices(root) {
  const path = join(root, "THIRD-PARTY-NOTICES");
  const notices = noticesOf(await shippedPackages(root));
  if ((await readFile(path, "utf8").catch(() => "")) !== notices) await writeFile(path, notices);
}

/**
 * Everything of others that the package or the container has; once for each place where it is.
 *
 * @param {string} root the repository, built
 * @returns {Promise<readonly Shipped[]>} rejects where a licence is not to be had or not among those that
 * were read
 */
export async function shippedPackages(root) {
  const [program, page, lock] = await Promise.all(
    ["dist/program/stamp.json", "dist/terminal/stamp.json", "package-lock.json"].map(async (path) =>
      JSON.parse(await readFile(join(root, path), "utf8")),
    ),
  );
  const beside = Object.entries(lock.packages)
    .filter(
      ([path, { dev, optional, devOptional, link }]) =>
        path.startsWith("node_modules/") && !(dev || optional || devOptional || link),
    )
    .map(([path]) => path.slice("node_modules/".length));
  const shipped = await Promise.all([
    ...program.packages.map((/** @type {string} */ folder) => shippedFrom(root, folder, "program")),
    ...page.packages.map((/** @type {string} */ folder) => shippedFrom(root, folder, "page")),
    ...beside.map((folder) => shippedFrom(root, folder, "beside")),
  ]);
  const unread = shipped.filter(({ licence, text }) => !LICENCES.includes(licence) || text === "");
  if (unread.length > 0) {
    const list = unread
      .map(({ name, version, licence }) => `${name} ${version} (${licence || "none"})`)
      .join(", ");
    throw new Error(
      `licences that are not among those of scripts/notices.mjs, or without their text: ${list}`,
    );
  }
  return shipped;
}

/**
 * @param {string} root
 * @param {string} folder in `node_modules`
 * @param {keyof typeof PLACES} place
 * @returns {Promise<Shipped>}
 */
async function shippedFrom(root, folder, place) {
  const home = join(root, "node_modules", folder);
  const {
    name,
    version,
    license = "",
    author,
  } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  return {
    name,
    version,
    licence: license,
    place,
    text: (await textIn(home)) ?? (await textOf(root, license, author)),
  };
}

/**
 * The licences and notices in a package's folder.
 *
 * @param {string} home
 * @returns {Promise<string | undefined>} undefined where it has none
 */
async function textIn(home) {
  const entries = await readdir(home, { withFileTypes: true });
  const named = entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => /^(?:licen[cs]e|notice|copying|third-party)|\.licen[cs]e\.txt$/i.test(name));
  const files = (
    await Promise.all(
      named.map(async (entry) => {
        const path = join(home, entry.name);
        return entry.isFile() ? [path] : (await readdir(path)).sort().map((name) => join(path, name));
      }),
    )
  ).flat();
  if (files.length === 0) return undefined;
  const texts = new Set(await Promise.all(files.map((file) => readFile(file, "utf8"))));
  // What follows in Vite's is the licences of what Vite itself is built of, and nothing of that is in a
  // bundle of its making.
  return [...texts]
    .map((text) =>
      text
        .replace(/^# Licenses of bundled dependencies$.*/ms, "")
        .replaceAll("\r\n", "\n")
        .trim(),
    )
    .join("\n\n");
}

/**
 * The words of a licence that a package names without bringing them.
 *
 * @param {string} root
 * @param {string} licence
 * @param {string | { readonly name: string } | undefined} author
 */
async function textOf(root, licence, author) {
  const words = await readFile(join(root, `scripts/notices/${licence}.txt`), "utf8").catch(() => undefined);
  if (words === undefined) return "";
  return `Copyright (c) ${typeof author === "object" ? author.name : author}\n\n${words.trim()}`;
}

/** @param {readonly Shipped[]} shipped */
export function noticesOf(shipped) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const numberOf = (/** @type {string} */ text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size + 1);
    return `[${numbers.get(text)}]`;
  };
  const lists = Object.entries(PLACES).map(([place, title]) => {
    const lines = shipped
      .filter((one) => one.place === place)
      .map(
        ({ name, version, licence, text }) =>
          `  ${`${name} ${version}`.padEnd(56)} ${licence.padEnd(14)} ${numberOf(text)}`,
      );
    return `${title}\n\n${[...new Set(lines)].sort().join("\n")}\n`;
  });
  const texts = [...numbers].map(([text, number]) => `${"-".repeat(80)}\n[${number}]\n\n${text}\n`);
  return `${[HEAD, ...lists, ...texts].join("\n")}`;
}
