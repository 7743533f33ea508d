import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { shippedPackages } from "./notices.mjs";

/**
 * What a release is made of, for programs that look for weaknesses and licences: of npm's list of everything in the repository, tools
 * included, what THIRD-PARTY-NOTICES names; each with the places where it is, as `outcry:place`.
 *
 * @param {string} root the repository, built
 * @param {string} listed what `npm sbom --sbom-format cyclonedx --package-lock-only` prints
 * @returns {Promise<string>} CycloneDX, JSON
 */
export async function billOfMaterials(root, listed) {
  const bill = JSON.parse(listed);
  const { name } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const shipped = await shippedPackages(root);
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const { name, version, place } of shipped) {
    const ref = `${name}@${version}`;
    places.set(ref, (places.get(ref) ?? new Set()).add(place));
  }
  const listedRefs = new Set(bill.components.map(refOf));
  // What a package was built of, and npm does not know.
  const brought = shipped
    .filter(({ name, version }) => !listedRefs.has(`${name}@${version}`))
    .map(componentOf);
  // npm takes the name of the folder.
  bill.metadata.component = { ...bill.metadata.component, name, type: "application" };
  bill.components = [...bill.components, ...brought].flatMap((component) => {
    const where = places.get(refOf(component));
    if (where === undefined) return [];
    const properties = [...where].sort().map((place) => ({ name: "outcry:place", value: place }));
    return [{ ...component, scope: "required", properties }];
  });
  const kept = new Set([refOf(bill.metadata.component), ...bill.components.map(refOf)]);
  bill.dependencies = [
    ...bill.dependencies,
    ...brought.map((component) => ({ ref: refOf(component), dependsOn: [] })),
  ]
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((/** @type {string} */ other) => kept.has(other)),
    }));
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** @param {{ readonly "bom-ref": string }} component */
function refOf(component) {
  return component["bom-ref"];
}

/** @param {import("./notices.mjs").Shipped} shipped */
function componentOf({ name, version, licence }) {
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: licence } }],
  };
}
