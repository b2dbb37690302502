/** Numbers that come out smallest first. */
export type MinHeap = { push(value: number): void; pop(): number | undefined };

export function minHeap(): MinHeap {
  const heap: number[] = [];
  return {
    push(value) {
      heap.push(value);
      rise(heap, heap.length - 1);
    },
    pop() {
      const least = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) {
        heap[0] = last;
        sink(heap, 0);
      }
      return least;
    },
  };
}

function rise(heap: number[], start: number): void {
  let child = start;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (at(heap, parent) <= at(heap, child)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function sink(heap: number[], start: number): void {
  let parent = start;
  for (;;) {
    const left = 2 * parent + 1;
    const least = at(heap, left + 1) < at(heap, left) ? left + 1 : left;
    if (at(heap, parent) <= at(heap, least)) return;
    swap(heap, parent, least);
    parent = least;
  }
}

/** Beyond the end everything is larger, so that a missing child never wins. */
const at = (heap: number[], index: number): number => heap[index] ?? Number.POSITIVE_INFINITY;

function swap(heap: number[], a: number, b: number): void {
  [heap[a], heap[b]] = [at(heap, b), at(heap, a)];
}
