/** The only door to the process environment. */
export const searchPath = (): string => process.env.PATH ?? "";

export const forcesColor = (): boolean => Boolean(process.env.FORCE_COLOR) && process.env.FORCE_COLOR !== "0";
