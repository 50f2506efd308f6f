/** Throws when the condition is false, which only a bug can cause; `what` states the expected condition. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${what}`)
}

/** Marks a branch that the types exclude: a new case of a union fails to compile until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
