/** A text without any of these characters at its end. No regular expression: on a long row of them it takes quadratic time. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
