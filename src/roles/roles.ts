/** How good a model a role needs. */
export type Tier = "strong" | "balanced" | "fast";

/** What a role does, for whom it is played and by which kind of model. */
export type Role = {
  /** The first sentence that whoever plays it reads. */
  duty: string;
  tier: Tier;
  temperature: number;
};

/** Another name for the developer, wherever a role is named. */
export const ALIAS = "coder";

export const realRole = (name: string): string => (name === ALIAS ? DEVELOPER : name);

/** One that we do not know is taken by its name. */
export function roleNamed(name: string): Role {
  const role = ROLES.get(realRole(name));
  return role ?? { duty: `You are the ${name.replaceAll(/\s+/g, " ")} of this step.`, ...CAREFUL };
}

const DEVELOPER = "developer";

/** Who writes code or plans needs the best model there is, who looks things up does not. */
const CAREFUL = { tier: "strong", temperature: 0.2 } as const;
/** Only a planner looks for ideas; everybody else is to do the same thing the same way. */
const INVENTIVE = { tier: "strong", temperature: 0.8 } as const;
const READING = { tier: "balanced", temperature: 0.2 } as const;
const CHECKING = { tier: "fast", temperature: 0.2 } as const;

const ROLES: ReadonlyMap<string, Role> = new Map([
  [
    "planner",
    { duty: "You are a planner. You write down what is to be done, in the files that a step names.", ...INVENTIVE },
  ],
  [
    DEVELOPER,
    {
      duty: "You are a developer. You write the code that a step asks for, and the tests that belong to it.",
      ...CAREFUL,
    },
  ],
  [
    "backend",
    {
      duty: "You are a backend developer. You write the server's side of what a step asks for, and its tests.",
      ...CAREFUL,
    },
  ],
  [
    "frontend",
    {
      duty: "You are a frontend developer. You write what people see and use, as a step asks for it, and its tests.",
      ...CAREFUL,
    },
  ],
  [
    "devops",
    {
      duty: "You are a DevOps engineer. You write what builds, runs and delivers the software, as a step asks for it.",
      ...CAREFUL,
    },
  ],
  [
    "dod-checker",
    {
      duty: "You check whether work is done by its definition of done, point by point, each with its evidence.",
      ...CHECKING,
    },
  ],
  [
    "reviewer",
    { duty: "You are a reviewer. You read what was made, judge it, and write down what a step asks for.", ...READING },
  ],
  [
    "tester",
    { duty: "You are a tester. You write tests that fail when the software does not do what it should.", ...READING },
  ],
  [
    "spec-updater",
    { duty: "You bring specifications up to date with what was built, and change nothing else.", ...CAREFUL },
  ],
  [
    "orchestrator",
    { duty: "You are an orchestrator. You put together what others have made, as a step asks for it.", ...CAREFUL },
  ],
]);

/** Every name by which a role that we know may be called. */
export const ROLE_NAMES: readonly string[] = [...ROLES.keys(), ALIAS];
