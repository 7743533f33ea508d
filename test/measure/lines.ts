/** How comments look in a language, by the ending of its files' names. */
const COMMENTS: Readonly<
  Record<string, { readonly line?: string; readonly block?: readonly [string, string] }>
> = {
  ts: { line: "//", block: ["/*", "*/"] },
  tsx: { line: "//", block: ["/*", "*/"] },
  mjs: { line: "//", block: ["/*", "*/"] },
  css: { block: ["/*", "*/"] },
  html: { block: ["<!--", "-->"] },
  py: { line: "#" },
  sh: { line: "#" },
};

/** The first line of an import, and of a re-export; it ends with the line that names the module. */
const IMPORT = /^(?:import\b(?!\s*\(|\.)|export\s+(?:type\s+)?(?:\*|\{))/;
const MODULE = /(?:\bfrom|^import)\s*["'].*["'];?$/;

/** Whether a file is written in a language whose code is counted. */
export function isSource(path: string): boolean {
  return endingOf(path) in COMMENTS;
}

/**
 * Lines of code: neither blank nor only comment, and no part of an import or a re-export, which say where
 * something is and not what is done. Line by line: a comment counts where it stands alone.
 */
export function codeLines(path: string, text: string): number {
  const { line, block } = COMMENTS[endingOf(path)]!;
  let count = 0;
  let isInComment = false;
  /** Lines of what may turn out to be an import; they count if it does not. */
  let pending = 0;
  for (const each of text.split("\n").map((raw) => raw.trim())) {
    if (isInComment) {
      isInComment = !each.includes(block![1]);
      continue;
    }
    if (each === "" || (line !== undefined && each.startsWith(line))) continue;
    if (block !== undefined && each.startsWith(block[0])) {
      isInComment = !each.includes(block[1], block[0].length);
      continue;
    }
    if (pending > 0 || IMPORT.test(each)) {
      pending += 1;
      if (MODULE.test(each)) pending = 0;
      else if (each.endsWith("};") || each.endsWith(";")) {
        count += pending;
        pending = 0;
      }
      continue;
    }
    count += 1;
  }
  return count + pending;
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
