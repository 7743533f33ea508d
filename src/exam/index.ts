/** The parts of an examination that the command line needs. */
export type { ExamReport, PaperReport } from "./exam.ts";
export { examine } from "./exam.ts";
export { textOf } from "./happening.ts";
export { type Paper, papers } from "./papers.ts";
export { examHtml } from "./report/html.ts";
export { examXml } from "./report/junit.ts";
