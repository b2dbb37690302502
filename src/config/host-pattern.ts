/** A host that may be reached, as `name:port` or `*.name:port`; or why a text names none. */
export type HostReading = { ok: true; host: string } | { ok: false; reason: string };

/** Reads `name`, `name:port` or `*.name:port`; the port is 443 unless it is named. */
export function readHost(text: string): HostReading {
  const told = text.trim().toLowerCase();
  const refused = (why: string): HostReading => ({ ok: false, reason: `\`${text.trim()}\` ${why}` });
  if (/^\*(?::\d*)?$/.test(told)) return refused("would be every host; name them, or write `agent_network: host`");
  if (told.includes("/")) return refused("is an address; write only its host, such as `proxy.example.com:8443`");
  const [, stars = "", name = "", port = "443"] = /^(\*\.)?([^:]*)(?::(.*))?$/.exec(told) ?? [];
  if (!isName(name)) return refused("is no name of a host, such as `proxy.example.com` or `*.example.com:8443`");
  if (stars !== "" && !name.includes(".")) return refused("would be half of the world; name more of it");
  if (stars !== "" && ENDS_IN_A_NUMBER.test(name)) return refused("would be many addresses; name each of them");
  if (!isPort(port)) return refused("needs a port between 1 and 65535, or none for 443");
  return { ok: true, host: `${stars}${name}:${Number(port)}` };
}

const isName = (name: string): boolean =>
  name.length <= 253 && name.split(".").every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label));

/** As addresses do, and no name: what such a text means differs from program to program. */
const ENDS_IN_A_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

const isPort = (port: string): boolean => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
