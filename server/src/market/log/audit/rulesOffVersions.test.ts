import type { RulesEntry } from '@tickmark/core/log/log'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { expect, test } from 'vitest'
import { rulesOffVersions } from './rulesOffVersions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEFORE = { ...PRESENT_RULES, marginPpm: PRESENT_RULES.marginPpm + 1 }
const [FIRST, SECOND, THIRD] = [2, 3, 4].map((more) => ({
  ...PRESENT_RULES,
  marginPpm: PRESENT_RULES.marginPpm + more,
})) as [typeof BEFORE, typeof BEFORE, typeof BEFORE]
const NONE: [typeof BEFORE, number][] = []
const THREE: [typeof BEFORE, number][] = [
  [FIRST, 100 * HOUR],
  [SECOND, 200 * HOUR],
  [THIRD, 300 * HOUR],
]

/** Where the findings are, for rules logged at these times, and versions approved at theirs. */
function found(logged: [typeof BEFORE, number][], approved: [typeof BEFORE, number][], lastMs = 0) {
  const entries = logged.map(([rules, at], i): RulesEntry => ({
    kind: 'rules',
    seq: i + 1,
    at,
    from: at,
    before: i,
    rules,
  }))
  const versions = approved.map(([rules, approvedMs]) => ({ rules: changeableOf(rules), approvedMs }))
  return rulesOffVersions(entries, versions, lastMs).map((one) => `${one.where}: ${one.expected}`)
}
const at = (seq: number) => `log entry ${seq}: rules that two operators approved`

test.each<[string, Parameters<typeof found>[0], Parameters<typeof found>[1], string[]]>([
  ['an empty log', [], NONE, []],
  [
    'the program’s own rules of the log’s start and of now',
    [
      [BEFORE, 0],
      [PRESENT_RULES, HOUR],
    ],
    NONE,
    [],
  ],
  [
    'rules that nobody approved',
    [
      [BEFORE, 0],
      [FIRST, HOUR],
    ],
    NONE,
    [at(2)],
  ],
  [
    'a version logged with its approval',
    [
      [BEFORE, 0],
      [FIRST, 100 * HOUR],
    ],
    THREE,
    [],
  ],
  [
    'a version logged a little before it, by another clock',
    [
      [BEFORE, 0],
      [FIRST, 100 * HOUR - 1],
    ],
    THREE,
    [],
  ],
  [
    'own rules within a minute of the first approval',
    [
      [BEFORE, 0],
      [PRESENT_RULES, 100 * HOUR + MINUTE - 1],
    ],
    THREE,
    [],
  ],
  [
    'own rules a minute after the first approval',
    [
      [BEFORE, 0],
      [PRESENT_RULES, 100 * HOUR + MINUTE],
    ],
    THREE,
    [at(2)],
  ],
  [
    'the version before, within a minute of the next',
    [
      [BEFORE, 0],
      [FIRST, 200 * HOUR + MINUTE - 1],
    ],
    THREE,
    [],
  ],
  [
    'the version before, a minute after the next',
    [
      [BEFORE, 0],
      [FIRST, 200 * HOUR + MINUTE],
    ],
    THREE,
    [at(2)],
  ],
  [
    'the first version after the third',
    [
      [BEFORE, 0],
      [FIRST, 400 * HOUR],
    ],
    THREE,
    [at(2)],
  ],
  [
    'the second version after the third',
    [
      [BEFORE, 0],
      [SECOND, 400 * HOUR],
    ],
    THREE,
    [at(2)],
  ],
  [
    'the newest version',
    [
      [BEFORE, 0],
      [FIRST, 150 * HOUR],
      [THIRD, 400 * HOUR],
    ],
    THREE,
    [],
  ],
])('rules are checked against their approvals: %s', (_, logged, approved, findings) => {
  expect(found(logged, approved)).toEqual(findings)
})

test.each<[string, Parameters<typeof found>[0], number, string[]]>([
  ['with none approved for six hours', [[BEFORE, 0]], 106 * HOUR - 1, []],
  ['with one approved for six hours', [[BEFORE, 0]], 106 * HOUR, ['the log: version 1 of the rules']],
  [
    'with that one logged',
    [
      [BEFORE, 0],
      [FIRST, 101 * HOUR],
    ],
    106 * HOUR,
    [],
  ],
  [
    'with a later one logged',
    [
      [BEFORE, 0],
      [SECOND, 201 * HOUR],
    ],
    206 * HOUR,
    [],
  ],
  [
    'with an older one logged',
    [
      [BEFORE, 0],
      [FIRST, 101 * HOUR],
    ],
    206 * HOUR,
    ['the log: version 2 of the rules'],
  ],
  ['without any rules', [], 106 * HOUR, ['the log: version 1 of the rules']],
])('a log that goes on %s is told', (_, logged, lastMs, findings) => {
  expect(found(logged, THREE, lastMs)).toEqual(findings)
})
