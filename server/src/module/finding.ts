/** Something an audit found wrong. */
export interface Finding {
  /** The rule that is broken. */
  rule: string
  where: string
  expected: string
  found: string
}

/** Findings of one rule that are told; more say nothing new. */
export const MOST_FINDINGS = 100

/** A trigger that should forbid changes and is not there, as "table.trigger". */
export function guardFinding(name: string): Finding {
  return { rule: 'never changed', where: name, expected: 'a trigger that forbids it', found: 'none' }
}
