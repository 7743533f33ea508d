import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { shippedPackages } from "./notices.mjs";

/**
 * @typedef {object} Bill as npm prints it
 * @property {{ component: { readonly "bom-ref": string } }} metadata
 * @property {readonly { readonly "bom-ref": string }[]} components
 * @property {readonly { readonly ref: string, readonly dependsOn: readonly string[] }[]} dependencies
 */

/**
 * What a release is made of, for programs that look for weaknesses and licences: of npm's list of everything
 * in the repository, tools included, what THIRD-PARTY-NOTICES names; each with the places where it is, as
 * `outcry:place`.
 *
 * @param {string} root the repository, built
 * @param {string} listed what `npm sbom --sbom-format cyclonedx --package-lock-only` prints
 * @returns {Promise<string>} CycloneDX, JSON
 */
export async function billOfMaterials(root, listed) {
  /** @type {Bill} */
  const bill = JSON.parse(listed);
  const { name } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const shipped = await shippedPackages(root);
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const { name, version, place } of shipped) {
    const ref = `${name}@${version}`;
    places.set(ref, (places.get(ref) ?? new Set()).add(place));
  }
  // npm takes the name of the folder.
  Object.assign(bill.metadata.component, { name, type: "application" });
  bill.components = bill.components.flatMap((component) => {
    const where = places.get(refOf(component));
    if (where === undefined) return [];
    const properties = [...where].sort().map((place) => ({ name: "outcry:place", value: place }));
    return [{ ...component, scope: "required", properties }];
  });
  const kept = new Set([refOf(bill.metadata.component), ...bill.components.map(refOf)]);
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => kept.has(other)),
    }));
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** @param {{ readonly "bom-ref": string }} component */
function refOf(component) {
  return component["bom-ref"];
}
