const LONGEST = 50;

/** The kebab-case id a plan gets from its title. Never empty. */
export function slugOf(title: string): string {
  const words = inAscii(title)
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return shortened(words) || "plan";
}

/** `slug`, or the first of `slug-2`, `slug-3` … that nobody has. */
export function freeId(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number++;
  return `${slug}-${number}`;
}

/** The branch a plan lives on. */
export const branchOf = (id: string): string => `plan/${id}`;

/** The id of the plan that lives on a branch; null for a branch that holds none. */
export function idOfBranch(branch: string): string | null {
  return /^plan\/(.+)$/.exec(branch)?.[1] ?? null;
}

/** Whether a text is made like an id: no folder, option or strange letter is in it, whatever its length. */
export const isLikeId = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);

/** Whether a text can be a plan's id as it stands. */
export const isId = (text: string): boolean => slugOf(text) === text;

/** Letters that do not fall apart into a plain letter and its marks. */
const PLAIN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

function inAscii(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
}

/** As many whole words as fit; a first word that does not fit is cut. */
function shortened(words: readonly string[]): string {
  let slug = (words[0] ?? "").slice(0, LONGEST);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > LONGEST) break;
    slug = `${slug}-${word}`;
  }
  return slug;
}
