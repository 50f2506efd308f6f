import { expect, test } from 'vitest'
import { place, type Attempt, type Placed, type PlaceBody, type PlaceWorld } from './placing.ts'

const body = (money: string): PlaceBody => ({
  pid: 1,
  money,
  timeId: 110,
  currcyId: 1,
  timezdId: `quote for ${money}`,
})

/** A house that keeps its keys, behind a network that fails as told: 'before' the order arrives or 'after'. */
function house(network: ('before' | 'after' | 'refuse' | 'fine')[]) {
  const orders = new Map<string, { body: PlaceBody; id: number }>()
  const sent: [string, string][] = []
  let kept: Attempt | null = null
  let keys = 0
  const world: PlaceWorld = {
    owner: 'me/1',
    newKey: () => `key ${++keys}`,
    keep: (attempt) => void (kept = attempt),
    kept: () => kept,
    isUnknown: (failure) => (failure as Error).message === 'network',
    async send(given, key) {
      sent.push([given.money, key])
      const way = network.shift() ?? 'fine'
      if (way === 'before') throw new Error('network')
      if (way === 'refuse') throw new Error('refused')
      if (!orders.has(key)) orders.set(key, { body: given, id: orders.size + 1 })
      if (way === 'after') throw new Error('network')
      return { orderId: String(orders.get(key)?.id) } as Placed
    },
  }
  return { world, orders, sent, kept: () => kept }
}

test('an order that arrives is placed once and leaves nothing behind', async () => {
  const { world, orders, kept } = house([])
  expect(await place(body('10'), world)).toEqual({ placed: { orderId: '1' }, earlier: false })
  expect([orders.size, kept()]).toEqual([1, null])
})

test('a refused order leaves nothing behind, and the next one has a new key', async () => {
  const { world, sent, kept } = house(['refuse'])
  await expect(place(body('10'), world)).rejects.toThrow('refused')
  expect(kept()).toBeNull()
  await place(body('20'), world)
  expect(sent).toEqual([
    ['10', 'key 1'],
    ['20', 'key 2'],
  ])
})

test('an order whose answer was lost is found again instead of placed twice', async () => {
  const { world, orders, sent } = house(['after'])
  await expect(place(body('10'), world)).rejects.toThrow('network')
  expect(await place(body('20'), world)).toEqual({ placed: { orderId: '1' }, earlier: true })
  expect(orders.size).toBe(1)
  expect(sent).toEqual([
    ['10', 'key 1'],
    ['10', 'key 1'],
  ])
})

test('an order that never arrived and is refused now makes room for the new one', async () => {
  const { world, orders } = house(['before', 'refuse'])
  await expect(place(body('10'), world)).rejects.toThrow('network')
  expect(await place(body('20'), world)).toMatchObject({ earlier: false })
  expect([...orders.values()].map((one) => one.body.money)).toEqual(['20'])
})

test('while the fate of the first is unknown no second one is sent', async () => {
  const { world, sent, kept } = house(['before', 'before'])
  await expect(place(body('10'), world)).rejects.toThrow('network')
  await expect(place(body('20'), world)).rejects.toThrow('network')
  expect(sent.every(([money]) => money === '10')).toBe(true)
  expect(kept()?.body.money).toBe('10')
})

test('an attempt of another account is left alone', async () => {
  const { world, sent } = house(['before'])
  await expect(place(body('10'), { ...world, owner: 'other/0' })).rejects.toThrow('network')
  expect(await place(body('20'), world)).toMatchObject({ earlier: false })
  expect(sent.map(([money]) => money)).toEqual(['10', '20'])
})
