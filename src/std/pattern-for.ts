/**
 * The pattern to read a text with: a plain one where the text is plain ASCII, as nearly all are, else one with the
 * classes of Unicode. Both must mean the same in ASCII. V8 takes a millisecond to build such a class, so it is made on
 * its first use.
 */
export function patternFor(plain: RegExp, unicode: () => RegExp): (text: string) => RegExp {
  let made: RegExp | undefined;
  return (text) => {
    if (/^[\0-\x7f]*$/.test(text)) return plain;
    made ??= unicode();
    return made;
  };
}
