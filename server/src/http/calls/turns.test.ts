import { expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.testing.ts'
import { Refused } from './refused.ts'
import { turnsOf } from './turns.ts'

/** Turns on a clock of their own; `begun` lists the calls that run or ran, each until `end` is called for it. */
function opened() {
  const clock = movableClock({ isStill: true })
  const turns = turnsOf(clock)
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<string>>()
  const ask = (userId: number, name: string) =>
    turns.take(userId, () => {
      begun.push(name)
      const gate = Promise.withResolvers<string>()
      gates.set(name, gate)
      return gate.promise
    })
  const end = (name: string) => gates.get(name)?.resolve(name)
  return { clock, begun, ask, end, fail: (name: string) => gates.get(name)?.reject(new Error(name)) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a user’s calls are answered one after another, and nobody waits for another user’s', async () => {
  const { begun, ask, end, fail } = opened()
  const [one, two, three, other] = [ask(1, 'one'), ask(1, 'two'), ask(1, 'three'), ask(2, 'other')]
  await settled()
  expect(begun).toEqual(['one', 'other'])
  end('other')
  expect(await other).toBe('other')
  fail('one')
  await expect(one).rejects.toThrow('one')
  await settled()
  expect(begun).toEqual(['one', 'other', 'two'])
  end('two')
  expect(await two).toBe('two')
  await settled()
  end('three')
  expect(await three).toBe('three')
})

test.each([
  ['a short call', 1_000, 0],
  ['a long call', 1_001, 1_001],
  ['a very long call', 60_000, 5_000],
])('after %s of %i ms the user’s next one waits %i ms', async (_, tookMs, restMs) => {
  const { clock, begun, ask, end } = opened()
  const first = ask(1, 'first')
  await settled()
  clock.advance(tookMs)
  end('first')
  expect(await first).toBe('first')
  const next = ask(1, 'next')
  await settled()
  if (restMs > 0) {
    expect(begun).toEqual(['first'])
    clock.advance(restMs - 1)
    await settled()
    expect(begun).toEqual(['first'])
    clock.advance(1)
    await settled()
  }
  expect(begun).toEqual(['first', 'next'])
  end('next')
  expect(await next).toBe('next')
})

test('a call that comes while others of its user wait goes behind them, each time', async () => {
  const { begun, ask, end } = opened()
  const calls = [ask(1, '0'), ask(1, '1')]
  for (let i = 0; i < 4; i++) {
    await settled()
    calls.push(ask(1, String(i + 2)))
    await settled()
    expect(begun).toHaveLength(i + 1)
    end(String(i))
    expect(await calls[i]).toBe(String(i))
  }
  for (const i of [4, 5]) {
    await settled()
    end(String(i))
    expect(await calls[i]).toBe(String(i))
  }
})

test('a user’s calls are counted until the last of them has ended', async () => {
  const { ask, end } = opened()
  const calls = Array.from({ length: 16 }, (_, i) => ask(1, String(i)))
  await settled()
  end('0')
  await calls[0]
  calls.push(ask(1, '16'))
  await expect(ask(1, 'further')).rejects.toThrow(new Refused('busy'))
  for (const [i, call] of calls.entries()) {
    await settled()
    end(String(i))
    await call
  }
})

test('sixteen calls of a user run or wait, and a further one is refused', async () => {
  const { ask, end } = opened()
  const calls = Array.from({ length: 16 }, (_, i) => ask(1, String(i)))
  await expect(ask(1, 'further')).rejects.toThrow(new Refused('busy'))
  for (const [i, call] of calls.entries()) {
    await settled()
    end(String(i))
    expect(await call).toBe(String(i))
  }
  const later = ask(1, 'later')
  await settled()
  end('later')
  expect(await later).toBe('later')
})

test('a call that waited more than ten seconds for its turn is refused, and those behind it go on', async () => {
  const { clock, begun, ask, end } = opened()
  const slow = ask(1, 'slow')
  const late = [ask(1, 'late'), ask(1, 'late, too')]
  await settled()
  clock.advance(1)
  const last = ask(1, 'last')
  clock.advance(5_000)
  end('slow')
  expect(await slow).toBe('slow')
  const refused = late.map((one) => expect(one).rejects.toThrow(new Refused('busy')))
  clock.advance(5_000)
  await Promise.all(refused)
  await settled()
  expect(begun).toEqual(['slow', 'last'])
  end('last')
  expect(await last).toBe('last')
})
