import type { Contract } from "../../plan/model.ts";
import type { Purpose } from "../../record/conclusion.ts";
import { onlyLints } from "../../shell/contract-purpose.ts";

/** What a contract is for: as its author declares it. One that only lints guards, also where nothing is declared. */
export const purposeOf = ({ kind, command }: Pick<Contract, "kind" | "command">): Purpose =>
  kind ?? (onlyLints(command) ? "guards" : "undeclared");
