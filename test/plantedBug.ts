import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * A mistake made on purpose, to see a trial find it: what stands in the place of a text that a source file
 * holds once.
 */
export interface PlantedBug {
  /** Its path from the project's folder. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const ROOT = join(import.meta.dirname, "..");

/**
 * A module of this project as it would be with the bug: it is loaded once more, and with it all that it
 * imports of the project.
 *
 * @param name of the bug; what is loaded bears it, so two bugs have two
 * @param path from the project's folder
 * @param folders what lies in others is loaded once for all bugs; it must not import what is in these.
 * Default: none does
 * @throws Error when the file does not hold the text exactly once, or is not among what is loaded
 */
export async function withBug<Module>(
  name: string,
  { file, find, replace }: PlantedBug,
  path: string,
  folders: readonly string[] = [""],
): Promise<Module> {
  const places = readFileSync(join(ROOT, file), "utf8").split(find).length - 1;
  if (places !== 1) throw new Error(`${file} must hold once, and holds ${places} times: ${find}`);
  const root = `${pathToFileURL(ROOT).href}/`;
  // Another file of tests may have a bug of this name, in the same process.
  const mark = `?planted=${`${name} in ${path}`.replaceAll(/\W+/g, "-")}`;
  let isPlanted = false;
  const hooks = registerHooks({
    resolve: (specifier, context, resolve) => {
      const found = resolve(specifier, context);
      const isOurs =
        folders.some((folder) => found.url.startsWith(root + folder)) &&
        !found.url.includes("/node_modules/");
      return isOurs && context.parentURL?.endsWith(mark) ? { ...found, url: found.url + mark } : found;
    },
    load: (url, context, load) => {
      const loaded = load(url, context);
      if (url !== `${root}${file}${mark}`) return loaded;
      isPlanted = true;
      return { ...loaded, source: String(loaded.source).replace(find, () => replace) };
    },
  });
  try {
    const module: Module = await import(/* @vite-ignore */ root + path + mark);
    if (!isPlanted) throw new Error(`${file} is not among what ${path} imports`);
    return module;
  } finally {
    hooks.deregister();
  }
}
