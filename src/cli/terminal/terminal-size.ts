/** How much a terminal shows. Some report nothing, or nothing yet; then it is as wide as terminals used to be. */
export const terminalSize = ({
  columns,
  rows,
}: {
  columns?: number;
  rows?: number;
}): { width: number; height: number } => ({
  width: columns || 80,
  height: rows || 24,
});
