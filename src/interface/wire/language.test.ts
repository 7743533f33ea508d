import { expect, test } from "vitest";
import { inLanguage, languageOf } from "./language.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["en-US", "en"],
  ["ja-JP", "en"],
  ["zh", "zh"],
  ["zh-CN", "zh"],
  ["ZH-cn", "zh"],
  ["zh-TW", "en"],
] as const)("locale %s: %s", (locale, language) => expect(languageOf(locale)).toBe(language));

test("English is as it is", () => {
  expect(inLanguage("en", "parameterInvalid", "Parameter symbol is invalid")).toBe(
    "Parameter symbol is invalid",
  );
});

test("Chinese keeps the whole English text, and a status name in front", () => {
  expect(inLanguage("zh", "parameterInvalid", "Parameter symbol is invalid")).toBe(
    "参数无效: Parameter symbol is invalid",
  );
  expect(inLanguage("zh", "refused", "INVALID_ARGUMENT: size must match the stepSize '0.1'")).toBe(
    "INVALID_ARGUMENT: 操作被拒绝: size must match the stepSize '0.1'",
  );
});
