import { expect, test } from 'vitest'
import {
  atRest,
  currentToast,
  dismissMistake,
  dismissToast,
  onToast,
  toast,
  toastMs,
  toastTop,
} from './toast.ts'

test('a message is shown until it is dismissed, and a newer one takes its place [API-03]', () => {
  let calls = 0
  const stop = onToast(() => (calls += 1))
  toast('first')
  expect(currentToast()).toMatchObject({ text: 'first', tone: 'plain' })
  const first = currentToast()?.id
  toast('second', { tone: 'wrong' })
  dismissToast(first)
  expect(currentToast()).toMatchObject({ text: 'second', tone: 'wrong' })
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

test('the message about a mistake in a form goes when it is corrected, and any other message stays', () => {
  toast('Please enter the amount', { isMistake: true })
  dismissMistake()
  expect(currentToast()).toBe(null)
  toast('Copied')
  dismissMistake()
  expect(currentToast()?.text).toBe('Copied')
  dismissToast()
})

test.each([
  ['nothing is open', 44, [], 8],
  ['the sheet begins far below', 44, [{ top: 400, bottom: 444 }], 8],
  ['the sheet is as high as the window', 44, [{ top: 24, bottom: 68 }], 76],
  ['a long message would reach the title', 64, [{ top: 64, bottom: 108 }], 116],
  ['the title ends above', 44, [{ top: -60, bottom: 4 }], 8],
  [
    'two layers have their titles one below the other',
    44,
    [
      { top: 70, bottom: 110 },
      { top: 20, bottom: 60 },
    ],
    118,
  ],
])('a toast covers no title: %s', (_, height, titles, top) => {
  expect(toastTop(height, titles)).toBe(top)
})

test('a toast that comes while a sheet rises or is dragged has its place by where the title ends up', () => {
  expect(atRest({ top: 424, bottom: 468 }, 400)).toEqual({ top: 24, bottom: 68 })
  expect(toastTop(44, [atRest({ top: 424, bottom: 468 }, 400)])).toBe(76)
})
