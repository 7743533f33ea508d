/**
 * Unpacks the packaged Chromium into `node_modules/unpacked`: the browser, the libraries it needs beside the
 * C library and a font, so that it starts on a machine that has neither. The folder appears when all is in
 * it.
 */
import { mkdtemp, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

const packed = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));
const installed = join(import.meta.dirname, "node_modules");
const folder = await mkdtemp(join(installed, "unpacking-"));

process.env["TMPDIR"] = folder; // the package unpacks into the folder for temporary files
for (const name of ["chromium.br", "al2023.tar.br", "fonts.tar.br"]) await inflate(join(packed, name));
const fonts = '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n';
await writeFile(join(folder, "fonts.conf"), fonts);
await rename(folder, join(installed, "unpacked"));
