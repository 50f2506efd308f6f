import { expect, test } from 'vitest'
import { byValue, sharesPpm } from './currencies.ts'

const item = (currencyId: number, value: string) => ({
  currencyId,
  name: `C${currencyId}`,
  alias: 'A coin',
  value,
})

test('the wallet lists the most valuable currency first, and equals in their own order', () => {
  const items = [item(4, '0'), item(1, '5'), item(2, '0'), item(3, '9.5')]
  expect(byValue(items).map((one) => one.currencyId)).toEqual([3, 1, 2, 4])
})

test('shares are parts of the total, and 0 of an empty wallet', () => {
  expect([...sharesPpm([item(1, '1'), item(2, '2')]).values()]).toEqual([333_333, 666_666])
  expect([...sharesPpm([item(1, '0')]).values()]).toEqual([0])
})
