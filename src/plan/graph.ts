import { minHeap } from "../std/min-heap.ts";
import { stronglyConnected } from "../std/strongly-connected.ts";
import type { Plan, Step } from "./model.ts";
import { complexityOf } from "./policies.ts";
import { placesOf, type Separation, separation } from "./tracks.ts";

/** Steps are named by their position in the plan, because broken plans have two steps with one id. */
type Graph = readonly (readonly number[])[];

/** For each step the steps it depends on, each once. Unknown ids are left out; a doubled id means its first bearer. */
export function dependencyGraph({ steps }: Plan): Graph {
  const known = graphs.get(steps);
  if (known) return known;
  const graph = graphOf(steps);
  graphs.set(steps, graph);
  return graph;
}

/** A plan under way is asked about after each step, and its steps are the same each time. */
const graphs = new WeakMap<readonly Step[], Graph>();

function graphOf(steps: readonly Step[]): Graph {
  const positions = new Map<string, number>();
  for (const [position, { id }] of steps.entries()) {
    if (!positions.has(id)) positions.set(id, position);
  }
  return steps.map((step) => [...new Set(step.dependsOn.flatMap((id) => positions.get(id) ?? []))]);
}

/**
 * Every step once, in the order a plan that never fails would start them: file order, stage by stage, unless a
 * dependency says otherwise. Steps held up by a cycle come last.
 */
export function executionOrder(plan: Plan): number[] {
  const graph = dependencyGraph(plan);
  const dependents = dependentsIn(graph);
  const missing = graph.map((dependencies) => dependencies.length);
  const priority = placesOf(plan).map(({ stage }, position) => stage * graph.length + position);
  const ready = minHeap();
  const order = new Set<number>();
  const release = (position: number): void => ready.push(priority[position] ?? position);

  for (const [position, count] of missing.entries()) if (count === 0) release(position);
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    const position = next % graph.length;
    order.add(position);
    for (const dependent of dependents[position] ?? []) {
      const left = (missing[dependent] ?? 0) - 1;
      missing[dependent] = left;
      if (left === 0) release(dependent);
    }
  }
  for (const position of graph.keys()) order.add(position);
  return [...order];
}

/**
 * One cycle for each knot of steps, and each step that depends on itself. A cycle is its whole path, every step
 * depending on the next one and the last on the first; it starts at its first step in plan order and is, of the
 * cycles through that step, a shortest. The same plan always names the same cycles.
 */
export function findCycles(plan: Plan): number[][] {
  const graph = dependencyGraph(plan);
  const loops = [...graph.keys()].filter((step) => dependsOnItself(graph, step)).map((step) => [step]);
  const knots = stronglyConnected(graph).filter((group) => group.length > 1);
  const cycles = [...loops, ...knots.map((knot) => shortestCycle(graph, knot))];
  return cycles.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Whether two steps may be under way at the same time. Whether either can start at all is not asked here. */
export function mayRunTogether(plan: Plan, a: number, b: number): boolean {
  const [one, other] = [plan.steps[a]?.track, plan.steps[b]?.track];
  return complexityOf(plan) === "complex" && one !== undefined && other !== undefined && one !== other;
}

/** `on` is the dependency that keeps the step from ever starting. */
export type Unreachable = { step: number; on: number; because: "cycle" | "unreachable" | Separation };

/**
 * Steps that can never start because of what they depend on: a cycle they are no part of, a step of another track,
 * a step of a later stage, or another such step. Steps that only wait for the stage before them are not listed:
 * they are right as soon as the others are.
 */
export function unreachableSteps(plan: Plan): Unreachable[] {
  const graph = dependencyGraph(plan);
  const places = placesOf(plan);
  const groups = stronglyConnected(graph);
  const cyclic = new Set(groups.filter((group) => isCyclic(graph, group)).flat());
  const found = new Map<number, Unreachable>();
  const obstacle = (step: number, on: number): Unreachable["because"] | null => {
    if (cyclic.has(on)) return "cycle";
    return separation(places, step, on) ?? (found.has(on) ? "unreachable" : null);
  };
  // Groups come dependencies first, so what a step depends on has been judged before it.
  for (const step of groups.flat()) {
    if (cyclic.has(step)) continue;
    for (const on of graph[step] ?? []) {
      const because = obstacle(step, on);
      if (because && !found.has(step)) found.set(step, { step, on, because });
    }
  }
  return [...found.values()].sort((a, b) => a.step - b.step);
}

function dependentsIn(graph: Graph): number[][] {
  const dependents: number[][] = graph.map(() => []);
  for (const [position, dependencies] of graph.entries()) {
    for (const dependency of dependencies) dependents[dependency]?.push(position);
  }
  return dependents;
}

const dependsOnItself = (graph: Graph, step: number): boolean => graph[step]?.includes(step) ?? false;

const isCyclic = (graph: Graph, group: readonly number[]): boolean =>
  group.length > 1 || group.some((step) => dependsOnItself(graph, step));

/** Breadth first from the knot's first step until an edge leads back to it. */
function shortestCycle(graph: Graph, knot: readonly number[]): number[] {
  const [first = 0] = knot;
  const members = new Set(knot);
  const cameFrom = new Map<number, number>();
  const queue = [first];
  for (const step of queue) {
    for (const on of graph[step] ?? []) {
      if (on === first && step !== first) return pathTo(step, cameFrom);
      if (on === first || !members.has(on) || cameFrom.has(on)) continue;
      cameFrom.set(on, step);
      queue.push(on);
    }
  }
  return [...knot];
}

function pathTo(end: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const path = [end];
  for (let step = cameFrom.get(end); step !== undefined; step = cameFrom.get(step)) path.push(step);
  return path.reverse();
}
