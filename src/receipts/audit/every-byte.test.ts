import { describe, expect, test } from "vitest";
import type { Signer } from "../../ports/signer.ts";
import { allowedSignersLine } from "../signing-key.ts";
import {
  aProvenBranch,
  aSigner,
  auditOf,
  PLAN,
  type ProvenBranch,
  people,
  signedCommit,
} from "./a-proven-branch.testkit.ts";
import type { Audit } from "./audit.ts";
import { auditBranch } from "./audit-branch.ts";
import { type Files, put, putTree } from "./git-objects.testkit.ts";

/**
 * An attacker who cannot sign changes one byte somewhere, and builds all later commits again, so that git has nothing
 * to complain about. Each run takes other places; `PLACES` many of each object. With `Infinity`, all of them.
 */
const PLACES = 15;

const branch = aProvenBranch();
/** Nothing that was signed with this key can be made again. */
const stranger = aSigner();

describe("a changed byte of a commit breaks the branch, and the commit is named", () => {
  test.each(branch.commits.map(({ name }, index) => [name, index] as const))("%s", async (_, index) => {
    const { id } = at(branch.commits, index);
    const bytes = bytesOf(branch, id);
    for (const place of somePlaces(bytes.length)) {
      const forged = altered(bytes, place);
      const { id: changed, ...rest } = withCommit(branch, index, forged);
      const audit = await auditBranch(auditOf(rest));
      expectBroken(audit, changed, `byte ${place} is ${forged[place]}`);
    }
  });
});

describe("a changed byte of a file breaks the branch", () => {
  const places = branch.commits.flatMap(({ name, files }, index) =>
    [...files.keys()].filter((path) => path.startsWith(".plan/")).map((path) => [name, path, index] as const),
  );
  const firsts = places.filter(
    ([, path], index) => path === PLAN || places.findIndex((each) => each[1] === path) === index,
  );

  test.each(firsts)("%s: %s", async (_, path, index) => {
    const bytes = Buffer.from(at(branch.commits, index).files.get(path) ?? "");
    for (const place of somePlaces(bytes.length)) {
      const forged = altered(bytes, place);
      const { id: changed, ...rest } = withFile(branch, index, path, forged);
      const audit = await auditBranch(auditOf(rest));
      expectBroken(audit, changed, `byte ${place} is ${forged[place]}`);
    }
  });

  const signers = allowedSignersLine(branch.signer) + allowedSignersLine(stranger);
  const receipts = firsts.filter(([, path]) => path !== PLAN);
  test.each(receipts)("%s: %s, even when every commit is signed again by somebody known", async (_, path, index) => {
    const bytes = Buffer.from(at(branch.commits, index).files.get(path) ?? "");
    for (const place of somePlaces(bytes.length)) {
      const rest = signedAgain(withFile(branch, index, path, altered(bytes, place)), stranger);
      const audit = await auditBranch(auditOf(rest, { signers }));
      expect(audit.verdict).toBe("broken");
      expect(audit.problems.map(({ file }) => file?.replace(/\.sig$/, ""))).toContain(path.replace(/\.sig$/, ""));
    }
  });
});

describe("without the key", () => {
  test("a branch that a stranger made as a whole is consistent and no more", async () => {
    const forged = aProvenBranch({ signer: stranger });
    expect(await auditBranch(auditOf({ ...forged, signer: branch.signer }))).toMatchObject({ verdict: "consistent" });
  });

  test("commits that are signed again cannot keep the receipts", async () => {
    const audit = await auditBranch(auditOf(signedAgain(branch, stranger)));
    expect(audit.verdict).toBe("broken");
  });

  test("a pair of commits cannot be left out", async () => {
    const kept = branch.commits.filter(({ name }) => !name.endsWith(" 2"));
    const audit = await auditBranch(auditOf(chained(branch, kept)));
    expect(audit.verdict).toBe("broken");
    expect(audit.problems.map(({ what }) => what).join("\n")).toContain("step 2 was never accepted");
  });

  test("two steps cannot change places", async () => {
    const [approved, dev1, accepted1, dev2, accepted2, ...others] = branch.commits;
    const order = [approved, dev2, accepted2, dev1, accepted1, ...others].filter((each) => each !== undefined);
    for (const rest of [chained(branch, order), signedAgain(chained(branch, order), stranger)]) {
      const audit = await auditBranch(auditOf(rest, { signers: null }));
      expect(audit.verdict).toBe("broken");
      expect(audit.problems.map(({ file }) => file)).toContain(".plan/receipts/02.json");
    }
  });

  test("nothing can be put on top", async () => {
    const tree = /^tree (\w+)/.exec(`${bytesOf(branch, branch.tip)}`)?.[1];
    const bytes = `tree ${tree}\nparent ${branch.tip}\n${people("Planwright")}\n\nplan complete: x\n`;
    const objects = new Map(branch.objects);
    for (const content of [bytes, signedCommit(bytes, stranger)]) {
      const tip = put(objects, "commit", content);
      expectBroken(await auditBranch(auditOf({ ...branch, objects, tip })), tip, "on top");
    }
  });
});

/** The first problem is with this very commit, or says that the one after it cannot read it. */
function expectBroken({ verdict, problems: [first] }: Audit, commit: string, where: string): void {
  expect(verdict, where).toBe("broken");
  expect(`${first?.commit} ${first?.what}`, where).toContain(commit);
}

function somePlaces(length: number): number[] {
  if (PLACES >= length) return [...Array(length).keys()];
  return Array.from({ length: PLACES }, () => Math.floor(Math.random() * length));
}

/** One bit, any other byte, one byte less or one more. */
function altered(bytes: Buffer, place: number): Buffer {
  const kind = Math.random();
  if (kind < 0.2) return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]);
  if (kind < 0.4) {
    const more = at(["\n", " ", "a", "\0"], Math.floor(Math.random() * 4));
    return Buffer.concat([bytes.subarray(0, place), Buffer.from(more), bytes.subarray(place)]);
  }
  const changed = Buffer.from(bytes);
  const by = Math.random() < 0.5 ? 1 << Math.floor(Math.random() * 8) : 1 + Math.floor(Math.random() * 255);
  changed[place] = at([...bytes], place) ^ by;
  return changed;
}

type Forged = ProvenBranch & { id: string };

function withCommit(whole: ProvenBranch, index: number, bytes: Buffer): Forged {
  const objects = new Map(whole.objects);
  const id = put(objects, "commit", bytes);
  const before = whole.commits.slice(0, index);
  const changed = { ...at(whole.commits, index), id };
  const later = whole.commits.slice(index + 1);
  return { ...chained({ ...whole, objects }, later, [...before, changed]), id };
}

/** The file is changed from this commit on, and every tree is what its commit says. */
function withFile(whole: ProvenBranch, index: number, path: string, bytes: Buffer): Forged {
  const objects = new Map(whole.objects);
  const original = at(whole.commits, index).files.get(path);
  const commits = whole.commits.map((commit, place) => {
    if (place < index || !isSame(commit.files.get(path), original)) return commit;
    const files: Files = new Map([...commit.files, [path, bytes]]);
    const text = bytesOf(whole, commit.id)
      .toString("latin1")
      .replace(/^tree \w+/, `tree ${putTree(objects, files)}`);
    return { ...commit, files, id: put(objects, "commit", Buffer.from(text, "latin1")) };
  });
  const rest = chained({ ...whole, objects }, commits.slice(index), commits.slice(0, index));
  return { ...rest, id: at(rest.commits, index).id };
}

const isSame = (a: Uint8Array | string | undefined, b: Uint8Array | string | undefined): boolean =>
  a !== undefined && b !== undefined && Buffer.from(a).equals(Buffer.from(b));

/** These commits, each with the one before it as its parent. */
function chained(
  whole: ProvenBranch,
  later: ProvenBranch["commits"],
  before: ProvenBranch["commits"] = [],
  made: (text: string) => string = (text) => text,
): ProvenBranch {
  const objects = new Map(whole.objects);
  const commits = [...before];
  for (const commit of later) {
    const text = bytesOf({ ...whole, objects }, commit.id).toString("latin1");
    const parent = commits.at(-1)?.id ?? whole.base;
    const bytes = Buffer.from(made(text.replace(/^parent \w+/m, `parent ${parent}`)), "latin1");
    commits.push({ ...commit, id: put(objects, "commit", bytes) });
  }
  return { ...whole, objects, commits, tip: commits.at(-1)?.id ?? whole.base };
}

function signedAgain(whole: ProvenBranch, signer: Signer): ProvenBranch {
  return chained(whole, whole.commits, [], (text) => {
    const unsigned = Buffer.from(text.replace(/^gpgsig .*\n(?: .*\n)*/m, ""), "latin1").toString("utf8");
    return Buffer.from(signedCommit(unsigned, signer)).toString("latin1");
  });
}

const bytesOf = ({ objects }: Pick<ProvenBranch, "objects">, id: string): Buffer =>
  objects.get(id)?.bytes ?? Buffer.alloc(0);

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
}
