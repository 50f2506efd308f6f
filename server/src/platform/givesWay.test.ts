import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givesWay } from './givesWay.ts'

const piecesOf = (text: string) => Array.from(text, (owner, place) => ({ owner, place }))

test.each([
  { room: '', newcomer: 'a', gives: null },
  { room: 'aaaa', newcomer: 'a', gives: null },
  { room: 'aaaa', newcomer: 'b', gives: 3 },
  { room: 'aabb', newcomer: 'c', gives: 1 },
  { room: 'abab', newcomer: 'c', gives: 2 },
  { room: 'aaab', newcomer: 'b', gives: 2 },
  { room: 'aabb', newcomer: 'b', gives: null },
  { room: 'aab', newcomer: 'b', gives: null },
  { room: 'abcd', newcomer: 'e', gives: null },
])('in a room of "$room" what gives way to $newcomer is number $gives', ({ room, newcomer, gives }) => {
  expect(givesWay(piecesOf(room), newcomer)?.place ?? null).toBe(gives)
})

test('whoever gives way keeps at least as many as the newcomer then has, and otherwise nobody had more to give', () => {
  const owner = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(owner, { maxLength: 12 }), owner, (room, newcomer) => {
      const gone = givesWay(piecesOf(room.join('')), newcomer)
      const countOf = (who: string) => room.filter((one) => one === who).length
      const mostOfAll = Math.max(0, ...room.map(countOf))
      if (gone) expect(countOf(gone.owner) - 1).toBeGreaterThanOrEqual(countOf(newcomer) + 1)
      else expect(mostOfAll).toBeLessThanOrEqual(countOf(newcomer) + 1)
    }),
  )
})
