/** Writes one line for the witness's operator. */
export type Say = (line: string) => void
