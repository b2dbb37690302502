import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import { isInside } from "./layers.ts";

/**
 * What of the machine every program needs, the same for root and for everybody else. Never `/`: what is not named here
 * does not show, however it is called.
 */
export function systemFolders(): { shown: string[]; links: { at: string; to: string }[] } {
  const shown: string[] = [];
  const links: { at: string; to: string }[] = [];
  for (const path of SHOWN) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) links.push({ at: path, to: readlinkSync(path) });
    else if (stats?.isDirectory()) shown.push(path);
  }
  return { shown, links };
}

const SHOWN = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/snap", "/nix/store", "/gnu/store"],
  ...["/run/current-system/sw", "/sys/devices/system/cpu"],
];

/**
 * Copies the settings that programs read to `folder`, which then shows as /etc: one mount instead of forty, which would
 * take longer than all the rest. What not everybody may read is left out, for root as well. Returned are the folders
 * that still have to be laid over it, because they hold too many entries to copy.
 */
export function copySettings(folder: string): string[] {
  mkdirSync(folder, { mode: 0o755 });
  for (const pattern of SETTINGS) {
    for (const name of matches(pattern)) copySetting(name, folder);
  }
  const large = LARGE.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory());
  for (const path of large) mkdirSync(join(folder, path.slice("/etc/".length)), { recursive: true, mode: 0o755 });
  return large;
}

const LARGE = ["/etc/alternatives", "/etc/ssl/certs"];

/** Names in /etc; a `*` at the end stands for any rest. No shadow, no keys, no ssl/private, no settings of package tools. */
const SETTINGS = [
  ...["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld-musl-*", "passwd", "group", "nsswitch.conf", "login.defs"],
  ...[
    "hosts",
    "hostname",
    "host.conf",
    "resolv.conf",
    "gai.conf",
    "networks",
    "protocols",
    "services",
    "rpc",
    "netconfig",
  ],
  ...["localtime", "timezone", "locale.alias", "locale.conf", "default/locale", "inputrc", "terminfo", "fonts"],
  ...["ssl/cert.pem", "ssl/openssl.cnf", "pki/tls/certs", "pki/tls/cert.pem", "pki/tls/openssl.cnf"],
  ...["pki/ca-trust/extracted", "pki/java", "ca-certificates", "ca-certificates.conf", "crypto-policies", "gnutls"],
  ...["mime.types", "magic", "magic.mime", "java-*", "java", "maven", "perl", "python*", "php*", "R"],
  ...[
    "os-release",
    "debian_version",
    "lsb-release",
    "redhat-release",
    "fedora-release",
    "arch-release",
    "alpine-release",
  ],
  ...["bash.bashrc", "profile", "shells", "xml", "sgml", "ImageMagick-*", "OpenCL", "vulkan", "glvnd", "static"],
];

function matches(pattern: string): string[] {
  if (!pattern.endsWith("*")) return existsSync(join("/etc", pattern)) ? [pattern] : [];
  return readdirSync("/etc").filter((name) => name.startsWith(pattern.slice(0, -1)));
}

function copySetting(name: string, folder: string): void {
  const source = join("/etc", name);
  const target = join(folder, name);
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const real = realpathSync(source);
  // Programs read the time zone's name from the link, so a link that still leads somewhere inside stays one.
  if (lstatSync(source).isSymbolicLink() && SHOWN.some((path) => isInside(real, path))) symlinkSync(real, target);
  else copyTree(real, target, isForEverybody);
}

const isForEverybody = ({ mode }: Stats): boolean => (mode & 0o004) !== 0;
