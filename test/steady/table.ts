import type { FileCost } from "./fileCosts.ts";

const PROVES_MAX_CHARS = 240;

/** Tables for people: a row a file, the dearest first, the mean of its runs; and a row for each name that `npm test -- NAME` takes. */
export function tableOf(costs: readonly FileCost[]): string {
  const byFile = new Map<string, FileCost[]>();
  for (const cost of costs) byFile.set(cost.file, [...(byFile.get(cost.file) ?? []), cost]);
  const rows = [...byFile].map(([file, runs]) => ({
    file,
    seconds: meanOf(runs.map(({ seconds }) => seconds)),
    processorSeconds: meanOf(runs.map(({ processorSeconds }) => processorSeconds)),
    tests: runs[0]!.tests,
    proves: runs[0]!.proves.join("; ").replaceAll("|", "\\|").slice(0, PROVES_MAX_CHARS),
  }));
  rows.sort((a, b) => b.processorSeconds - a.processorSeconds);
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const total = `${rows.length} files, ${sum(({ tests }) => tests)} tests, ${sum((row) => row.processorSeconds).toFixed(0)} s of processors`;
  const byName = new Map<string, number>();
  for (const { file, processorSeconds } of rows) {
    const name = nameOf(file);
    byName.set(name, (byName.get(name) ?? 0) + processorSeconds);
  }
  const names = [...byName].sort(([, a], [, b]) => b - a).map(([name, s]) => `| ${name} | ${s.toFixed(1)} |`);
  const lines = rows.map(
    ({ file, seconds, processorSeconds, tests, proves }) =>
      `| ${file} | ${processorSeconds.toFixed(1)} | ${seconds.toFixed(1)} | ${tests} | ${proves} |`,
  );
  const parts = `| Part | Processors, s |\n|---|---|\n${names.join("\n")}\n`;
  return `${total}\n\n${parts}\n| File | Processors, s | On the clock, s | Tests | Proves |\n|---|---|---|---|---|\n${lines.join("\n")}\n`;
}

/** `core` for `src/core/…`, `test/core/…` and `test/coreDirections.test.ts`. */
function nameOf(file: string): string {
  const [, second = ""] = file.split("/");
  return second.replace(/(?:[A-Z]\w*)?\.test\.ts$/, "");
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
