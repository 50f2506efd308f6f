import { SUBSCRIPTION_LIFE_MS } from '@tickmark/wire/live/socket'
import { expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.testing.ts'
import { silentLog } from '../../platform/log.ts'
import type { Connection } from './audience.ts'
import { liveHub } from './hub.ts'

/** A hub that shows each coin's detail, and a page of it that has no address of its own. */
function openPage(userId: number | null) {
  const clock = movableClock({ isStill: true })
  const used: number[][] = []
  const hub = liveHub({ clock, log: silentLog(), used: (...given) => used.push(given) })
  let shown: number[] = []
  hub.show({
    head: () => ({ asOf: 0, feed: 'LIVE' }),
    top: () => [],
    all: () => [],
    log: () => null,
    detail: (pid) => {
      shown.push(pid)
      return null
    },
    favourites: () => Promise.resolve([]),
  })
  const address = '0x1'
  const session: Connection['session'] = {
    id: 's',
    address,
    walletType: 1,
    practice: false,
    user: userId === null ? null : { id: userId, address, practice: false },
    transport: 'cookie',
    key: null,
    createdAtMs: 0,
    expiresAtMs: clock.nowMs() + 86_400_000,
  }
  const socket = { writable: true, writableLength: 0, write: () => {} }
  const closed: number[] = []
  const close = (code: number) => void closed.push(code)
  const page = hub.add({ socket, deflates: false, session, ended: false, close, drop() {} })
  const want = (pid: number) => page.message(JSON.stringify({ type: 2, paramsJson: { pid } }))
  /** The coins that the next tick shows. */
  const next = async () => {
    shown = []
    hub.tick()
    await new Promise(setImmediate)
    return shown.toSorted((one, other) => one - other)
  }
  return { clock, hub, used, closed, page, want, next }
}

test('a page has eight subscriptions: a ninth takes the place of the oldest', async () => {
  const { clock, hub, want, next } = openPage(1)
  for (let pid = 1; pid <= 8; pid++) {
    want(pid)
    clock.advance(500)
  }
  expect(await next()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  want(9)
  expect(await next()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  hub.close()
})

test('a subscription lasts ten seconds from its last renewal', async () => {
  const { clock, hub, want, next } = openPage(null)
  want(1)
  want(2)
  clock.advance(SUBSCRIPTION_LIFE_MS - 1)
  want(2)
  expect(await next()).toEqual([1, 2])
  clock.advance(1)
  expect(await next()).toEqual([2])
  clock.advance(SUBSCRIPTION_LIFE_MS - 2)
  expect(await next()).toEqual([2])
  clock.advance(1)
  expect(await next()).toEqual([])
  hub.close()
})

test('each message of a user’s page counts as use, also one that says nothing, and nobody else’s', () => {
  const mine = openPage(7)
  mine.want(1)
  mine.page.message('{}')
  const nowMs = mine.clock.nowMs()
  expect(mine.used).toEqual([
    [7, nowMs],
    [7, nowMs],
  ])
  const visitor = openPage(null)
  visitor.want(1)
  expect(visitor.used).toEqual([])
  for (const { hub } of [mine, visitor]) hub.close()
})

test('a silent page is closed after fifteen seconds, a page that speaks is not, and none after the server closed it', () => {
  const [silent, speaking, stopped] = [openPage(1), openPage(null), openPage(2)]
  for (const { clock } of [silent, speaking, stopped]) clock.advance(14_999)
  expect([silent.closed, speaking.closed]).toEqual([[], []])
  speaking.page.message('{}')
  stopped.hub.close()
  for (const { clock } of [silent, speaking, stopped]) clock.advance(1_001)
  expect([silent.closed, speaking.closed, stopped.closed]).toEqual([[1000], [], [1001]])
  for (const { hub } of [silent, speaking]) hub.close()
})
