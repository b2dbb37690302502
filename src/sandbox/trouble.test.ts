import { describe, expect, test } from "vitest";
import { type Facts, troubleWith } from "./trouble.ts";

const kernel = { unprivilegedUserns: null, apparmorRestrict: null, maxUserNamespaces: "15000" };
const facts = (changes: Partial<Facts>): Facts => ({
  ...{ platform: "linux", osRelease: "", version: "0.8.0", complaint: "bwrap: no", kernel, isContainer: false },
  ...changes,
});

describe("troubleWith", () => {
  test.each([
    ["ID=ubuntu\nID_LIKE=debian\n", "sudo apt-get install bubblewrap"],
    ["ID=debian", "sudo apt-get install bubblewrap"],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install bubblewrap"],
    ["ID=arch", "sudo pacman -S bubblewrap"],
    ['ID="opensuse-leap"\nID_LIKE="suse opensuse"', "sudo zypper install bubblewrap"],
    ["ID=plan9", "install the package `bubblewrap`"],
  ])("knows how to install bubblewrap on %j", (osRelease, remedy) => {
    const trouble = troubleWith(facts({ version: null, osRelease }));
    expect(trouble).toEqual({ cause: "bubblewrap is not installed", remedy });
  });

  test.each([
    [{ platform: "darwin" }, /macOS/, /virtual machine/],
    [{ platform: "win32" }, /Windows/, /virtual machine/],
    [{ version: "0.6.1" }, /0\.6\.1 is too old, 0\.8\.0 is needed/, /releases/],
    [{ kernel: { ...kernel, maxUserNamespaces: "0" } }, /max_user_namespaces/, /sysctl -w user\.max_user_namespaces=/],
    [{ kernel: { ...kernel, unprivilegedUserns: "0" } }, /unprivileged_userns_clone/, /sysctl -w kernel\.unpriv/],
    [{ kernel: { ...kernel, apparmorRestrict: "1" } }, /AppArmor/, /apparmor_parser -r/],
    [{ isContainer: true }, /container.*bwrap: no/, /--security-opt/],
    [{}, /bwrap: no/, /bwrap/],
  ])("names cause and remedy for %j", (changes, cause, remedy) => {
    const trouble = troubleWith(facts(changes));
    expect(trouble.cause).toMatch(cause);
    expect(trouble.remedy).toMatch(remedy);
  });

  test.each(["0.8.0", "0.8.1", "0.11.0", "1.0.0"])("does not call %s too old", (version) => {
    expect(troubleWith(facts({ version })).cause).not.toContain("too old");
  });
});
