import { expect, test } from 'vitest'
import { currentToast, dismissToast, onToast, toast, toastMs } from './toast.ts'

test('a message is shown in the centre until it is dismissed, and a newer one takes its place [API-03]', () => {
  let calls = 0
  const stop = onToast(() => (calls += 1))
  toast('first')
  expect(currentToast()).toMatchObject({ text: 'first', place: 'centre', tone: 'plain' })
  const first = currentToast()?.id
  toast('second', { tone: 'wrong', place: 'top' })
  dismissToast(first)
  expect(currentToast()).toMatchObject({ text: 'second', place: 'top' })
  dismissToast()
  expect(currentToast()).toBe(null)
  stop()
  expect(calls).toBe(3)
})

test('no text, no toast', () => {
  toast('')
  expect(currentToast()).toBe(null)
})

test('a longer text stays longer, up to 8 s', () => {
  expect(toastMs('short')).toBe(2_800)
  expect(toastMs('x'.repeat(500))).toBe(8_000)
})
