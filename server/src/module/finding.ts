/** Something an audit found wrong. */
export interface Finding {
  /** The rule that is broken. */
  rule: string
  where: string
  expected: string
  found: string
}

/** Maximum number of findings reported for one rule. */
export const MOST_FINDINGS = 100

/** A table, a rule of a table, a function, or a setting that decides how tables are read, which differs from our migrations. */
export function foreignFinding(name: string): Finding {
  return {
    rule: 'never changed',
    where: name,
    expected: 'as our migrations make it',
    found: 'another or none',
  }
}
