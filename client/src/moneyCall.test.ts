import { beforeEach, describe, expect, test } from 'vitest'
import { CallFailed, isOutcomeUnknown, isRejectedEarly } from './callFailed.ts'
import {
  openSender,
  pendingOther,
  sendOnce,
  sendRenewed,
  settlePending,
  type PendingCall,
  type PendingCallStore,
} from './moneyCall.ts'

const LOST = new CallFailed('network', 0, 'no answer')
const UNHEARD = new CallFailed('too_many_requests', 429, 'too often')
const REFUSED = new CallFailed('insufficient_funds', 409, 'refused')

/** A fake server with scripted answers that records the keys of its requests. */
function worldOf(answers: (string | Error)[], left: PendingCall<string> | null = null) {
  const sent: string[] = []
  let kept = left
  const world: PendingCallStore<string, string> = {
    keep: (attempt) => (kept = attempt),
    kept: () => kept,
    send(body, key) {
      sent.push(`${key}:${body}`)
      const answer = answers.shift() ?? 'done'
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
  return { world, sent, keptNow: () => kept }
}

const left = { key: 'old', body: 'a' }
const first = { key: 'first', body: 'a' }

test('an answered call is forgotten', async () => {
  const { world, keptNow } = worldOf(['ok'])
  expect(await sendOnce({ key: 'new', body: 'a' }, world)).toBe('ok')
  expect(keptNow()).toBeNull()
})

test('a refused call is forgotten, a lost one is kept under its key', async () => {
  for (const answer of [REFUSED, UNHEARD]) {
    const { world, keptNow } = worldOf([answer])
    await expect(sendOnce({ key: 'new', body: 'a' }, world)).rejects.toBe(answer)
    expect(keptNow()).toBeNull()
  }
  const lost = worldOf([LOST])
  await expect(sendOnce({ key: 'new', body: 'a' }, lost.world)).rejects.toBe(LOST)
  expect(lost.keptNow()).toEqual({ key: 'new', body: 'a' })
})

test('a refused call is replaced for as long as there is a replacement, each under a new key', async () => {
  const { world, sent, keptNow } = worldOf([REFUSED, REFUSED, 'ok'])
  const bodies = ['b', 'c']
  const told = [first.key]
  expect(
    await sendRenewed(first, world, async (_, key) => {
      told.push(key)
      return bodies.shift() ?? null
    }),
  ).toBe('ok')
  expect(sent.map((one) => one.split(':')[1])).toEqual(['a', 'b', 'c'])
  expect(sent.map((one) => one.split(':')[0])).toEqual(told)
  expect(new Set(told).size).toBe(3)
  const over = worldOf([REFUSED])
  expect(await sendRenewed(first, over.world, async () => null)).toBeNull()
  expect([keptNow(), over.keptNow(), over.sent.length]).toEqual([null, null, 1])
})

test('a call whose outcome is unknown is never replaced', async () => {
  const { world, sent, keptNow } = worldOf([LOST])
  await expect(sendRenewed(first, world, async () => 'b')).rejects.toBe(LOST)
  expect([sent.length, keptNow()?.body]).toEqual([1, 'a'])
})

test('a second press while a call is under way sends nothing, and a later one does', async () => {
  const { world, sent } = worldOf([])
  const told: boolean[] = []
  const send = openSender<string, string>((busy) => told.push(busy))
  const press = () =>
    send(
      () => world,
      () => 'a',
    )
  const first = press()
  expect(await press()).toEqual({ kind: 'nothing' })
  expect(await first).toEqual({ kind: 'done', answer: 'done', earlier: null })
  expect([sent.length, told]).toEqual([1, [true, false]])
  await press()
  expect([sent.length, told]).toEqual([2, [true, false, true, false]])
})

test.each<
  [what: string, answers: (string | Error)[], kept: typeof left | null, outcome: object, sent: string[]]
>([
  ['an answer', ['ok'], null, { kind: 'done', answer: 'ok', earlier: null }, ['b']],
  ['an earlier one that was done', ['ok'], left, { kind: 'done', answer: 'ok', earlier: 'a' }, ['a']],
  [
    'an earlier one that was refused',
    [REFUSED, 'ok'],
    left,
    { kind: 'done', answer: 'ok', earlier: null },
    ['a', 'b'],
  ],
  ['an earlier one that stays unknown', [LOST], left, { kind: 'failed', failure: LOST }, ['a']],
  ['a refusal', [REFUSED], null, { kind: 'failed', failure: REFUSED }, ['b']],
])('a press tells what came of the call: %s', async (_, answers, earlier, outcome, bodies) => {
  const { world, sent } = worldOf(answers, earlier)
  const told: boolean[] = []
  const send = openSender<string, string>((busy) => told.push(busy))
  expect(
    await send(
      () => world,
      () => 'b',
    ),
  ).toEqual(outcome)
  expect(sent.map((one) => one.split(':')[1])).toEqual(bodies)
  expect(told).toEqual([true, false])
})

test('a body is made for the key under which it is sent', async () => {
  const { world, sent } = worldOf([])
  const send = openSender<string, string>(() => {})
  let told = ''
  await send(
    () => world,
    (key) => (told = key),
  )
  expect(sent).toEqual([`${told}:${told}`])
})

test('nothing is sent without a body, and a mistake of ours is not a failed call', async () => {
  const { world, sent } = worldOf([])
  const send = openSender<string, string>(() => {})
  expect(
    await send(
      () => world,
      () => null,
    ),
  ).toEqual({ kind: 'nothing' })
  const mistake = new TypeError('a mistake')
  await expect(
    send(
      () => world,
      () => Promise.reject(mistake),
    ),
  ).rejects.toBe(mistake)
  expect(
    await send(
      () => world,
      () => null,
    ),
  ).toEqual({ kind: 'nothing' })
  expect(sent).toEqual([])
})

test('an earlier attempt is repeated under its own key before anything new', async () => {
  const { world, sent, keptNow } = worldOf(['it went through'], left)
  expect(await settlePending(world)).toBe('it went through')
  expect([sent, keptNow()]).toEqual([['old:a'], null])
})

test('an earlier attempt that was refused is dropped, and one that stays unknown is kept', async () => {
  const refused = worldOf([REFUSED], left)
  expect(await settlePending(refused.world)).toBeNull()
  expect(refused.keptNow()).toBeNull()
  for (const answer of [LOST, UNHEARD]) {
    const open = worldOf([answer], left)
    await expect(settlePending(open.world)).rejects.toBe(answer)
    expect(open.keptNow()).toEqual(left)
  }
})

test('an earlier attempt with another body is distinguished from one with the same body', () => {
  const is = (body: string) => (earlier: string) => earlier === body
  expect(pendingOther(worldOf([]).world, is('a'))).toBeNull()
  expect(pendingOther(worldOf([], left).world, is('a'))).toBeNull()
  expect(pendingOther(worldOf([], left).world, is('b'))).toBe('a')
})

describe('with a server that keeps its keys', () => {
  let keys = 0
  beforeEach(() => (keys = 0))

  /** A network that fails as scripted: 'before' or 'after' the order arrives. */
  function house(network: ('before' | 'after' | 'refuse' | 'fine')[]) {
    const orders = new Map<string, { body: string; id: number }>()
    const sent: [string, string][] = []
    let kept: PendingCall<string> | null = null
    const world: PendingCallStore<string, string> = {
      keep: (attempt) => void (kept = attempt),
      kept: () => kept,
      async send(given, key) {
        sent.push([given, key])
        const way = network.shift() ?? 'fine'
        if (way === 'before') throw LOST
        if (way === 'refuse') throw REFUSED
        if (!orders.has(key)) orders.set(key, { body: given, id: orders.size + 1 })
        if (way === 'after') throw LOST
        return `order ${orders.get(key)?.id}`
      },
    }
    return { world, orders, sent, kept: () => kept }
  }

  async function place(body: string, world: PendingCallStore<string, string>) {
    const earlier = await settlePending(world)
    return {
      placed: earlier ?? (await sendOnce({ key: `key ${++keys}`, body }, world)),
      earlier: earlier !== null,
    }
  }

  test('an order that arrives is placed once and leaves nothing behind', async () => {
    const { world, orders, kept } = house([])
    expect(await place('10', world)).toEqual({ placed: 'order 1', earlier: false })
    expect([orders.size, kept()]).toEqual([1, null])
  })

  test('a refused order leaves nothing behind, and the next one has a new key', async () => {
    const { world, sent, kept } = house(['refuse'])
    await expect(place('10', world)).rejects.toBe(REFUSED)
    expect(kept()).toBeNull()
    await place('20', world)
    expect(sent).toEqual([
      ['10', 'key 1'],
      ['20', 'key 2'],
    ])
  })

  test('an order whose answer was lost is found again instead of placed twice', async () => {
    const { world, orders, sent } = house(['after'])
    await expect(place('10', world)).rejects.toBe(LOST)
    expect(await place('20', world)).toEqual({ placed: 'order 1', earlier: true })
    expect(orders.size).toBe(1)
    expect(sent).toEqual([
      ['10', 'key 1'],
      ['10', 'key 1'],
    ])
  })

  test('an order that never arrived and is refused on retry makes room for the new one', async () => {
    const { world, orders } = house(['before', 'refuse'])
    await expect(place('10', world)).rejects.toBe(LOST)
    expect(await place('20', world)).toMatchObject({ earlier: false })
    expect([...orders.values()].map((one) => one.body)).toEqual(['20'])
  })

  test('while the outcome of the first is unknown no second one is sent', async () => {
    const { world, sent, kept } = house(['before', 'before'])
    await expect(place('10', world)).rejects.toBe(LOST)
    await expect(place('20', world)).rejects.toBe(LOST)
    expect(sent.every(([body]) => body === '10')).toBe(true)
    expect(kept()?.body).toBe('10')
  })
})

test('only a refusal is final: an early refusal or a missing answer leaves the outcome of an earlier try unknown', () => {
  const table: [unknown, isOutcomeUnknown: boolean, isRejectedEarly: boolean][] = [
    [new TypeError('a bug'), true, false],
    [new CallFailed('network', 0, ''), true, false],
    [new CallFailed('busy', 503, ''), true, false],
    [new CallFailed('internal', 500, ''), true, false],
    [new CallFailed('insufficient_funds', 499, ''), false, false],
    [new CallFailed('insufficient_funds', 409, ''), false, false],
    [new CallFailed('amount_invalid', 400, ''), false, false],
    [new CallFailed('sign_in_first', 401, ''), false, true],
    [new CallFailed('wrong_origin', 403, ''), false, true],
    [new CallFailed('too_many_requests', 429, ''), false, true],
    [new CallFailed('bad_envelope', 400, ''), false, true],
  ]
  for (const [failure, ...says] of table) {
    expect([failure, isOutcomeUnknown(failure), isRejectedEarly(failure)]).toEqual([failure, ...says])
  }
})
