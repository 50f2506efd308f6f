import { expect, test } from 'vitest'
import { joinRuns, type Run } from './receipts.ts'

const run = (from: number, to: number): Run => ({ from, to })

test.each<[string, Run[], Run[]]>([
  ['a single one', [run(5, 9)], [run(5, 9)]],
  ['an entry between them', [run(5, 9), run(11, 14)], [run(5, 9), run(11, 14)]],
  ['no entry between them', [run(5, 9), run(10, 14)], [run(5, 14)]],
  ['one entry in common', [run(5, 9), run(9, 14)], [run(5, 14)]],
  ['one inside the other', [run(5, 20), run(10, 14)], [run(5, 20)]],
  ['no order', [run(10, 14), run(2, 2), run(3, 3), run(2, 2)], [run(2, 3), run(10, 14)]],
])('the parts of the log in a receipt, with %s', (_, runs, joined) => {
  expect(joinRuns(runs)).toEqual(joined)
})
