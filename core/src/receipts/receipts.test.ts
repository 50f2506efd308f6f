import { expect, test } from 'vitest'
import { joinRuns, type Run } from './receipts.ts'

test.each<[string, Run, Run | null, Run[]]>([
  ['no settlement price', { from: 5, to: 9 }, null, [{ from: 5, to: 9 }]],
  [
    'an entry between them',
    { from: 5, to: 9 },
    { from: 11, to: 14 },
    [
      { from: 5, to: 9 },
      { from: 11, to: 14 },
    ],
  ],
  ['no entry between them', { from: 5, to: 9 }, { from: 10, to: 14 }, [{ from: 5, to: 14 }]],
  ['one entry in common', { from: 5, to: 9 }, { from: 9, to: 14 }, [{ from: 5, to: 14 }]],
  ['one inside the other', { from: 5, to: 20 }, { from: 10, to: 14 }, [{ from: 5, to: 20 }]],
])('the parts of the log in a receipt, with %s', (_, entry, exit, runs) => {
  expect(joinRuns(entry, exit)).toEqual(runs)
})
