/** Throws when a condition that only a bug can break is false; `what` states the expected condition. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${what}`)
}

/** Marks a branch that the types exclude, so that a new case of a union fails to compile until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
