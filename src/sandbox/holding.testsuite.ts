import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import type { Mount, Policy } from "../ports/sandbox.ts";
import { aMark, aPolicy, processesWith, run } from "./a-run.testkit.ts";
import { type Opened, sharedSandbox } from "./sandbox.testsuite.ts";
import { selfTest } from "./self-test.ts";

/** What a driver keeps to that says it holds programs. */
export function holdingSuite(open: (scratchRoot: string) => Promise<Opened>): void {
  const shared = sharedSandbox(open);
  const opened = (): { sandbox: Opened; folder: string; tree: string } => {
    const folder = tempFolder();
    const tree = join(folder, "tree");
    mkdirSync(join(tree, "config/prod"), { recursive: true });
    writeFileSync(join(tree, "config/prod/plan.md"), "as it was");
    return { sandbox: shared.sandbox, folder, tree };
  };
  const mount = (path: string, access: Mount["access"]): Mount => ({ show: path, at: path, access });
  const writable = (tree: string, ...others: Mount[]): Policy => aPolicy({ mounts: [mount(tree, "write"), ...others] });

  test("holds everything that it tries on itself", async () => {
    const { sandbox, folder } = opened();
    const attempts = await selfTest(sandbox, folder);
    expect(attempts.filter(({ isHeld }) => !isHeld)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(["tree"]);
  });

  test("keeps programs from the keyrings of the session and from io_uring, as if the kernel had none", async () => {
    const { sandbox, tree } = opened();
    // Perl ships with git, and knows no system call that is not told by its number.
    const calls = process.arch === "arm64" ? [219, 217, 425] : [250, 248, 425];
    const script = `perl -e 'for (${calls.join(",")}) { syscall($_, 0, 0, 0, 0, 0); print $! + 0, " " }'; ls /proc/self/fd | wc -l`;
    expect((await run(sandbox, script, writable(tree))).stdout).toBe("38 38 38 4\n");
  });

  describe("the seven ways around a mount", () => {
    test("1: a mount cannot be undone or made writable, not even by root", async () => {
      const { sandbox, tree } = opened();
      const plan = join(tree, "config/prod/plan.md");
      const script = `umount ${plan}; mount -o remount,bind,rw ${plan}; echo EVIL > ${plan}; grep CapEff /proc/self/status`;
      const { stdout } = await run(sandbox, script, writable(tree, mount(plan, "read")));
      expect(stdout).toBe("CapEff:\t0000000000000000\n");
      expect(readFileSync(plan, "utf8")).toBe("as it was");
    });

    test.each(["write", "throw-away"] as const)(
      "2: no folder above a mount can be renamed in a %s mount",
      async (access) => {
        const { sandbox, tree } = opened();
        const plan = join(tree, "config/prod/plan.md");
        const script = `mv config gone; mv config/prod config/gone; rm -rf config; cat ${plan}; ls; touch config/prod/new && echo made`;
        const policy = aPolicy({ mounts: [mount(plan, "read"), mount(tree, access)] });
        const { stdout, stderr } = await run(sandbox, script, policy, { cwd: tree });
        expect(stdout).toBe("as it wasconfig\nmade\n");
        expect(stderr).toContain("Device or resource busy");
        expect(readFileSync(plan, "utf8")).toBe("as it was");
      },
    );

    test("3: a protected file with a second name is refused", async () => {
      const { sandbox, tree } = opened();
      const plan = join(tree, "config/prod/plan.md");
      linkSync(plan, join(tree, "other-name"));
      await expect(run(sandbox, "true", writable(tree, mount(plan, "read")))).rejects.toThrow(/hard link/);
    });

    test("4: a link on the way to a mount is refused, outside and inside", async () => {
      const { sandbox, tree, folder } = opened();
      symlinkSync("config", join(tree, "link"));
      const byLink = mount(join(tree, "link/prod/plan.md"), "read");
      await expect(run(sandbox, "true", writable(tree, byLink))).rejects.toThrow(/symbolic link/);
      const ontoLink: Mount = { show: join(tree, "config/prod"), at: join(tree, "link/prod"), access: "read" };
      await expect(run(sandbox, "true", writable(tree, ontoLink))).rejects.toThrow(/symbolic link/);
      symlinkSync("nowhere", join(tree, "dangling"));
      const ontoDangling: Mount = { show: folder, at: join(tree, "dangling"), access: "read" };
      await expect(run(sandbox, "true", writable(tree, ontoDangling))).rejects.toThrow(/link/);
      const policy = aPolicy({ mounts: [mount(tree, "throw-away"), ontoDangling] });
      await expect(run(sandbox, "true", policy)).rejects.toThrow(/link/);
    });

    test("5: a missing path is refused, and nothing is made in its place", async () => {
      const { sandbox, tree, folder } = opened();
      const missing = mount(join(tree, "missing"), "read");
      await expect(run(sandbox, "true", writable(tree, missing))).rejects.toThrow(/missing/);
      const ontoMissing: Mount = { show: join(folder, "tree/config"), at: join(tree, "new/place"), access: "read" };
      await expect(run(sandbox, "true", writable(tree, ontoMissing))).rejects.toThrow(/does not exist/);
      expect(readdirSync(tree)).toEqual(["config"]);
    });

    test("6: our environment cannot be read from the processes that set the sandbox up", async () => {
      const { sandbox } = opened();
      const { stdout } = await run(sandbox, "cat /proc/*/environ | tr '\\0' '\\n'", aPolicy({}));
      expect(stdout).toContain("PATH=");
      expect(stdout).not.toMatch(/VITEST|NODE/);
    });

    test("neither can a secret, by anybody but those who are given it", async () => {
      const { sandbox } = opened();
      const secrets = { KEY: "secret" };
      const script = "env -i cat /proc/1/environ /proc/*/cmdline chain /proc/*/cwd/chain 2>/dev/null";
      for (const network of ["none", { hosts: ["localhost:8788"], refused() {} }] as const) {
        const { stdout } = await run(sandbox, `unset KEY; ${script}`, aPolicy({ network }), {
          secrets,
        });
        expect(stdout).toContain("unset KEY");
        expect(stdout).not.toContain("secret");
      }
    });

    test("7: a daemon does not outlive its program", async () => {
      const { sandbox } = opened();
      const mark = aMark();
      const stubborn = `trap '' TERM HUP INT; while :; do sleep ${mark}; done`;
      const script = `setsid sleep ${mark} & (setsid bash -c "${stubborn}" > /dev/null 2>&1 &) ; sleep 0.1; echo done`;
      const ran = await run(sandbox, script, aPolicy({}));
      expect(ran).toMatchObject({ stdout: "done\n", exit: { kind: "exited", code: 0 } });
      expect(processesWith(mark)).toEqual([]);
    });
  });

  describe("what shows", () => {
    test("nothing of the machine but its system folders", async () => {
      const { sandbox } = opened();
      const { stdout } = await run(
        sandbox,
        "ls -d /root /home /srv /mnt /boot /media /etc/shadow /etc/ssh 2>&1 >/dev/null | wc -l; ls -A /tmp /run; ls /",
        aPolicy({}),
      );
      expect(stdout).toMatch(/^8\n\/run:\n\n\/tmp:\nhome\n/);
      expect(stdout.split("\n").filter((name) => /^(root|home|mnt|srv|boot|media)$/.test(name))).toEqual(["home"]);
    });

    test("nothing of it can be written, nor can memory be used up through bubblewrap's own folders", async () => {
      const { sandbox } = opened();
      const script =
        "for d in / /dev /etc /usr /var /sys /proc/sys/kernel /opt; do touch $d/x 2>/dev/null && echo $d; done; echo end";
      expect((await run(sandbox, script, aPolicy({}))).stdout).toBe("end\n");
      const fill = "head -c 9M /dev/zero > /tmp/a; head -c 9M /dev/zero > /tmp/b; du -sm /tmp | cut -f1";
      expect(Number((await run(sandbox, fill, aPolicy({ limits: { fileBytes: 10 << 20 } }))).stdout)).toBeLessThan(11);
    });

    test("hidden paths are empty wherever they would show, and a mount below shows again", async () => {
      const { sandbox, folder, tree } = opened();
      const home = join(tree, "ours");
      mkdirSync(join(home, "trees/1"), { recursive: true });
      writeFileSync(join(home, "key"), "secret");
      writeFileSync(join(home, "trees/1/a"), "shown");
      writeFileSync(join(tree, "token"), "secret");
      const policy = aPolicy({
        mounts: [
          mount(tree, "write"),
          { show: tree, at: "/copy", access: "read" },
          mount(join(home, "trees/1"), "write"),
        ],
        hidden: [join(home, "trees"), join(home, "key"), home, join(tree, "token"), join(folder, "missing")],
      });
      const script = `grep -rs secret ${tree} /copy; ls -A ours /copy/ours; cat ours/trees/1/a; mv ours away; touch ours/x; cat token`;
      const { stdout } = await run(sandbox, script, policy, { cwd: tree });
      expect(stdout).toBe("/copy/ours:\n\nours:\ntrees\nshown");
      expect(readdirSync(home).sort()).toEqual(["key", "trees"]);
    });

    test("deeper mounts lie on top, whatever their order", async () => {
      const { sandbox, folder, tree } = opened();
      mkdirSync(join(folder, "other"));
      writeFileSync(join(folder, "other/b"), "b");
      const other: Mount = { show: join(folder, "other"), at: join(tree, "config/prod"), access: "read" };
      const policy = aPolicy({ mounts: [other, mount(tree, "read")] });
      expect((await run(sandbox, "ls config/prod", policy, { cwd: tree })).stdout).toBe("b\n");
    });

    test("two mounts at one place are refused, and places that are not ours to give", async () => {
      const { sandbox, tree } = opened();
      await expect(run(sandbox, "true", writable(tree, mount(tree, "read")))).rejects.toThrow(/two mounts/);
      for (const at of ["/", "/proc/1", "/dev", "/etc/passwd", "/tmp", "relative", "/a/../b"]) {
        const policy = aPolicy({ mounts: [{ show: tree, at, access: "read" }] });
        await expect(run(sandbox, "true", policy)).rejects.toMatchObject({ code: "policy" });
      }
    });

    test("only the network that is granted", async () => {
      const { sandbox } = opened();
      const server = createServer((connection) => connection.end("hello")).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await new Promise((resolve) => void server.once("listening", resolve));
      const { port } = server.address() as { port: number };
      const script = `exec 5<> /dev/tcp/127.0.0.1/${port} && cat <&5`;
      expect((await run(sandbox, script, aPolicy({}))).exit).toEqual({ kind: "exited", code: 1 });
      expect((await run(sandbox, script, aPolicy({ network: "host" }))).stdout).toBe("hello");
      const refused: string[] = [];
      const only = (host: string): Policy =>
        aPolicy({ network: { hosts: [host], refused: (other) => void refused.push(other) } });
      expect((await run(sandbox, script, only(`localhost:${port}`))).stdout).toBe("hello");
      expect((await run(sandbox, script, only("localhost:1"))).exit).toEqual({ kind: "exited", code: 1 });
      const by = `exec 5<> /dev/tcp/127.0.0.1/\${HTTP_PROXY##*:} && printf 'CONNECT localhost:${port} HTTP/1.1\\r\\n\\r\\n' >&5 && cat <&5`;
      expect((await run(sandbox, by, only("localhost:1"))).stdout).toMatch(/^HTTP\/1\.1 403 /);
      expect(refused).toEqual([`localhost:${port}`]);
    });
  });

  describe("throw-away mounts", () => {
    test("take every write and leave what they show as it was", async () => {
      const { sandbox, tree } = opened();
      const state = (): unknown => {
        const { ino, mode, size, mtimeNs, ctimeNs } = lstatSync(join(tree, "config/prod/plan.md"), { bigint: true });
        return { ino, mode, size, mtimeNs, ctimeNs };
      };
      const before = state();
      const script =
        "echo new > config/prod/plan.md; rm -r config; mkdir -p a/b; echo x > a/b/c; ln -s a l; chmod 000 a/b; ls -A; stat -c %s .";
      const policy = aPolicy({ mounts: [mount(tree, "throw-away")] });
      expect((await run(sandbox, script, policy, { cwd: tree })).stdout).toMatch(/^a\nl\n/);
      expect(state()).toEqual(before);
      expect(readdirSync(tree)).toEqual(["config"]);
      expect(readdirSync(shared.scratchRoot)).toHaveLength(1);
      expect((await run(sandbox, "cat config/prod/plan.md", policy, { cwd: tree })).stdout).toBe("as it was");
    });

    test("work for names that mean something to mount, and for single files", async () => {
      const { sandbox, folder } = opened();
      const odd = join(folder, "a, b:c=d\\e 'f");
      mkdirSync(odd);
      writeFileSync(join(odd, "file"), "as it was");
      const policy = aPolicy({
        mounts: [mount(odd, "throw-away"), { ...mount(join(odd, "file"), "throw-away"), at: "/file" }],
      });
      const { stdout } = await run(sandbox, "echo x >> file; echo y >> /file; cat file /file", policy, { cwd: odd });
      expect(stdout).toBe("as it wasx\nas it wasy\n");
      expect(readFileSync(join(odd, "file"), "utf8")).toBe("as it was");
    });

    test("make room for mounts in places that do not exist outside", async () => {
      const { sandbox, tree, folder } = opened();
      mkdirSync(join(folder, "layer"));
      writeFileSync(join(folder, "layer/installed"), "");
      const layer: Mount = { show: join(folder, "layer"), at: join(tree, "packages/a/node_modules"), access: "read" };
      const file: Mount = { show: join(folder, "layer/installed"), at: join(tree, "deep/file"), access: "read" };
      const policy = aPolicy({ mounts: [layer, file, mount(tree, "throw-away")] });
      const { stdout } = await run(sandbox, "ls packages/a/node_modules deep; mv packages/a x; mv deep x", policy, {
        cwd: tree,
      });
      expect(stdout).toBe("deep:\nfile\n\npackages/a/node_modules:\ninstalled\n");
      expect(readdirSync(tree)).toEqual(["config"]);
    });
  });

  describe("limits", () => {
    test("a fork bomb is bounded", async (context) => {
      const { sandbox } = opened();
      if (sandbox.offers.processes === "none") context.skip("nothing here can count the processes of root");
      const mark = aMark();
      const script = `i=0; while [ $i -lt 300 ]; do sleep ${mark} & i=$((i+1)); echo $i; done`;
      const argv = ["sh", "-c", script] as const;
      const { stdout } = await run(sandbox, "", aPolicy({ limits: { processes: 40 } }), { argv });
      const count = stdout.trim().split("\n").length;
      expect(count).toBeGreaterThan(20);
      expect(count).toBeLessThan(41);
      expect(processesWith(mark)).toEqual([]);
    });

    test("a memory bomb is stopped", async () => {
      const { sandbox } = opened();
      const { exit } = await run(sandbox, "tail /dev/zero", aPolicy({ limits: { memoryBytes: 64 << 20 } }));
      if (sandbox.offers.memory === "per-process") expect(exit).toEqual({ kind: "exited", code: 1 });
      else expect(exit).toEqual({ kind: "stopped", by: "memory" });
    });
  });
}
