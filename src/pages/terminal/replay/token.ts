const TOKEN = /^#token=([\w-]+)$/;

/**
 * The operator's token in the page's address, which `outcry replay` prints. It is taken out of there, so that
 * it is in no bookmark and no picture, and stays in the memory of the page; what stands behind `#` is never
 * sent.
 */
export function takeToken(): string | undefined {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return token;
}
