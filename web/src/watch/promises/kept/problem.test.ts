import { expect, test } from 'vitest'
import { falseTrouble, sounder, unchecked, type KeptProblem } from './problem.ts'

const PROBLEMS: KeptProblem[] = [null, 'unchecked', 'unreadable', 'other_terms', 'not_signed']

test('a sound answer is replaced only by the same answer, again found sound', () => {
  for (const problem of PROBLEMS) {
    for (const later of PROBLEMS) {
      for (const text of ['a', 'b']) {
        const [earlier, next] = [
          { text: 'a', problem },
          { text, problem: later },
        ]
        const stays = problem === null && !(later === null && text === 'a')
        expect(sounder(earlier, next, (one, other) => one.text === other.text)).toBe(stays ? earlier : next)
      }
    }
  }
  const first = { problem: null }
  expect(sounder(null, first, () => false)).toBe(first)
})

test.each([
  [null, null],
  ['unchecked', null],
  ['other_terms', 'terms'],
  ['not_signed', 'signature'],
  ['unreadable', 'signature'],
] as const)('the problem %s is the trouble %s', (problem, trouble) => {
  expect(falseTrouble(problem)).toBe(trouble)
})

test('everything kept without known keys is judged later, and nothing else', () => {
  const kept = [...PROBLEMS, ...PROBLEMS].map((problem, i) => ({ problem, i }))
  expect(unchecked(kept).map((one) => one.i)).toEqual([1, 6])
})
