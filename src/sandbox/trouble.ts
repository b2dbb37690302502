import type { Offers } from "../ports/sandbox.ts";

/** What is known about a machine on which bubblewrap does not do. Settings of the kernel are null where it has none. */
export type Facts = {
  platform: string;
  /** The text of /etc/os-release. */
  osRelease: string;
  /** `0.8.0`, or null when it is not installed. */
  version: string | null;
  /** What bubblewrap said when it was tried. */
  complaint: string;
  kernel: { unprivilegedUserns: string | null; apparmorRestrict: string | null; maxUserNamespaces: string | null };
  isContainer: boolean;
};

/** Why programs cannot be sandboxed here, and the one command that helps. */
export function troubleWith(facts: Facts): Offers["trouble"][number] {
  if (facts.platform !== "linux") {
    return {
      cause: `programs can be sandboxed on Linux only, and this is ${NAMES[facts.platform] ?? facts.platform}`,
      remedy: "run planwright in a Linux virtual machine or container, or say `sandbox: off`",
    };
  }
  if (facts.version === null) return { cause: "bubblewrap is not installed", remedy: install(facts.osRelease) };
  if (isOlder(facts.version, OLDEST)) {
    const cause = `bubblewrap ${facts.version} is too old, ${OLDEST.join(".")} is needed`;
    return { cause, remedy: "install a newer bubblewrap (https://github.com/containers/bubblewrap/releases)" };
  }
  const { unprivilegedUserns, apparmorRestrict, maxUserNamespaces } = facts.kernel;
  if (maxUserNamespaces === "0") {
    return {
      cause: "the kernel allows no user namespaces (user.max_user_namespaces is 0)",
      remedy: "sudo sysctl -w user.max_user_namespaces=15000",
    };
  }
  if (unprivilegedUserns === "0") {
    return {
      cause: "the kernel allows user namespaces to root only (kernel.unprivileged_userns_clone is 0)",
      remedy: "sudo sysctl -w kernel.unprivileged_userns_clone=1",
    };
  }
  if (apparmorRestrict === "1") {
    return {
      cause: "AppArmor restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns is 1)",
      remedy: APPARMOR_PROFILE,
    };
  }
  if (facts.isContainer) {
    return {
      cause: `this container does not let bubblewrap set up namespaces: ${facts.complaint}`,
      remedy: "start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined",
    };
  }
  return {
    cause: `bubblewrap does not work here: ${facts.complaint}`,
    remedy: "bwrap --unshare-user --ro-bind / / true",
  };
}

const NAMES: Record<string, string> = { darwin: "macOS", win32: "Windows" };

/** The first that knows --disable-userns. */
const OLDEST = [0, 8, 0];

/** Lets bubblewrap alone do it, instead of every program. */
const APPARMOR_PROFILE =
  `printf 'abi <abi/4.0>,\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n' ` +
  "| sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap";

function install(osRelease: string): string {
  const families = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(
    (match) => match[1]?.split(" ") ?? [],
  );
  const family = families.find((name) => name in INSTALL);
  return INSTALL[family ?? ""] ?? "install the package `bubblewrap`";
}

const INSTALL: Record<string, string> = {
  debian: "sudo apt-get install bubblewrap",
  ubuntu: "sudo apt-get install bubblewrap",
  fedora: "sudo dnf install bubblewrap",
  rhel: "sudo dnf install bubblewrap",
  arch: "sudo pacman -S bubblewrap",
  suse: "sudo zypper install bubblewrap",
  opensuse: "sudo zypper install bubblewrap",
  alpine: "sudo apk add bubblewrap",
};

function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split(".").map(Number);
  const index = than.findIndex((part, place) => (parts[place] ?? 0) !== part);
  return index >= 0 && (parts[index] ?? 0) < (than[index] ?? 0);
}
