import { expect, test } from 'vitest'
import { caller, newUser, setServer } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { call } from './support.testing.ts'

const DAY_MS = 24 * 3_600_000
const clock = movableClock({ isStill: true })
const server = setServer({
  clock,
  env: { CHAT_URL: 'https://chat.example/room?house=1', OFFICE_HOURS: '22:00-06:00' },
})
const url = () => server.url

test('[HOME-07] another system’s chat has the configured address, and only our pages may frame it', async () => {
  const visitor = caller(url)
  expect((await call(visitor, 'service')).link).toBe('https://chat.example/room?house=1')
  const user = await newUser(url, 850)
  const { memberId, link } = await call(user, 'service')
  expect(link).not.toContain(memberId)
  const page = await visitor.get('/', { headers: { accept: 'text/html' } })
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("frame-src 'self' https://chat.example;")
  expect(policy).toContain("frame-ancestors 'none'")
  expect((await visitor.get('/config.json')).text).toContain('"chatOrigin":"https://chat.example"')
})

test('office hours go by the server’s clock, past midnight too', async () => {
  const told = async () => {
    const { isOpen, opensAt, hours } = await call(caller(url), 'service')
    return { isOpen, opensAt, hours }
  }
  const midnightMs = (Math.floor(clock.nowMs() / DAY_MS) + 1) * DAY_MS
  const goTo = (ms: number) => clock.advance(ms - clock.nowMs())
  const hours = '22:00-06:00'
  goTo(midnightMs)
  expect(await told()).toEqual({ isOpen: true, opensAt: null, hours })
  goTo(midnightMs + 6 * 3_600_000 - 1)
  expect(await told()).toMatchObject({ isOpen: true })
  goTo(midnightMs + 6 * 3_600_000)
  const opensAt = midnightMs + 22 * 3_600_000
  expect(await told()).toEqual({ isOpen: false, opensAt, hours })
  goTo(opensAt)
  expect(await told()).toMatchObject({ isOpen: true })
})
