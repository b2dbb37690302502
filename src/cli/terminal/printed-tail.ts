/** The end of what a program prints, as its pieces come: a line, or a character, may come in two of them. */
export function printedTail(): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder();
  let text = "";
  return (bytes) => {
    text = `${text}${decoder.decode(bytes, { stream: true })}`.slice(-LONGEST);
    return text;
  };
}

const LONGEST = 2000;
