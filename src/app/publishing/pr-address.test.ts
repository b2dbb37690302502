import { expect, test } from "vitest";
import { compareAddress, withoutSecrets } from "./pr-address.ts";

test.each([
  ["git@github.com:acme/shop.git", "https://github.com/acme/shop/compare/plan/cart?expand=1"],
  ["https://github.com/acme/shop", "https://github.com/acme/shop/compare/plan/cart?expand=1"],
  ["https://me:token@github.com/acme/shop.git/", "https://github.com/acme/shop/compare/plan/cart?expand=1"],
  [
    "ssh://git@gitlab.example.org:2222/group/sub/shop.git",
    "https://gitlab.example.org/group/sub/shop/-/merge_requests/new?merge_request[source_branch]=plan%2Fcart",
  ],
  ["git@bitbucket.org:acme/shop.git", "https://bitbucket.org/acme/shop/pull-requests/new?source=plan%2Fcart"],
  ["git@git.example.org:acme/shop.git", null],
  ["/srv/shop.git", null],
  ["file:///srv/github/shop.git", null],
])("knows where a pull request for %s is opened", (remote, address) => {
  expect(compareAddress(remote, "plan/cart")).toBe(address);
});

test("tells nobody the password in an address", () => {
  expect(withoutSecrets("fatal: https://me:token@github.com/acme/shop.git refuses")).toBe(
    "fatal: https://github.com/acme/shop.git refuses",
  );
});
