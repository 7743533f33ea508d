import type { ErrorName } from "./errors.ts";

/** The languages of error texts. A Chinese text is a Chinese phrase, followed by the whole English text. */
export type Language = "en" | "zh";

/** The language of a `locale` header: Chinese for `zh` and `zh-CN`, else English. */
export function languageOf(locale: string | undefined): Language {
  return locale !== undefined && /^zh([-_](cn|hans))?$/i.test(locale) ? "zh" : "en";
}

/**
 * The status words with which the refusal of a command begins. They stay in front in every language, since
 * clients look at how a text begins.
 */
const STATUS_WORD = /^(?:INVALID_ARGUMENT|FAILED_PRECONDITION|RESOURCE_EXHAUSTED): /;

/**
 * The text of an error in a language. It always contains the whole English text, since programs search for
 * fragments of that whatever language their user reads.
 */
export function inLanguage(language: Language, kind: ErrorName, english: string): string {
  if (language === "en") return english;
  const status = STATUS_WORD.exec(english)?.[0] ?? "";
  return `${status}${chinese[kind]}: ${english.slice(status.length)}`;
}

const chinese: Readonly<Record<ErrorName, string>> = {
  keyMissing: "请求头 ACCESS_KEY 不能为空",
  signMissing: "请求头 ACCESS_SIGN 不能为空",
  timestampMissing: "请求头 ACCESS_TIMESTAMP 不能为空",
  timestampInvalid: "无效的 ACCESS_TIMESTAMP",
  keyUnknown: "无效的 ACCESS_KEY",
  contentTypeInvalid: "无效的 Content_Type，请使用 application/json",
  timestampExpired: "请求时间戳已过期",
  signatureWrong: "签名验证失败",
  passphraseMissing: "请求头 ACCESS_PASSPHRASE 不能为空",
  passphraseWrong: "API key 或 passphrase 错误",
  accountFrozen: "账户已冻结",
  permissionMissing: "权限无效",
  refused: "操作被拒绝",
  parameterMissing: "参数校验失败",
  bodyMalformed: "参数校验失败",
  requestMalformed: "参数校验失败",
  addressRefused: "无效的 IP 请求",
  parameterBlank: "参数不能为空",
  parameterInvalid: "参数无效",
  combinationInvalid: "参数无效",
  timeInForceInvalid: "参数无效",
  orderTypeInvalid: "参数无效",
  sideInvalid: "参数无效",
  precisionExceeded: "参数无效",
  timeSpanTooLong: "参数无效",
  timesReversed: "参数无效",
  clientIdInvalid: "参数无效",
  clientIdTaken: "操作被拒绝",
  sizeTooLarge: "操作被拒绝",
  permissionInsufficient: "权限不足",
  apiRestricted: "API 权限已被禁用",
  batchTooLarge: "单次撤单数量超过上限",
  orderNotFound: "订单不存在",
  leverageTooHigh: "杠杆倍数超过上限",
  placementForbidden: "权限不足",
  pairClosed: "权限不足",
  cancelNotFound: "订单不存在",
  handshakeRefused: "握手被拒绝",
  upgradeRequired: "需要升级协议",
  versionRetired: "该版本接口已停用",
  pathNotFound: "路径不存在",
  dialectOff: "路径不存在",
  methodNotAllowed: "请求方法不被允许",
  bodyTooLarge: "请求体过大",
  hostRefused: "不支持该主机名",
  rateLimited: "请求过于频繁",
  unavailable: "服务暂不可用",
  internal: "内部错误",
};
