// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts
import { describe, expect, test } from "vitest";
import { findingsOf, wordsAt } from "./contract-rule.testkit.ts";
import { deletesOutside } from "./deletes-outside.ts";

describe("reports", () => {
  test.each([
    ["rm -rf /", "/"],
    ["rm /etc/hosts", "/etc/hosts"],
    ["rm -rf /tmp/../etc", "/tmp/../etc"],
    ["rm -rf /etc/*", "/etc/*"],
    ["rm -rf ~", "~"],
    ["rm -rf ~/x", "~/x"],
    ["rm -rf ~other/x", "~other/x"],
    ['rm -rf "$HOME/x"', '"$HOME/x"'],
    ["rm -rf ${HOME}/x", "${HOME}/x"],
    ["rm -rf ..", ".."],
    ["rm -rf src/../../x", "src/../../x"],
    ["rm -rf ../*", "../*"],
    ['rm -rf "$DIR/build"', '"$DIR/build"'],
    ["rm -r $DIR/", "$DIR/"],
    ["rm -rf $(cat dir)/x", "$(cat dir)/x"],
    ["DIR=/etc; rm -rf $DIR/x", "$DIR/x"],
    ["rmdir ../x", "../x"],
    ["shred -u /etc/x", "/etc/x"],
    ["mv /etc/hosts x", "/etc/hosts"],
    ["mv -t out ~/x", "~/x"],
    ["find / -name x -delete", "/"],
    ["find -L .. -type f -exec rm {} +", ".."],
    ["git clean -fdx ..", ".."],
    ["git -C ../other clean -fdx", "../other"],
    ["cd / && rm -rf etc", "etc"],
    ["cd ~ && rm -rf x", "x"],
    ["cd .. && rm -rf x", "x"],
    ["sudo rm -rf /opt/x", "/opt/x"],
    ["bash -c 'rm -rf /opt/x'", "/opt/x"],
    ["git ls-files | xargs rm -rf /opt/x", "/opt/x"],
    ["npm test; x=$(rm -rf /opt/x)", "/opt/x"],
  ])("%j", (command, words) => {
    expect(wordsAt(deletesOutside, command)).toEqual([words]);
  });
});

describe("allows", () => {
  test.each([
    "rm -rf dist build/*.o",
    "rm -rf ./out && rm -f a.log",
    "rm -rf src/../dist",
    "cd web && rm -rf ../dist",
    "rm -rf /tmp/x /var/tmp/y",
    "rm -rf *",
    'rm "$DIR/x"',
    'rm -rf "$DIR"',
    'rm -rf "${DIR:?}/build"',
    'rm -rf "$PWD/build"',
    'rm -rf "$TMPDIR/x" "${RUNNER_TEMP}/y" $GITHUB_WORKSPACE/dist',
    'rm -rf "$(pwd)/build"',
    'tmp=$(mktemp -d); rm -rf "$tmp/x"',
    'for d in a b; do rm -rf "$d/out"; done',
    "DIR=out; rm -rf $DIR/x",
    "mv a /tmp/b && mv a ../b",
    "find . -name '*.tmp' -delete",
    "find / -name x",
    "git clean -fdx",
    "git rm --cached x",
    'cd "$DIR" && rm -rf ../x',
    "echo rm -rf /",
    "rm -rf -- dist",
    "rm -rf / (",
  ])("%j", (command) => {
    expect(wordsAt(deletesOutside, command)).toEqual([]);
  });
});

test("says what the path becomes and what to write instead", () => {
  expect(findingsOf(deletesOutside, 'rm -rf "$DIR/build"')).toEqual([
    {
      words: '"$DIR/build"',
      message: '`"$DIR/build"` begins at `/` where `DIR` is not set',
      help: "write `${DIR:?}`, which stops instead, or a path below the workspace",
    },
  ]);
});
