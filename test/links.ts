export type Link = { path: string; anchor: string };

/** The links of a page that lead to other pages, or to a heading; not those inside of fences and code. */
export function linksIn(page: string): Link[] {
  const prose = page.replaceAll(/^(`{3,})[^\n]*\n.*?^\1$/gms, "").replaceAll(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return { path, anchor };
    });
}

/** The anchors of a page's headings, as forges make them. */
export function anchorsOf(page: string): string[] {
  const headings = page.replaceAll(/^(`{3,})[^\n]*\n.*?^\1$/gms, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
