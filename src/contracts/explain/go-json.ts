/** The text that `go test -json` wraps line by line, or the lines as they are. */
export function goTextOf(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.startsWith('{"Time":"') || line.startsWith('{"Action":"'))) return lines;
  return lines.flatMap((line) => {
    const output = line.startsWith("{") ? outputIn(line) : line;
    return output === null ? [] : output.replace(/\n$/, "").split("\n");
  });
}

function outputIn(line: string): string | null {
  try {
    const event: unknown = JSON.parse(line);
    const isEvent = typeof event === "object" && event !== null && "Output" in event;
    return isEvent && typeof event.Output === "string" ? event.Output : null;
  } catch {
    return null;
  }
}
