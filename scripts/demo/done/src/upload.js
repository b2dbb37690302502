/** Sends the chunks of a file; `store` may break off at any time. Returns how far it came, to begin there again. */
export function upload(chunks, store, from = 0) {
  let at = from;
  try {
    for (; at < chunks.length; at++) store(chunks[at]);
  } catch {
    return at;
  }
  return at;
}
