import { expect, test } from 'vitest'
import { runCommand } from '../../../verify/src/main.ts'
import type { Outcome } from '../../../verify/src/outcome.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { setServer } from './app.testing.ts'

const DAY_MS = 86_400_000
const clock = movableClock({ isStill: true })
const server = setServer({ clock })

async function jump(ms: number): Promise<void> {
  clock.advance(ms)
  await server.app.market.idle()
}

function verify(...args: string[]): Promise<Outcome> {
  return runCommand(['yield', ...args, '--url', server.url], { fetch, wait: () => Promise.resolve() })
}

test('anybody replays a day of the sandbox’s trading from public data, and gets the same sums', async () => {
  const dayMs = clock.nowMs() - (clock.nowMs() % DAY_MS) + DAY_MS
  const day = new Date(dayMs).toISOString().slice(0, 10)
  await jump(dayMs - clock.nowMs() + 1_000)
  await jump(DAY_MS / 2)
  // Half an hour in which the engine looks every two seconds.
  for (let i = 0; i < 900; i++) await jump(2_000)
  expect((await fetch(`${server.url}/log/yield/${day}`)).status).toBe(404)
  await jump(dayMs + DAY_MS - clock.nowMs() + 1_000)
  const index = () => fetch(`${server.url}/log/yield`).then((answer) => answer.text())
  for (let i = 0; i < 60 && !(await index()).includes(`"day":"${day}"`); i++) await jump(1_000)
  const { text, code } = await verify(day)
  expect(text).toMatch(/Arbitrage programme[^]*[1-9]\d* trades[^]*DAY HOLDS/)
  expect(code).toBe(0)
  expect((await verify('2020-01-01')).code).toBe(2)
}, 240_000)
