import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostingFixture, type HostingFixture } from '../hosting.testing.ts'
import { programmeAnswer } from './showProgramme.ts'

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(Date.parse('2027-01-10T12:00:00Z'))))
afterAll(() => hosting.close())

test('however many pages read the programme, its figures are read once a second', async () => {
  let reads = 0
  const { programme } = hosting.deps
  const profitAfter = () => Promise.resolve(BigInt(++reads) * 100_000_000n)
  const answer = programmeAnswer({ ...hosting.deps, programme: { ...programme, profitAfter } })
  const english = { book: 'real', language: 'english' } as const
  const all = await Promise.all(Array.from({ length: 50 }, () => answer(english)))
  expect(new Set(all.map(({ today }) => today))).toEqual(new Set(['1']))
  hosting.clock.advance(999)
  const other = await answer({ book: 'simulated', language: 'korean' })
  expect([other.today, other.products[0]?.title]).toEqual(['1', '7일'])
  hosting.clock.advance(1)
  expect((await answer(english)).today).toBe('2')
})
