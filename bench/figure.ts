/** One line of the report. Figures are reported, not asserted: machines differ, so a goal missed is not a failure. */
export interface Figure {
  name: string;
  measured: number;
  /** An exponent has none. */
  unit: "ms" | "×" | "";
  /** At most this much; left out where the number is only for information. */
  goal?: number;
}

/** One file of this folder: measures something and says what it found. It may write into the folder it is given. */
export type Benchmark = (folder: string) => Figure[] | Promise<Figure[]>;
