import { dayName } from '@tickmark/core/market/simulated/prices'
import { expect, test } from 'vitest'
import { daysSince, PAGE } from './daysShown.ts'

const TODAY = 20_780

/** A house that shows `count` days up to yesterday, newest first, paged by `page`. */
function house(count: number, page = (pageNum: number) => pageNum) {
  const days = Array.from({ length: count }, (_, i) => dayName(TODAY - 1 - i))
  const asked: number[] = []
  return {
    asked,
    async show(pageNum: number) {
      asked.push(pageNum)
      const from = (page(pageNum) - 1) * PAGE
      const list = days
        .slice(from, from + PAGE)
        .map((day) => ({ day, amount: '0', line: '', path: [], index: 0, size: 1, seq: 1 }))
      return { list, total: count, exit: null }
    },
  }
}

test.each<[string, number, number, number]>([
  ['of a first day', 1, 1, 1],
  ['of no day yet', 0, 1, 1],
  ['up to the end of a page', 50, 50, 1],
  ['of two pages', 80, 80, 2],
  ['that were mostly checked before', 300, 3, 1],
])('days %s are read from as few pages as it takes', async (_, count, due, pages) => {
  const { show, asked } = house(count)
  const shown = await daysSince(dayName(TODAY - due), show)
  expect(shown?.list.length).toBe(Math.min(count, pages * PAGE))
  expect(asked).toHaveLength(pages)
})

test('a day that closes between two requests shifts the pages by one', async () => {
  const { show } = house(80)
  const moved = async (pageNum: number) => {
    const { list, ...shown } = await show(pageNum)
    return { ...shown, list: pageNum === 1 ? list : [...(await show(1)).list.slice(-1), ...list] }
  }
  const shown = await daysSince(dayName(TODAY - 80), moved)
  expect(new Set(shown?.list.map(({ day }) => day)).size).toBe(80)
})

test.each<[string, (pageNum: number) => number, number]>([
  ['the same page for ever', () => 1, 2],
  ['two pages in turn', (pageNum) => 1 + ((pageNum + 1) % 2), 3],
])('a house that shows %s has not answered', async (_, page, questions) => {
  const { show, asked } = house(400, page)
  expect(await daysSince(dayName(TODAY - 400), show)).toBeNull()
  expect(asked).toHaveLength(questions)
})

test('a page that is too long or missing is no answer', async () => {
  const { show } = house(60)
  const long = async () => {
    const shown = await show(1)
    return { ...shown, list: [...shown.list, ...shown.list] }
  }
  expect(await daysSince(dayName(TODAY - 60), long)).toBeNull()
  expect(await daysSince(dayName(TODAY - 60), async (n) => (n === 1 ? show(n) : null))).toBeNull()
})
