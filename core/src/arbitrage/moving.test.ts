import { expect, test } from 'vitest'
import type { Moving } from '../log/log.ts'
import type { ArrivalLine, MoveLine, ProgrammeLine } from './evidence.ts'
import { areMoving, canLeaveMoving, movingAfter } from './moving.ts'

const [USDT, BTC] = [1, 4]

const under = (number: number, currency = USDT): Moving => ({ number, from: 1, to: 2, currency, amount: '9' })
const move = (number: number, currency = USDT): MoveLine => {
  return { v: 1, kind: 'move', at: 0, ...under(number, currency), cost: '1' }
}
const arrival = (number: number, of: number, change: Partial<ArrivalLine> = {}): ArrivalLine => {
  return { v: 1, kind: 'arrival', at: 0, ...under(0), number, move: of, ...change }
}

test.each<[what: string, before: Moving[], lines: ProgrammeLine[], after: number[] | null]>([
  ['nothing', [], [], []],
  ['a move', [], [move(5)], [5]],
  ['a move and its arrival', [], [move(5), arrival(6, 5)], []],
  ['the arrival of a move of the day before', [under(2)], [arrival(6, 2)], []],
  ['no line about it', [under(2)], [move(5, BTC)], [2, 5]],
  ['moves of two currencies, one arrived', [], [move(5), move(6, BTC), arrival(7, 5)], [6]],
  ['a move of the same currency after the arrival', [], [move(5), arrival(6, 5), move(7)], [7]],
  ['a second move of a currency', [], [move(5), move(6)], null],
  ['a second move of a currency, after a midnight', [under(2)], [move(5)], null],
  ['an arrival of no move', [], [arrival(6, 5)], null],
  ['an arrival before its move', [], [arrival(4, 5), move(5)], null],
  ['two arrivals', [], [move(5), arrival(6, 5), arrival(7, 5)], null],
  ['an arrival elsewhere', [], [move(5), arrival(6, 5, { to: 3 })], null],
  ['an arrival from elsewhere', [], [move(5), arrival(6, 5, { from: 3 })], null],
  ['an arrival of less', [], [move(5), arrival(6, 5, { amount: '8' })], null],
  ['an arrival of another currency', [], [move(5), arrival(6, 5, { currency: BTC })], null],
])('after %s, these moves are under way', (_, before, lines, after) => {
  expect(movingAfter(before, lines)?.map(({ number }) => number) ?? null).toEqual(after)
})

test.each<[what: string, moving: Moving[], can: boolean]>([
  ['none', [], true],
  ['one of the day before', [under(3)], true],
  ['one of the day', [under(5)], true],
  ['one of each', [under(3), under(7, BTC)], true],
  ['one that was not under way the day before', [under(2)], false],
  ['one of the day before, to another venue', [{ ...under(3), to: 5 }], false],
  ['one of the next day', [under(8)], false],
  ['two of one currency', [under(3), under(5)], false],
  ['two under one number', [under(5), under(5, BTC)], false],
  ['numbers that run back', [under(6), under(5, BTC)], false],
])('an entry can state as under way: %s', (_, moving, can) => {
  expect(canLeaveMoving({ first: 5, last: 7, moving }, [under(3)])).toBe(can)
})

test('an entry states exactly the moves under way', () => {
  const moving = [under(5), under(6, BTC)]
  expect(areMoving(moving, moving)).toBe(true)
  for (const other of [[], [under(5)], [under(5), under(7, BTC)], moving.toReversed()])
    expect(areMoving(other, moving)).toBe(false)
})
