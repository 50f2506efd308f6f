import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { claims, decimal, moneyText, page, pid, UUID_PATTERN, uuid, whole } from './fields.ts'

const ID = '01a2b3c4-0000-7000-8000-000000000001'
const paged = z.object(page)

test.each<[string, z.ZodMiniType, unknown, unknown]>([
  ['a number', whole(0, 9), 7, 7],
  ['a number as text', whole(0, 9), '7', 7],
  ['the least', whole(2, 9), 2, 2],
  ['less than the least', whole(2, 9), 1, null],
  ['the most', whole(2, 9), '9', 9],
  ['more than the most', whole(2, 9), 10, null],
  ['below zero', whole(-5, 9), '-5', -5],
  ['half a number', whole(0, 9), 0.5, null],
  ['half a number as text', whole(0, 9), '0.5', null],
  ['a number with a blank', whole(0, 9), ' 7', null],
  ['nothing', whole(0, 9), '', null],
  ['a power', whole(0, 9_999), '1e3', null],
  ['no number', whole(0, 9), Number.NaN, null],
  ['a coin', pid, '1', 1],
  ['no coin', pid, 0, null],
  ['a sum', decimal, '1.5', '1.5'],
  ['a sum of 9 decimals', decimal, '1.123456789', null],
  ['a sum as a number', decimal, 1.5, null],
  ['a stake of 64 characters', moneyText, 'x'.repeat(64), 'x'.repeat(64)],
  ['a stake of 65 characters', moneyText, 'x'.repeat(65), null],
  ['an id', uuid, ID, ID],
  ['an id in capitals', uuid, ID.toUpperCase(), null],
  ['an id with something behind', uuid, `${ID}0`, null],
  ['an id with a line behind', uuid, `${ID}\n`, null],
  ['an id with something before', uuid, `0${ID}`, null],
  ['no page', paged, {}, { pageNum: 1, pageSize: 10 }],
  ['a page of fifty', paged, { pageNum: '0', pageSize: '50' }, { pageNum: 0, pageSize: 50 }],
  ['a page of fifty-one', paged, { pageSize: 51 }, null],
  ['a page of none', paged, { pageSize: 0 }, null],
  ['a page before the first', paged, { pageNum: -1 }, null],
  ['no claims', claims, {}, { language: 'english', book: 0 }],
  ['a third account', claims, { book: 2 }, null],
  ['a language that is none', claims, { language: 'klingon' }, null],
])('%s is read as given, or rejected', (_what, schema, given, expected) => {
  const parsed = z.safeParse(schema, given)
  expect(parsed.success ? parsed.data : null).toEqual(expected)
})

test('the pattern of an id has no anchors, so that other patterns can contain it', () => {
  expect(new RegExp(`^id ${UUID_PATTERN} end$`).test(`id ${ID} end`)).toBe(true)
})
