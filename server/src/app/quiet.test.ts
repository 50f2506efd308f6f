import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isStatement } from '../db/cuts.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { setServer } from './app.testing.ts'

let asked = 0
const clock = movableClock({ isStill: true, startMs: Date.parse('2027-03-10T12:00:00.200Z') })
const server = setServer({ clock, through: countedWay })

/** A database connection that counts queries. */
async function countedWay(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  const [host, port] = [url.hostname, Number(url.port)]
  const wire = createServer((near) => {
    const far = connect(port, host)
    near.on('data', (bytes) => {
      if (isStatement(bytes)) asked++
    })
    const join = (one: Socket, other: Socket) => one.on('error', () => other.destroy()).pipe(other)
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  wire.unref()
  url.port = String((wire.address() as AddressInfo).port)
  return url.href
}

/**
 * Queries of a tick, the engine's look and the work that `idle` wakes. It was 64 before each worker first checked whether
 * anything was due.
 */
const MOST = 52

test('an idle second makes few database queries', async () => {
  const counts: number[] = []
  for (let second = 0; second < 35; second++) {
    asked = 0
    clock.advance(1_000)
    await server.app.idle()
    if (second >= 5) counts.push(asked) // the first seconds finish the start's work
  }
  // The lower quartile: the engine trades in some seconds, and on a busy machine work of one second falls into the next.
  const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 4)] ?? 0
  expect(usual).toBeGreaterThan(20)
  expect(usual).toBeLessThanOrEqual(MOST)
})
