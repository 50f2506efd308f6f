import { expect, test } from 'vitest'
import { whyNotAsked } from './whyNotAsked.ts'

test.each<[goesTo: number | null, isSignedIn: boolean, why: ReturnType<typeof whyNotAsked>]>([
  [999, true, 'waiting'],
  [1_000, true, 'waiting'],
  [1_000, false, 'waiting'],
  [1_001, true, null],
  [1_001, false, 'signedOut'],
  [null, true, 'unanswered'],
  [null, false, 'signedOut'],
])(
  'a receipt due at 1000 is, with the log at %s and signed in %s, left for being %s',
  (goesTo, isSignedIn, why) => {
    expect(whyNotAsked(goesTo, 1_000, isSignedIn)).toBe(why)
  },
)
