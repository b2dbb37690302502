/** Sends the chunks of a file; `store` may break off at any time. */
export function upload(chunks, store) {
  for (const chunk of chunks) store(chunk);
}
