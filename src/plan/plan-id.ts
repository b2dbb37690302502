const LONGEST = 50;

/** The kebab-case id a plan gets from its title. Never empty. */
export function slugOf(title: string): string {
  const ascii = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = ascii.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return words.slice(0, LONGEST).replace(/-$/, "") || "plan";
}
