import { expect, test } from 'vitest'
import { drawn } from '../../app/drawn.testing.tsx'
import { ProposeDialog } from './ProposeDialog.tsx'

test('a proposal is asked for with its fields and a reason, and tells that it takes two', async () => {
  const dialog = (open: boolean) => (
    <ProposeDialog open={open} onClose={() => {}} title="Move money" kind="treasury.fund" payload={{}}>
      <p>Fields</p>
    </ProposeDialog>
  )
  expect(await drawn(dialog(true))).toBe(
    [
      'Move money | [Close] | Fields | Reason | ≤ 500 | Everybody at the desk reads it in the log.',
      'A second operator must approve it within an hour. | off | Ask for approval',
    ].join(' | '),
  )
  expect(await drawn(dialog(false))).toBe('')
})
