import { newUser, setServer, signIn, wallet } from '@tickmark/server/app/app.testing'
import { movableClock } from '@tickmark/server/platform/clock.testing'
import { beforeAll, expect, test } from 'vitest'

/** Ten in the morning, UTC: use is counted by day, so an hour of it must not pass midnight. */
const startMs = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 10 * 3_600_000
const clock = movableClock({ startMs })
const server = setServer({ clock })
beforeAll(() => clock.waitFor(() => server.app.market.latest()?.atMs ?? 0))

test('the page reports an hour of use, counted by the socket, once', async () => {
  const user = await newUser(() => server.url, 1)
  const signedIn = await signIn(user, wallet(1), { transport: 'bearer' })
  const { token } = signedIn.body.data as { token: string }
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/wss`, ['bearer', token])
  const told: { event?: string; minutes?: number }[] = []
  const shown = new Set<string>()
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as { pid?: number; period?: string; data?: { event?: string } }
    if (frame.data?.event === 'reality_check') told.push(frame.data)
    shown.add(`${frame.pid} ${frame.period}`)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  // The server closes a page that is silent for 15 s, so each clock step waits for a message from the page.
  for (let step = 0; step < 62 * 6; step++) {
    const wanted = { pid: 1 + (step % 5), period: step % 2 === 0 ? '5min' : '1hour' }
    shown.clear()
    socket.send(JSON.stringify({ type: 2, paramsJson: { ...wanted, timeId: 110 } }))
    await expect.poll(() => shown.has(`${wanted.pid} ${wanted.period}`), { interval: 1 }).toBe(true)
    clock.advance(10_000)
  }
  await expect.poll(() => told.length, { timeout: 150_000 }).toBe(1)
  expect(told[0]).toMatchObject({ event: 'reality_check', net: '0', orders: 0 })
  expect(told[0]?.minutes).toBeGreaterThanOrEqual(60)
  socket.close()
})
