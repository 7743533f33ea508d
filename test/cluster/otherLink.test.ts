import { expect, test } from "vitest";
import { ContactLost } from "../../src/kernel/journal/fenced/logStore.ts";
import { withBug } from "../plantedBug.ts";
import { look } from "../venue/client.ts";
import { LEASE_MS, nodesOfTest, pair } from "./nodes.ts";

const FOLDERS = ["src/assembly/venue/", "src/assembly/cluster/"];

/** A node of a build with another version of the link. */
const OTHER = {
  file: "src/assembly/cluster/link/http2Wire.ts",
  find: 'const LINK_VERSION = "4";',
  replace: 'const LINK_VERSION = "5";',
};
/** One of a build that said nothing of versions. */
const SILENT = {
  file: "src/assembly/cluster/link/http2Wire.ts",
  find: 'const VERSION_FIELD = "outcry-link";',
  replace: 'const VERSION_FIELD = "outcry-other";',
};

type Venues = typeof import("../../src/assembly/venue/index.ts");

test.each([
  [
    "another link",
    OTHER,
    /speaks version 4 of the link between nodes, and this one version 5\. Start this node/,
  ],
  [
    "no version",
    SILENT,
    /speaks version none of the link between nodes, and this one version 4\. Start this node/,
  ],
])("a node with %s does not start, and says why", async (name, build, says) => {
  const { startVenue } = await withBug<Venues>(name, build, "src/assembly/venue/index.ts", FOLDERS);
  const { nodes, a } = await pair();
  await expect(nodes.start("other", {}, startVenue)).rejects.toThrow(says);
  expect((await look(a.baseUrl, "depth?symbol=cmt_btcusdt")).status).toBe(200);
  expect(a.engine.state).toBe("running");
});

test("a node that follows one whose link it does not speak says so once, and leads when it can", async () => {
  const { startVenue } = await withBug<Venues>(
    "led by another link",
    OTHER,
    "src/assembly/venue/index.ts",
    FOLDERS,
  );
  const nodes = nodesOfTest();
  const a = await nodes.start("a");
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, text: string) => void errors.push(text) };
  const b = await nodes.start("b", { log });
  let isCut = true;
  nodes.store.way = ({ name }) => {
    if (isCut && name === "b") throw new ContactLost("cut off"); // so that it does not lead in the place of the other
  };
  await nodes.passing(a.stop());
  const other = await nodes.start("other", {}, startVenue);
  expect(other.engine.state).toBe("running");
  isCut = false;
  await nodes.until(() => errors.length > 0);
  await nodes.clock.advance(5 * LEASE_MS);
  expect(errors).toEqual([
    expect.stringMatching(/speaks version 5 of the link between nodes, and this one version 4\./),
  ]);
  expect(b.engine.state).toBe("following");
  await nodes.passing(other.stop());
  await nodes.until(() => b.engine.state === "running");
});
