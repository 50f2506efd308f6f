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

/** A missing trigger that should forbid changes, as "table.trigger". */
export function guardFinding(name: string): Finding {
  return { rule: 'never changed', where: name, expected: 'a trigger that forbids it', found: 'none' }
}

/** A function of the database that is not as our migrations make it. */
export function functionFinding(name: string): Finding {
  return {
    rule: 'never changed',
    where: name,
    expected: 'the function of our migrations',
    found: 'another or none',
  }
}

/** A table, or what decides how it is read, that is not as our migrations make it. */
export function tableFinding(name: string): Finding {
  return {
    rule: 'never changed',
    where: name,
    expected: 'as our migrations make it',
    found: 'another or none',
  }
}
