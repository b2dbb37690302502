/** A person as others are told of them: without the address that git knows. */
export const nameOf = (person: string): string => person.replace(/ <[^<>]*>$/, "");
