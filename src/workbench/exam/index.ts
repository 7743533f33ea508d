/** The parts of an examination that the command line needs. */

export { type ExamCase, examCases } from "./cases.ts";
export type { CaseReport, ExamReport } from "./exam.ts";
export { examine } from "./exam.ts";
export { textOf } from "./happening.ts";
export { examHtml } from "./report/html.ts";
export { examXml } from "./report/junit.ts";
