/**
 * What the page's documents may do: run and fetch what this venue serves, and nothing else. Sockets of the
 * same origin count as the page's own.
 *
 * The two hashes are those of the only inline styles there are: react-aria puts them into the head by itself,
 * the first for presses, the second for overlays on iOS. test/browser/terminal.test.ts compares them with the
 * installed package.
 */
export const STYLE_HASHES = [
  "sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=",
  "sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=",
] as const;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${STYLE_HASHES.map((hash) => `'${hash}'`).join(" ")}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Headers of everything the page consists of. */
export const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()",
} as const;
