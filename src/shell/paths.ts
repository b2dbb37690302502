/**
 * A path as seen from the repository's top (`""` is the top itself), with `.` and `..` worked out.
 * What leaves the repository begins with `/`, `~` or `..`.
 */
export function resolvePath(folder: string, path: string): string {
  if (path.startsWith("/")) return `/${normal(path.split("/"), false).join("/")}`;
  if (folder.startsWith("/")) return resolvePath("", `${folder}/${path}`);
  if (folder === "~" || folder.startsWith("~/")) {
    const below = normal([...folder.split("/").slice(1), ...path.split("/")], true);
    return ["~", ...below].join("/");
  }
  return normal([...folder.split("/"), ...path.split("/")], true).join("/");
}

export const leavesRepository = (path: string): boolean => /^(?:\/|~(?:\/|$)|\.\.(?:\/|$))/.test(path);

function normal(segments: readonly string[], canClimb: boolean): string[] {
  const result: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") result.push(segment);
    else if (result.length > 0 && result.at(-1) !== "..") result.pop();
    else if (canClimb) result.push("..");
  }
  return result;
}
