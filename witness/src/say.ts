/** Writes one line for whoever runs the witness. */
export type Say = (line: string) => void
