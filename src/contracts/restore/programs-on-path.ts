import { normalPath } from "../../plan/files.ts";
import { leavesRepository } from "../../shell/paths.ts";

/** Folders of the repository that a script, a recipe or a config puts on PATH, as far as their names can be read. */
export const programFoldersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w$])PATH["']?[ \t]{0,9}[:?+]{0,2}[=:][ \t]{0,9}([^\n;]{1,300})/g)].flatMap((match) =>
    (match[1] ?? "")
      .split(/[:\s"']+/)
      .map((folder) =>
        folder.replace(/^\$(?:\(CURDIR\)|\{CURDIR\}|PWD|\{PWD\}|\(PWD\)|\(pwd\)|\(shell pwd\))\/?/, "./"),
      )
      .filter((folder) => /^(?:\.|\w)/.test(folder) && !/[$(){}]/.test(folder))
      .map(normalPath)
      .filter((folder) => !leavesRepository(folder)),
  );

/** Programs that checks are made of. A repository that has one of its own has it on its base. */
export const isProgramOfSystem = (name: string): boolean => PROGRAMS.test(name);

const PROGRAMS =
  /^(?:\[|test|true|false|sh|bash|dash|zsh|env|cat|cmp|comm|cp|cut|date|diff|dirname|basename|echo|printf|expr|find|grep|egrep|fgrep|rg|head|tail|ls|mkdir|mktemp|mv|rm|sed|awk|gawk|mawk|perl|seq|sleep|sort|stat|tee|timeout|touch|tr|uniq|wc|which|xargs|jq|yq|curl|git|make|gmake|cmake|ctest|ninja|just|cc|gcc|clang|ld|node|nodejs|npm|npx|pnpm|yarn|bun|deno|tsc|tsx|vitest|jest|mocha|python\d?(?:\.\d+)?|pip\d?|pytest|tox|nox|uv|poetry|ruby|bundle|rspec|rake|php|phpunit|composer|go|gofmt|cargo|rustc|rustup|java|javac|mvn|gradle|dotnet|bats|shellcheck)$/;
