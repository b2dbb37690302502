import { Lexer } from "yaml";
import type { SourceFile } from "../../diagnostics/span.ts";
import { readFrontmatter } from "./frontmatter.ts";

/** How many comments a Markdown file has, in its frontmatter and in its text. */
export function commentsIn(source: SourceFile): number {
  if (!/\.(?:md|markdown)$/i.test(source.path)) return 0;
  const { span, bodyFrom } = readFrontmatter(source);
  const inYaml = [...new Lexer().lex(source.text.slice(span.start, span.end))].filter((token) => token.startsWith("#"));
  return inYaml.length + (source.text.slice(bodyFrom).match(/<!--/g)?.length ?? 0);
}
