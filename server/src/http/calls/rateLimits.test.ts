import { describe, expect, test } from 'vitest'
import { defaultRates } from '../../app/config.ts'
import { caller, setServer, wallet } from '../../app/app.testing.ts'
import { rateLimiter } from './rateLimits.ts'

const rules = defaultRates('live')

describe('a window', () => {
  test('lets 5 orders through at once, then one a second, and 30 a minute', () => {
    const { take } = rateLimiter(rules)
    const at = (ms: number) => take('order', 'user 1', ms)
    expect([0, 0, 0, 0, 0].map(at)).toEqual([0, 0, 0, 0, 0])
    expect(at(0)).toBe(5_000)
    expect(at(4_999)).toBe(1)
    expect([5_000, 5_000, 5_000, 5_000, 5_000].map(at)).toEqual([0, 0, 0, 0, 0])
    for (let burst = 2; burst < 6; burst++) for (let i = 0; i < 5; i++) expect(at(burst * 5_000)).toBe(0)
    expect(at(30_000)).toBe(30_000)
    expect(at(59_999)).toBe(1)
    expect(at(60_000)).toBe(0)
  })

  test('lets 5 codes of an authenticator through a minute, and 30 a day', () => {
    const { take } = rateLimiter(rules)
    const passedMs: number[] = []
    for (let ms = 0; ms < 86_400_000; ms += 10_000) if (take('code', 'user 1', ms) === 0) passedMs.push(ms)
    expect(passedMs.filter((ms) => ms < 60_000)).toHaveLength(5)
    expect(passedMs).toHaveLength(30)
    expect(take('code', 'user 1', 86_400_000)).toBe(0)
  })

  test('never lets through more than a rule allows, in any span of its length', () => {
    const { take } = rateLimiter(rules)
    const passed: number[] = []
    let now = 0
    for (let i = 0; i < 5_000; i++) {
      now += (i * 7_919) % 97
      if (take('challenge', '1.2.3.4', now) === 0) passed.push(now)
    }
    for (const [i, at] of passed.entries())
      expect(passed[i + 10] ?? Infinity).toBeGreaterThanOrEqual(at + 60_000)
    expect(passed.length).toBeGreaterThan(30)
  })

  test('returns the longest of the waits, whichever rule requires it', () => {
    const strict = [
      { most: 1, windowMs: 5_000 },
      { most: 2, windowMs: 6_000 },
    ]
    for (const order of [strict, strict.toReversed()]) {
      const { take } = rateLimiter({ ...rules, order })
      expect([0, 5_000, 5_500, 9_999, 10_000].map((ms) => take('order', 'user 1', ms))).toEqual([
        0, 0, 4_500, 1, 0,
      ])
    }
  })

  test('lets nothing through where a rule allows none', () => {
    const { take } = rateLimiter({ ...rules, order: [{ most: 0, windowMs: 5_000 }] })
    expect([0, 4_999, 5_000, 60_000].map((ms) => take('order', 'user 1', ms))).toEqual(Array(4).fill(5_000))
  })

  test('counts each key and class by itself', () => {
    const { take } = rateLimiter(rules)
    for (let i = 0; i < 3; i++) expect(take('register', 'a', 0)).toBe(0)
    expect(take('register', 'a', 0)).toBeGreaterThan(0)
    expect(take('register', 'b', 0)).toBe(0)
    expect(take('verify', 'a', 0)).toBe(0)
  })

  test('forgets the keys unused for longest when there are too many', () => {
    const { take } = rateLimiter({ ...rules, register: [{ most: 1, windowMs: 1e9 }] }, 10)
    for (let i = 0; i < 11; i++) take('register', String(i), 0)
    expect(take('register', '10', 0)).toBeGreaterThan(0)
    expect(take('register', '0', 0)).toBe(0)
  })

  test('keeps a key that was used again, however early its first use was', () => {
    const { take } = rateLimiter({ ...rules, register: [{ most: 2, windowMs: 1e9 }] }, 10)
    for (let i = 0; i < 10; i++) take('register', String(i), 0)
    take('register', '0', 0)
    take('register', '10', 0)
    expect(take('register', '0', 0)).toBeGreaterThan(0)
    expect([take('register', '1', 0), take('register', '1', 0)]).toEqual([0, 0])
  })
})

describe('over HTTP', () => {
  const server = setServer({ env: { RATES: 'challenge=3/60 read=5/60', TRUSTED_PROXIES: '127.0.0.1 ::1' } })
  const url = () => server.url

  test('one too many is answered 429, with the seconds to wait', async () => {
    const who = caller(url, { 'x-forwarded-for': '203.0.113.1' })
    const json = { address: wallet(1).address, walletType: 1, language: 'chinese' }
    for (let i = 0; i < 3; i++) expect((await who.post('/api/session/challenge', { json })).status).toBe(200)
    const reply = await who.post('/api/session/challenge', { json })
    expect(reply.status).toBe(429)
    const seconds = reply.headers.get('retry-after')
    expect(reply.body).toMatchObject({ code: 'too_many_requests', data: { seconds } })
    expect(reply.body.message).toContain(seconds)
    const other = caller(url, { 'x-forwarded-for': '203.0.113.2' })
    expect((await other.post('/api/session/challenge', { json })).status).toBe(200)
  })

  test('an address that a caller invents behind a proxy does not help', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      const who = caller(url, { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.9` })
      statuses.push((await who.get('/api/getRate')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('the addresses of one IPv6 network count as one', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      const who = caller(url, { 'x-forwarded-for': `2001:db8:1:2::${i.toString(16)}` })
      statuses.push((await who.get('/api/getRate')).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
