/**
 * How the key of a person's post to a topic begins; the key of a step's begins with its run. No run has this for an id:
 * those end with six characters that tell one run of a plan from another.
 */
export const BY_PERSON = "person/";
