import { freeId, slugOf } from "../../plan/plan-id.ts";

/** A plan is named by its title. One whose name is taken gets a number: whoever says the same again means it again. */
export function freeTitle(title: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(title);
  if (!taken.has(slug)) return title;
  const short = slug.slice(0, ROOM_FOR_NUMBER).replace(/-+$/, "");
  const id = freeId(short, new Set([...taken, short]));
  const number = `(${id.slice(short.length + 1)})`;
  // Of a long title an id has only the beginning, and the number would be lost with the rest.
  return slugOf(`${title} ${number}`) === id ? `${title} ${number}` : `${short.replaceAll("-", " ")} ${number}`;
}

/** As much of an id as leaves room for a number in what a title's id may be long. */
const ROOM_FOR_NUMBER = 44;
