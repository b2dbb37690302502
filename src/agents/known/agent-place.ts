import type { ProgramPlace } from "../session/find-program.ts";
import type { AgentPerson } from "./equip-agent.ts";

/** Where agents are looked for, and whom they work for. */
export type AgentPlace = ProgramPlace & { person: AgentPerson };
