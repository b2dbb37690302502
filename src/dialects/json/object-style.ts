import type { JsonMap } from "./scan.ts";

export type Values = { [name: string]: string | number | readonly string[] | Values };

/**
 * How an object is laid out: what stands between a name and its value, and between two members. An object on one line
 * has its `pad` inside the braces; one over several lines has none, and goes `unit` deeper with every level.
 */
export type Layout = { colon: string; gap: string; unit: string; pad: string | null };

/** As its author wrote the object. */
export function layoutOf(text: string, map: JsonMap): Layout {
  const [first] = map.members;
  if (!first) return { colon: ": ", gap: " ", unit: "", pad: " " };
  const lead = text.slice(map.span.start + 1, first.key.start - 1);
  const colon = text[first.key.end + 1] === ":" && /\S/.test(text[first.key.end + 2] ?? "") ? ":" : ": ";
  if (!/[\r\n]/.test(lead)) return { colon, gap: colon.slice(1), unit: "", pad: lead === "" ? "" : " " };
  const indent = blanksBefore(text, first.key.start - 1);
  const outer = blanksBefore(text, map.span.end - 1);
  const unit = indent.startsWith(outer) && indent.length > outer.length ? indent.slice(outer.length) : "  ";
  return { colon, gap: `\n${indent}`, unit, pad: null };
}

/** The text that adds members behind the last one, and its place. */
export function addition(text: string, map: JsonMap, values: Values): { text: string; at: number } {
  const layout = layoutOf(text, map);
  const last = map.members.at(-1)?.value;
  const written = membersText(values, layout);
  if (!last) return { text: ` ${written} `, at: map.span.start + 1 };
  return { text: `,${layout.gap}${written}`, at: last.type === "text" ? last.token.end : last.span.end };
}

/** An object as the value of a member. */
export function objectText(values: Values, layout: Layout): string {
  const { gap, unit, pad } = layout;
  if (pad !== null) return `{${pad}${membersText(values, layout)}${pad}}`;
  const inner = { ...layout, gap: gap + unit };
  return `{${inner.gap}${membersText(values, inner)}${gap}}`;
}

function membersText(values: Values, layout: Layout): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const written = isObject(value) ? objectText(value, layout) : JSON.stringify(value);
      return `${JSON.stringify(name)}${layout.colon}${written}`;
    })
    .join(`,${layout.gap}`);
}

const isObject = (value: Values[string]): value is Values => typeof value === "object" && !Array.isArray(value);

/** The white space between the start of the line and that place; nothing when something else stands there. */
function blanksBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? "")) start--;
  return start === 0 || /[\r\n]/.test(text[start - 1] ?? "") ? text.slice(start, at) : "";
}
