import { encodeFrame } from '@tickmark/wire/legacy/codec'
import { type ChildProcess, fork } from 'node:child_process'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@tickmark/server/platform/clock'
import type { Frame } from '@tickmark/wire/live/socket'
import { wireFrame } from '@tickmark/server/http/live/frames'
import { liveHub } from '@tickmark/server/http/live/hub'
import { acceptSockets } from '@tickmark/server/http/live/sockets'
import { siteOf } from '@tickmark/server/http/calls/site'
import { silentLog } from '@tickmark/server/platform/log'
import type { MarketItem } from '@tickmark/wire/schemas/market'
import type { Report } from './support/fanoutReaders.ts'
import { median, quantile } from './support/load.ts'
import { argument, size } from './support/size.ts'

/**
 * Compares sending a tick to many sockets through our hub with plain TCP writes of the same bytes: same process, same
 * machine, one after the other, loopback only. `node bench/fanout.ts [sockets] [passes]`. Needs an open-file limit
 * above the number of sockets (`ulimit -n`).
 */

const SOCKETS = argument(1, 5_000, 20)
const PASSES = argument(2, 3, 1)
const FRAMES = size(8, 2)
const EVERY_MS = size(500, 50)
const READERS = 2

type Path = 'raw' | 'plain' | 'deflated'

interface Result {
  /** CPU of the serving process for one broadcast, ms. */
  cpuMs: number
  p50: number
  p99: number
  /** Bytes on the wire for one socket and broadcast. */
  bytes: number
  /** Sockets that missed at least one frame. */
  missing: number
}

const items: MarketItem[] = Array.from({ length: 12 }, (_, i) => ({
  pid: i + 1,
  symbol: `COIN${i}`,
  name: `Coin number ${i}`,
  picture: `/coins/coin${i}.svg`,
  colour: '#4d5fd1',
  decimals: 2,
  price: (1_000 + i * 977.13).toFixed(2),
  changePct: `${i % 2 === 0 ? '+' : '-'}${(i * 0.37).toFixed(2)}%`,
  trend: [],
  open: true,
}))

interface Stand {
  server: Server | HttpServer
  broadcast(): void
  close(): void
}

/** Our hub with the product's settings. */
function hubStand(): Stand {
  const clock = systemClock()
  const log = silentLog()
  const source = {
    head: () => ({ asOf: clock.nowMs(), feed: 'LIVE' as const }),
    top: () => items,
    all: () => items,
    log: () => null,
    detail: () => null,
    favourites: () => Promise.resolve([]),
  }
  const hub = liveHub({ clock, log, used: () => {} })
  hub.show(source)
  const server = createHttpServer((_request, response) => response.end('{}'))
  const sessions = { find: () => Promise.resolve(null), end: () => Promise.resolve() }
  const site = siteOf({ publicUrl: null, moreOrigins: [] }, 0)
  const limits = { perIp: 100_000, perSession: 5 }
  acceptSockets(server, { site, sessions, hub, clock, log, limits, isProxy: () => false })
  return { server, broadcast: () => hub.tick(), close: () => hub.close() }
}

/** The minimum that Node can do: writes the same bytes to every socket in a loop. */
function rawStand(): Stand {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  const broadcast = () => {
    const frame: Frame = {
      type: 4,
      seq: 1,
      asOf: Date.now(),
      now: Date.now(),
      feed: 'LIVE',
      data: { list: items },
    }
    const { plain } = wireFrame(JSON.stringify(encodeFrame(frame)))
    for (const socket of sockets) socket.write(plain)
  }
  const close = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, broadcast, close }
}

/** Starts a server with all its readers connected, and runs `work` on it. */
async function withReaders<T>(
  path: Path,
  work: (stand: Stand, readers: ChildProcess[], port: number) => Promise<T>,
): Promise<T> {
  const stand = path === 'raw' ? rawStand() : hubStand()
  await new Promise<void>((resolve) =>
    stand.server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve),
  )
  const { port } = stand.server.address() as AddressInfo
  const readers = Array.from({ length: READERS }, forkReader)
  try {
    const order = { port, path, count: SOCKETS / READERS }
    await Promise.all(readers.map((reader) => ask(reader, { do: 'connect', order })))
    await sleep(size(1_000, 100))
    return await work(stand, readers, port)
  } finally {
    for (const reader of readers) reader.disconnect()
    stand.close()
    stand.server.close()
  }
}

function measure(path: Path): Promise<Result> {
  return withReaders(path, async (stand, readers) => {
    for (const reader of readers) reader.send({ do: 'begin' })
    await sleep(200)
    const sent: number[] = []
    const before = process.cpuUsage()
    for (let i = 0; i < FRAMES; i++) {
      const start = now()
      sent.push(start)
      stand.broadcast()
      await sleep(Math.max(0, EVERY_MS - (now() - start)))
    }
    const { user, system } = process.cpuUsage(before)
    const reports = (await Promise.all(
      readers.map((one) => ask(one, { do: 'report', frames: FRAMES })),
    )) as Report[]
    const times = reports.flatMap(({ arrivals }) =>
      arrivals.flatMap((all, i) => all.map((at) => at - (sent[i] ?? 0))),
    )
    return {
      cpuMs: (user + system) / 1_000 / FRAMES,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      bytes: sum(reports.map((one) => one.bytes)) / SOCKETS / FRAMES,
      missing: sum(reports.map((one) => one.missing)),
    }
  })
}

/** Answer times, in ms, of another call on the same process: at rest and while frames are sent. */
function measureCalls(): Promise<{ rest: number[]; busy: number[] }> {
  return withReaders('deflated', async (stand, _readers, port) => {
    const caller = forkReader()
    const rest = (await ask(caller, { do: 'call', port, forMs: size(2_500, 200) })) as number[]
    const timer = setInterval(() => stand.broadcast(), EVERY_MS)
    const busy = (await ask(caller, { do: 'call', port, forMs: size(4_000, 200) })) as number[]
    clearInterval(timer)
    caller.disconnect()
    return { rest, busy }
  })
}

function forkReader(): ChildProcess {
  return fork(join(import.meta.dirname, 'support/fanoutReaders.ts'))
}

function ask(child: ChildProcess, message: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error('a process of readers ended')))
    child.send(message)
  })
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, one) => total + one, 0)
}

function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

const results: Record<Path, Result[]> = { raw: [], plain: [], deflated: [] }
for (let pass = 0; pass < PASSES; pass++) {
  for (const path of ['raw', 'plain', 'deflated'] as const) results[path].push(await measure(path))
}
const of = (path: Path, figure: keyof Result) => median(results[path].map((one) => one[figure]))
console.log(`${SOCKETS} sockets, a frame every ${EVERY_MS} ms, medians of ${PASSES}`)
for (const path of ['raw', 'plain', 'deflated'] as const) {
  const name = { raw: 'plain TCP writes', plain: 'our hub', deflated: 'our hub, compressed' }[path]
  const figures = [
    `${of(path, 'cpuMs').toFixed(0)} ms CPU a broadcast`,
    `p50 ${of(path, 'p50').toFixed(0)} ms`,
    `p99 ${of(path, 'p99').toFixed(0)} ms`,
    `${of(path, 'bytes').toFixed(0)} bytes`,
    `${of(path, 'missing')} sockets missed a frame`,
  ]
  console.log(`  ${name.padEnd(20)} ${figures.join(', ')}`)
}
const { rest, busy } = await measureCalls()
const shown = (name: string, value: number, demand: string) =>
  console.log(`  ${name.padEnd(44)} ${value.toFixed(2)}  (demand ${demand})`)
shown('CPU, hub / plain TCP', of('plain', 'cpuMs') / of('raw', 'cpuMs'), '<= 1.15')
shown('CPU, compressed hub / plain TCP', of('deflated', 'cpuMs') / of('raw', 'cpuMs'), '<= 1.15')
shown('bytes, compressed / plain', of('deflated', 'bytes') / of('plain', 'bytes'), '<= 0.35')
shown('p99 of the hub, ms', of('plain', 'p99'), '< 80')
shown('p99 of the hub, compressed, ms', of('deflated', 'p99'), '< 80')
shown('p99 of the hub / p99 of plain TCP', of('plain', 'p99') / of('raw', 'p99'), 'shown only')
shown('another call meanwhile, mean ms added', sum(busy) / busy.length - sum(rest) / rest.length, '<= 10')
shown(
  'another call meanwhile, p99 ms (at rest ' + quantile(rest, 0.99).toFixed(1) + ')',
  quantile(busy, 0.99),
  'shown only',
)
