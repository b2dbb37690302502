/** The items of one page; pages are counted from 1. */
export function page(items, number, size) {
  return items.slice((number - 1) * size, number * size);
}

/** How many pages it takes to show all items. */
export function pages(items, size) {
  return Math.floor(items.length / size);
}
