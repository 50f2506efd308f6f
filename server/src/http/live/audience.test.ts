import { expect, test } from 'vitest'
import { audience, newMember, takeAllowance, type Connection, type Subscriber } from './audience.ts'

const NOW = 1_800_000_000_000
const member = (userId?: number): Subscriber => {
  const session = userId === undefined ? null : { user: { id: userId } }
  return newMember({ session, ended: false, close() {} } as unknown as Connection, NOW)
}
const taken = (one: Subscriber, times: number, nowMs: number) =>
  Array.from({ length: times }, () => takeAllowance(one, nowMs))

test('a client may send ten messages at once, and then two a second', () => {
  const one = member()
  expect(taken(one, 11, NOW)).toEqual([...Array<boolean>(10).fill(true), false])
  expect(taken(one, 1, NOW + 499)).toEqual([false])
  expect(taken(one, 2, NOW + 500)).toEqual([true, false])
  expect(taken(one, 3, NOW + 1_500)).toEqual([true, true, false])
})

test('silence gives back ten messages and no more, and a clock set back takes none', () => {
  const one = member()
  taken(one, 10, NOW)
  expect(taken(one, 11, NOW + 600_000).filter(Boolean)).toHaveLength(10)
  expect(taken(one, 1, NOW)).toEqual([false])
  expect(taken(one, 2, NOW + 500)).toEqual([true, false])
})

test('a user is reached on each of his sockets, until it closes or he signs out there', () => {
  const all = audience()
  const [first, second, other, visitor] = [member(1), member(1), member(2), member()]
  for (const one of [first, second, other, visitor]) all.add(one)
  expect([[...all.of(1)], [...all.of(2)], [...all.of(3)]]).toEqual([[first, second], [other], []])
  expect(all.all.size).toBe(4)
  first.favourites = [7]
  all.forgetUser(first)
  expect([first.session, first.favourites, [...all.of(1)], all.all.size]).toEqual([null, [], [second], 4])
  second.wants.set('top', { what: { kind: 'top' }, renewedAtMs: 0, seq: 0 })
  all.remove(second)
  all.remove(visitor)
  expect([second.wants.size, [...all.of(1)], [...all.all]]).toEqual([0, [], [first, other]])
})

test('a user’s events are numbered while he is connected, and anew after that', () => {
  const all = audience()
  const [first, second] = [member(1), member(1)]
  all.add(first)
  all.add(second)
  expect([all.nextEvent(1), all.nextEvent(1), all.nextEvent(2)]).toEqual([1, 2, 1])
  all.remove(first)
  expect(all.nextEvent(1)).toBe(3)
  all.remove(second)
  expect([all.nextEvent(1), all.nextEvent(1)]).toEqual([1, 1])
  all.add(member(1))
  expect([all.nextEvent(1), all.nextEvent(1)]).toEqual([1, 2])
})
