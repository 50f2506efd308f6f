import { cosignerOf } from '@tickmark/witness/cosigner'
import { listening } from '@tickmark/witness/toyHouse.testing'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { Db } from '../../db/pool.ts'
import { silentLog } from '../../platform/log.ts'
import { stillClock } from '../market.testing.ts'
import { EMPTY } from './head.ts'
import { startWitnessFeed } from './witnessFeed.ts'

test('witnesses are asked at multiples of their own intervals, so that they sign the same heads whenever the house started', async () => {
  // A house that starts 37.3 seconds after a minute.
  const clock = stillClock(37_300)
  const asked: string[] = []
  const witnesses = await Promise.all(
    [5, 20, 60].map(async (seconds, at) => {
      const server = createServer((_, response) => {
        asked.push(`${seconds} at ${clock.nowMs() / 1_000}`)
        response.writeHead(500).end()
      })
      const { key } = cosignerOf(`w${seconds}.example`, new Uint8Array(32).fill(at + 1))
      return { server, key, url: await listening(server), everyMs: seconds * 1_000 }
    }),
  )
  // A witness that gives no signature is not written down.
  const head = {
    size: 1,
    at: 0,
    root: new Uint8Array(32),
    note: 'a head',
    edge: EMPTY.edge,
    leaves: [],
    last: null,
  }
  const feed = startWitnessFeed({
    db: {} as Db,
    clock,
    log: silentLog(),
    witnesses,
    head: () => head,
    isWriting: () => true,
  })
  for (let nowMs = 37_300; nowMs <= 125_000; nowMs += 100) {
    clock.advance(nowMs - clock.nowMs())
    await feed.idle()
  }
  const timesOf = (seconds: number) =>
    asked.flatMap((one) => (one.startsWith(`${seconds} at `) ? Number(one.split(' at ')[1]) : []))
  expect(timesOf(60)).toEqual([37.3, 60, 120])
  expect(timesOf(20)).toEqual([37.3, 40, 60, 80, 100, 120])
  expect(timesOf(5)).toEqual([37.3, ...Array.from({ length: 18 }, (_, i) => 40 + 5 * i)])
  await feed.stop()
  for (const { server } of witnesses) server.close()
})
