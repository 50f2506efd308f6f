import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { closedDays } from '../dayStore.ts'
import { openHostingFixture, type HostingFixture } from '../hosting.testing.ts'
import { insertVersion, productsInForce } from '../products/productStore.ts'
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

test('the page has each venue with its fee and holdings, and the profit since the last closed day', async () => {
  const { programme, db } = hosting.deps
  await hosting.goTo('2027-01-11')
  const [closed] = await closedDays(db, 1)
  const asked: number[] = []
  const answer = programmeAnswer({
    ...hosting.deps,
    programme: {
      ...programme,
      profitAfter: (_, after) => Promise.resolve(BigInt(asked.push(after)) * -50_000_000n),
      venues: async () => [
        {
          venue: 3,
          name: 'North',
          state: 'stale' as const,
          takerPpm: 1_500n,
          holdings: [{ coin: 'BTC', amount: 25_000_000n }],
        },
      ],
    },
  })
  hosting.clock.advance(1_000)
  const shown = await answer({ book: 'simulated', language: 'english' })
  const holdings = [{ coin: 'BTC', amount: '0.25' }]
  expect(shown.venues).toEqual([{ venue: 3, name: 'North', state: 'stale', fee: '0.15', holdings }])
  expect([shown.today, asked, shown.engine]).toEqual(['-0.5', [closed?.last], programme.engine()])
  expect(shown.days).toMatchObject([{ day: '2027-01-10', hosted: '0', paid: '0' }])
})

test('a product that is closed is not on offer', async () => {
  const { db } = hosting.deps
  await transact(db, async (tx) => {
    const [first] = await productsInForce(tx)
    if (!first) throw new Error('there is a product')
    await insertVersion(tx, { ...first, version: first.version + 1, isOpen: false })
    await sql`update hosting_product set log_seq = 1 where log_seq is null`.execute(tx)
  })
  hosting.clock.advance(1_000)
  const { products } = await programmeAnswer(hosting.deps)({ book: 'real', language: 'english' })
  expect(products.map(({ mid }) => mid)).toEqual([2, 3])
})
