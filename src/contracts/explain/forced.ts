/**
 * What the harness has set in a contract's environment, as a line for whoever reads of a failure; null where the words of it
 * do not sound as if that mattered: of colours, of times, of languages.
 */
export function forced(told: readonly string[], environment: Readonly<Record<string, string>>): string | null {
  if (!told.some((line) => ABOUT_SURROUNDINGS.test(line))) return null;
  const set = NAMES.flatMap((name) => (environment[name] === undefined ? [] : [`${name}=${environment[name]}`]));
  return `contracts run with ${set.join(", ")}`;
}

/** What programs behave differently by; the rest is only there to be found. */
const NAMES = ["CI", "LANG", "TERM", "TZ"];

const ABOUT_SURROUNDINGS =
  /\b(?:CI|LANG|LC_\w+|TERM|TZ|UTC|GMT|(?:\w+_)?COLOR|colou?r(?:s|ed)?|time ?zones?|locales?|utf-?8)\b|\\(?:u001b|x1b|e)\[/i;
