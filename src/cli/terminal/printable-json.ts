/** JSON leaves characters raw that a terminal would obey; as escapes they mean the same. */
export function printableJson(value: unknown, indent = 2): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    escaped,
  );
}
