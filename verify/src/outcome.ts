/** The result of a command. */
export interface Outcome {
  code: 0 | 1 | 2 | 3
  text: string
}

/** The exit code of each verdict. */
export const CODES = { holds: 0, broken: 1, not_proven: 3 } as const
