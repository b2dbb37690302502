type Node = { id: number; order: number; low: number; open: boolean; ahead: Iterator<number> };

/**
 * The groups of nodes that all reach each other, each node in exactly one of them (Tarjan). `edges[n]` lists where
 * node `n` leads. Whatever a group leads to comes before it. No recursion: a long chain must not end the stack.
 */
export function stronglyConnected(edges: readonly (readonly number[])[]): number[][] {
  const nodes = edges.map((to, id): Node => ({ id, order: -1, low: -1, open: false, ahead: to.values() }));
  const groups: number[][] = [];
  const path: Node[] = [];
  const open: Node[] = [];
  let entered = 0;

  const enter = (node: Node): void => {
    node.order = entered++;
    node.low = node.order;
    node.open = true;
    open.push(node);
    path.push(node);
  };
  const leave = (node: Node): void => {
    path.pop();
    const parent = path.at(-1);
    if (parent) parent.low = Math.min(parent.low, node.low);
    if (node.low === node.order) groups.push(closeGroup(open, node));
  };

  for (const root of nodes) {
    if (root.order < 0) enter(root);
    for (let node = path.at(-1); node; node = path.at(-1)) {
      const edge = node.ahead.next();
      const target = edge.done ? undefined : nodes[edge.value];
      if (edge.done) leave(node);
      else if (target && target.order < 0) enter(target);
      else if (target?.open) node.low = Math.min(node.low, target.order);
    }
  }
  return groups;
}

/** Everything entered since `root`, itself included, in ascending order. */
function closeGroup(open: Node[], root: Node): number[] {
  const group = open.splice(open.lastIndexOf(root));
  for (const node of group) node.open = false;
  return group.map((node) => node.id).sort((a, b) => a - b);
}
