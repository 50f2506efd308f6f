import { expect, test } from 'vitest'
import { coinPicture, MOST_PICTURE_BYTES, MOST_PICTURE_SIDE } from './pictures.ts'

test('a picture of 6 MiB may be sent, and is shown with 1,024 pixels a side at most', () => {
  expect([MOST_PICTURE_BYTES, MOST_PICTURE_SIDE]).toEqual([6 * 1024 * 1024, 1024])
})

test('a coin’s picture is named for its symbol in small letters', () => {
  expect(coinPicture('BTC')).toBe('/coins/btc.svg')
})
