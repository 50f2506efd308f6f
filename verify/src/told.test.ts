import type { WitnessVerdict } from '@tickmark/core/log/witnessed'
import { describe, expect, test } from 'vitest'
import type { Outcome } from './outcome.ts'
import { told } from './told.ts'

const VOUCH: WitnessVerdict = { ok: true, problem: null, size: 7, vouching: null }
const LACK: WitnessVerdict = { ok: false, problem: 'missing', isFalse: false, size: 7, vouching: null }
const FALSE: WitnessVerdict = { ok: false, problem: 'not_continued', isFalse: true, size: 7, vouching: null }

/** A file's own verdict, what the witnesses say, and the exit code of both: the worse of the two. */
const CODES: [Outcome['code'], WitnessVerdict | null, Outcome['code']][] = [
  [0, null, 0],
  [0, VOUCH, 0],
  [0, LACK, 3],
  [0, FALSE, 1],
  [1, null, 1],
  [1, VOUCH, 1],
  [1, LACK, 1],
  [1, FALSE, 1],
  [2, null, 2],
  [2, VOUCH, 2],
  [2, LACK, 2],
  [2, FALSE, 2],
  [3, null, 3],
  [3, VOUCH, 3],
  [3, LACK, 3],
  [3, FALSE, 1],
]

describe.each(CODES)('a report that ends with %s', (code, witnesses, all) => {
  const given = { report: { verdict: 'own' }, code, text: 'The report.', witnesses }
  const said = witnesses === null ? 'without a policy' : (witnesses.problem ?? 'witnessed')

  test(`ends with ${all}, ${said}`, () => {
    expect(told(given, false).code).toBe(all)
  })

  test(`ends with ${all} as JSON, ${said}, and has both verdicts`, () => {
    const { code: asJson, text } = told(given, true)
    expect(asJson).toBe(all)
    expect(JSON.parse(text)).toEqual({ verdict: 'own', witnesses })
  })

  test(`never says more than its code, ${said}`, () => {
    const { text } = told(given, false)
    expect(text).toContain('The report.')
    const closes = code !== 2 && witnesses?.ok === false
    expect(text.includes('BROKEN: what is shown of the witnesses')).toBe(closes && witnesses.isFalse)
    expect(text.includes('NOT PROVEN: the witnesses that you trust')).toBe(closes && !witnesses.isFalse)
  })
})
