import { expect, test } from 'vitest'
import { newestOf, readAnswers, type KeptAnswer } from './keptAnswers.ts'

const OWN = { address: '0xA', book: 1, language: 'english' }
const PUBLIC = { address: null, book: null, language: 'english' }

const answer = (path: string, data: unknown, asker: object = OWN): KeptAnswer => ({
  key: [`/api/${path}`, asker, {}],
  data,
  atMs: 1_000,
})
const balance = answer('getavailableMoneyByCurrency', { balance: '12.5' })
const list = { list: [], total: 0 }
const pages: KeptAnswer = {
  key: ['/api/getMyLimitOrders', OWN, { status: 0, pageSize: 10 }, 'pages'],
  data: { pages: [list], pageParams: [undefined] },
  atMs: 2_000,
}
const written = (kept: readonly KeptAnswer[]): unknown => JSON.parse(JSON.stringify(kept))

test('answers come back as they were, a list’s pages with the position of the first', () => {
  expect(readAnswers(written([balance, pages]), '0xA')).toEqual([balance, pages])
})

test.each([
  ['another user’s', [balance], '0xB'],
  ['anybody’s after he left', [balance], null],
  ['in another shape', [answer('getavailableMoneyByCurrency', { balance: 5 })], '0xA'],
  ['of a call that is gone', [answer('getYesterday', {})], '0xA'],
  ['nothing that was kept', 'x', '0xA'],
])('an answer is left out: %s', (_, kept, address) => {
  expect(readAnswers(written(kept as KeptAnswer[]), address)).toEqual([])
})

test('a public answer is for everybody', () => {
  const durations = answer('getLimitTimeType', { list: [] }, PUBLIC)
  expect(readAnswers(written([durations]), null)).toEqual([durations])
})

test('the newest are kept, as many as there is room for, and only answers of calls', () => {
  const check = { key: ['receipt.check', 'x'], data: {}, atMs: 9_000 }
  const size = JSON.stringify(balance).length
  expect(newestOf([balance, check, pages])).toEqual([pages, balance])
  expect(newestOf([balance, { ...balance, atMs: 3_000 }])).toEqual([{ ...balance, atMs: 3_000 }])
  expect(newestOf([balance, pages], size)).toEqual([balance])
  expect(newestOf([balance], size - 1)).toEqual([])
})
