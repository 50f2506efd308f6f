import { encodeFrame } from '@tickmark/wire/legacy/codec'
import { EVENT_FRAME, RECONNECT_MS, RENEW_MS, type Frame } from '@tickmark/wire/live/socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allFrame } from './frames.testing.ts'

const NOW = 1_790_000_000_000

/** A browser's socket, which the test opens, closes and lets speak. */
interface ToySocket {
  address: string
  readyState: number
  sent: string[]
  onopen: () => void
  onclose: () => void
  onmessage: (message: { data: string }) => void
  open: () => void
  send: (text: string) => void
  close: () => void
  say: (frame: Frame) => void
}

function toySocket(address: string): ToySocket {
  const socket: ToySocket = {
    address,
    readyState: 0,
    sent: [],
    onopen() {},
    onclose() {},
    onmessage() {},
    open() {
      socket.readyState = 1
      socket.onopen()
    },
    send: (text: string) => void socket.sent.push(text),
    close() {
      socket.readyState = 3
      socket.onclose()
    },
    say: (frame: Frame) => socket.onmessage({ data: JSON.stringify(encodeFrame(frame)) }),
  }
  sockets.push(socket)
  return socket
}

/** Called with `new`, as the browser's own. */
function WebSocket(address: string) {
  return toySocket(address)
}
Object.assign(WebSocket, { CONNECTING: 0, OPEN: 1 })

let sockets: ToySocket[] = []
let page = new EventTarget()
const session = (address: string) => ({
  address,
  walletType: 1,
  practice: false,
  registered: true,
  key: null,
  expiresAt: 0,
  books: [0, 1],
})

beforeEach(() => {
  sockets = []
  page = new EventTarget()
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A page with one subscription; `heard` are its frames and gaps. */
async function start(firstSocket?: ToySocket) {
  vi.resetModules()
  vi.stubGlobal('WebSocket', WebSocket)
  vi.stubGlobal('window', { firstSocket })
  vi.stubGlobal('location', { origin: 'https://house.example' })
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: page.addEventListener.bind(page),
  })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const socket = await import('./socket.ts')
  const sessions = await import('../session/session.ts')
  const { serverNow } = await import('@tickmark/client/serverClock.ts')
  const heard: string[] = []
  socket.startSocket(() => [{ kind: 'top' }], {
    onFrame: (frame) => void heard.push(`frame ${frame.type}`),
    onGap: () => void heard.push('gap'),
  })
  return { ...socket, ...sessions, serverNow, heard }
}
const newest = () => sockets.at(-1) as ToySocket
const event = (seq: number): Frame => ({
  type: EVENT_FRAME,
  seq,
  asOf: NOW,
  now: NOW,
  feed: 'LIVE',
  data: { event: 'messages_read', unread: 0 },
})

test('the page subscribes once its socket is open, and renews that every 3 s', async () => {
  const { connected, subscribe } = await start()
  expect(newest().address).toBe('wss://house.example/wss')
  subscribe({ kind: 'all' })
  expect([connected.get(), newest().sent]).toEqual([false, []])
  newest().open()
  expect([connected.get(), newest().sent.length]).toEqual([true, 1])
  vi.advanceTimersByTime(RENEW_MS - 1)
  expect(newest().sent).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(newest().sent).toHaveLength(2)
  subscribe({ kind: 'all' })
  expect(newest().sent).toHaveLength(3)
})

test('a closed socket is opened again after 3 s, renews nothing meanwhile, and may have missed events', async () => {
  const { connected, heard } = await start()
  const first = newest()
  first.open()
  first.close()
  expect(connected.get()).toBe(false)
  vi.advanceTimersByTime(RECONNECT_MS - 1)
  expect([sockets.length, first.sent.length]).toEqual([1, 1])
  vi.advanceTimersByTime(1)
  expect([sockets.length, heard]).toEqual([2, []])
  newest().open()
  expect(heard).toEqual(['gap'])
  // The old one is over: it neither speaks nor closes the new one.
  first.say(allFrame([]))
  first.onclose()
  vi.advanceTimersByTime(RECONNECT_MS)
  expect([connected.get(), sockets.length, heard]).toEqual([true, 2, ['gap']])
})

test('events are numbered: a number left out is a gap, and a new socket begins anew', async () => {
  const { heard } = await start()
  newest().open()
  for (const seq of [7, 8, 10]) newest().say(event(seq))
  expect(heard).toEqual(['frame 9', 'frame 9', 'gap', 'frame 9'])
  newest().close()
  vi.advanceTimersByTime(RECONNECT_MS)
  newest().open()
  heard.length = 0
  newest().say(event(3))
  newest().say(allFrame([]))
  newest().onmessage({ data: 'no frame' })
  expect(heard).toEqual(['frame 9', 'frame 4'])
})

test('the house’s time is learned from its frames', async () => {
  const { serverNow } = await start()
  newest().open()
  newest().say({ ...allFrame([]), now: NOW + 5_000 })
  expect(serverNow()).toBe(NOW + 5_000)
})

test.each<[after: string, given: (string | null)[], sockets: number]>([
  ['the page learns whose its socket is', ['0xA'], 1],
  ['the page learns that its socket is a visitor’s', [null], 1],
  ['a session is renewed', ['0xA', '0xA'], 1],
  ['a visitor stays one', [null, null], 1],
  ['a visitor signs in', [null, '0xA'], 2],
  ['a user leaves', ['0xA', null], 2],
  ['another account takes over', ['0xA', '0xB'], 2],
  ['a user leaves and comes back', ['0xA', null, '0xA'], 3],
])('a new socket is opened for each new user alone: %s', async (_, given, count) => {
  const { setServerSession } = await start()
  newest().open()
  for (const [at, address] of given.entries())
    setServerSession(address === null ? null : { ...session(address), expiresAt: at })
  expect(sockets.map(({ readyState }) => readyState)).toEqual([
    ...Array.from({ length: count - 1 }, () => 3),
    count === 1 ? 1 : 0,
  ])
})

test.each(['visibilitychange', 'online'])(
  'at %s an open socket renews, and a closed one opens at once',
  async (name) => {
    await start()
    page.dispatchEvent(new Event(name))
    expect(sockets).toHaveLength(1)
    newest().open()
    page.dispatchEvent(new Event(name))
    expect([sockets.length, newest().sent.length]).toEqual([1, 2])
    newest().close()
    page.dispatchEvent(new Event(name))
    expect(sockets).toHaveLength(2)
  },
)

test('the socket that the document opened is used, unless it has failed', async () => {
  const open = toySocket('first')
  open.readyState = 1
  const { connected } = await start(open)
  expect([sockets.length, connected.get(), open.sent.length]).toEqual([1, true, 1])
  const failed = toySocket('first')
  failed.readyState = 2
  await start(failed)
  expect(newest().address).toBe('wss://house.example/wss')
})
