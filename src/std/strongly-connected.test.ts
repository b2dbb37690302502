import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stronglyConnected } from "./strongly-connected.ts";

describe("stronglyConnected", () => {
  test("leaves nodes apart that lead nowhere in common", () => {
    expect(stronglyConnected([[1], [2], []])).toEqual([[2], [1], [0]]);
  });

  test("groups nodes that reach each other, and ignores edges out of range", () => {
    expect(stronglyConnected([[1], [2, 7], [0, 3], []])).toEqual([[3], [0, 1, 2]]);
  });

  test("agrees with plain reachability, and puts what a group leads to before it", () => {
    fc.assert(
      fc.property(anyEdges, (edges) => {
        const groups = stronglyConnected(edges);
        const groupOf = new Map(groups.flatMap((group, index) => group.map((node) => [node, index] as const)));
        const reach = edges.map((_, node) => reachable(edges, node));
        expect([...groupOf.keys()].sort((a, b) => a - b)).toEqual(edges.map((_, node) => node));
        for (const [a, from] of reach.entries()) {
          for (const [b, back] of reach.entries()) {
            const together = a === b || (from.has(b) && back.has(a));
            expect(groupOf.get(a) === groupOf.get(b)).toBe(together);
            if (!together && from.has(b)) expect(groupOf.get(b)).toBeLessThan(groupOf.get(a) ?? -1);
          }
        }
      }),
    );
  });

  test("walks a chain of 200,000 nodes and a ring of as many", () => {
    const size = 200_000;
    const chain = Array.from({ length: size }, (_, node) => (node + 1 < size ? [node + 1] : []));
    expect(stronglyConnected(chain)).toHaveLength(size);
    expect(stronglyConnected(chain.map((_, node) => [(node + 1) % size]))).toHaveLength(1);
  });
});

const anyEdges = fc
  .integer({ min: 0, max: 8 })
  .chain((size) =>
    fc.array(fc.array(fc.nat({ max: Math.max(0, size - 1) }), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );

function reachable(edges: number[][], start: number): Set<number> {
  const seen = new Set<number>();
  const queue = [...(edges[start] ?? [])];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    queue.push(...(edges[node] ?? []));
  }
  return seen;
}
