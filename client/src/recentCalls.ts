export interface RecentCalls<Name extends string> {
  note(name: Name): void
  /**
   * Whether this page made one of these calls, or got its answer, within the last `ms`: its own screen reports the
   * result.
   */
  calledWithin(ms: number, names: readonly Name[]): boolean
}

/** Remembers when each call was last made or answered. */
export function rememberCalls<Name extends string>(): RecentCalls<Name> {
  const times = new Map<Name, number>()
  return {
    note: (name) => void times.set(name, Date.now()),
    calledWithin: (ms, names) => names.some((name) => Date.now() - (times.get(name) ?? 0) < ms),
  }
}
