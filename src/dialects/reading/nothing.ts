/** How authors write that a list has no entries. */
export const isNothing = (text: string): boolean =>
  /^(?:none(?: defined| yet)?|nothing|no (?:protected areas|files)|n\/a|[—–-]*)\.?$/i.test(text.trim());
