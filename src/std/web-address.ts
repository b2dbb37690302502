/**
 * What is wrong with the address of a service, as the end of a sentence that begins with its name; null when nothing is.
 * It names one host, and nothing in it is secret: addresses are printed, and handed on as they are.
 */
export function faultOfAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return "is no address such as https://proxy.example.com/v1";
  if (url.username !== "" || url.password !== "") return "holds a user or a password, which do not belong there";
  if (/[?#]/.test(text)) return "goes on after its path with `?` or `#`, which does not belong there";
  if (!ONE_HOST.test(url.hostname)) return `names no single host: \`${url.hostname}\``;
  return null;
}

/** A name or an address; a star would mean many of them. */
const ONE_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;
