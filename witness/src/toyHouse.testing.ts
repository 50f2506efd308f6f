import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { modelTable, oldestModel } from '@tickmark/core/log/announced'
import { entryBody, keysText, parseEntry, type BatchesEntry, type LogEntry } from '@tickmark/core/log/log'
import { bundleOf, parseTilePath, TILE_HEIGHT, TILE_WIDTH, tileWidth } from '@tickmark/core/log/tree/tiles'
import { consistencyProof } from '@tickmark/core/log/tree/treeProofs'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { PRODUCTS } from '@tickmark/core/market/products'
import { dayCommitment, dayReveal } from '@tickmark/core/market/simulated/day'
import { roundedDeviation } from '@tickmark/core/market/deviation'
import type { Rules } from '@tickmark/core/log/rules'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { dayName, dayOfName, deviationOf, masterWorld, priceAt } from '@tickmark/core/market/simulated/prices'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nodeCrypto } from './nodeCrypto.ts'

const { sha256 } = nodeCrypto

/** 2026-11-21. */
export const DAY = 20_778
export const ORIGIN = 'log.example/tm'
export const SECOND = DAY * 86_400
const PRODUCT = PRODUCTS[0] as (typeof PRODUCTS)[number]
const WORLD = masterWorld(new Uint8Array(32).fill(42), DAY, sha256)

/** A log key from the byte that fills its seed. */
export function logKeyOf(fill: number) {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, fill),
  ])
  const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' })
  const hex = Buffer.from(x, 'base64url').toString('hex')
  return { hex, sign: (message: Uint8Array) => new Uint8Array(sign(null, message, secret)) }
}

export type ToyKey = ReturnType<typeof logKeyOf>
export const KEY = logKeyOf(7)

export type Bodies = readonly string[]
type Draft<Entry> = Entry extends LogEntry ? Omit<Entry, 'seq'> : never

/** The entries with one more. */
export function withEntry(bodies: Bodies, draft: Draft<LogEntry>): string[] {
  return [...bodies, entryBody({ ...draft, seq: bodies.length + 1 })]
}

/** A `keys` entry, signed by the key before. */
export function withKeys(bodies: Bodies, key: ToyKey, signer = key, at = SECOND * 1000): string[] {
  const named = { kind: 'keys', at, origin: ORIGIN, log: key.hex, receipts: 'cd'.repeat(32) } as const
  const text = keysText({ ...named, seq: bodies.length + 1 })
  return withEntry(bodies, { ...named, signature: hexOf(signer.sign(asciiBytes(text))) })
}

export function withDay(bodies: Bodies, day: string, at = SECOND * 1000): string[] {
  return withEntry(bodies, { kind: 'day', at, day, commit: dayCommitment(revealOf(day), sha256) })
}

export function revealOf(day: string) {
  return dayReveal(WORLD.dayFacts(dayOfName(day) ?? 0))
}

/** Adds true ticks of seconds from the start of the first day on. */
export function withTicks(bodies: Bodies, from: number, count: number): string[] {
  let all = [...bodies]
  for (let i = from; i < from + count; i++) {
    const prices = { [PRODUCT.pid]: String(priceAt(WORLD, PRODUCT, SECOND + i)) }
    all = withEntry(all, { kind: 'tick', at: (SECOND + i) * 1000, prices })
  }
  return all
}

/** Adds a `rules` entry that takes effect `noticeMs` after it is logged. */
export function withRules(
  bodies: Bodies,
  noticeMs: number,
  change: Partial<Rules> = {},
  before = newestRules(bodies),
): string[] {
  const at = lastAt(bodies)
  const rules = { ...PRESENT_RULES, ...change }
  return withEntry(bodies, { kind: 'rules', at, from: at + noticeMs, before, rules })
}

/** Number of the newest `rules` entry; 0 without one. */
export function newestRules(bodies: Bodies): number {
  return bodies.findLastIndex((body) => parseEntry(body)?.kind === 'rules') + 1
}

/** Adds a model under a `rules` entry, with `times` the true deviation. */
export function withModel(bodies: Bodies, rules: number, times: number): string[] {
  const { sigma, error } = roundedDeviation(deviationOf(PRODUCT) * times, 0)
  const deviations = modelTable(new Map([[PRODUCT.pid, { sigma, error }]]))
  return withEntry(bodies, { kind: 'model', at: lastAt(bodies), rules, deviations })
}

/** Adds a batch of tickets some time after the last entry; it names the oldest model that may price them. */
export function withTickets(
  bodies: Bodies,
  afterMs: number,
  { kind = 'tickets', model }: Partial<Pick<BatchesEntry, 'kind' | 'model'>> = {},
): string[] {
  const at = lastAt(bodies) + afterMs
  const models = bodies.flatMap((body) => {
    const entry = parseEntry(body)
    return entry?.kind === 'model' ? [entry] : []
  })
  const batches = {
    count: 1,
    first: 1,
    last: 1,
    root: 'ab'.repeat(32),
    model: model ?? oldestModel(models, at),
  }
  return withEntry(bodies, { kind, at, ...batches })
}

function lastAt(bodies: Bodies): number {
  return parseEntry(bodies.at(-1) ?? '')?.at ?? SECOND * 1000
}

/** A log with keys, rules and a committed day. */
export function ruled(): string[] {
  return withDay(withRules(withKeys([], KEY), 0), dayName(DAY))
}

/** `ruled` with a model. */
export function priced(): string[] {
  return withModel(ruled(), 2, 1)
}

/** A log as it begins: keys, a committed day, and ticks. */
export function young(ticks: number): string[] {
  return withTicks(withDay(withKeys([], KEY), dayName(DAY)), 0, ticks)
}

/** A log whose first day is over, and revealed. */
export function revealed(): string[] {
  const nextDay = withDay(young(20), dayName(DAY + 1), (SECOND + 20) * 1000)
  const over = withEntry(nextDay, {
    kind: 'reveal',
    at: (SECOND + 86_400) * 1000,
    ...revealOf(dayName(DAY)),
  })
  return withTicks(over, 86_400, 3)
}

/** The signed head of the first `size` entries. */
export function noteOf(bodies: Bodies, key = KEY, size = bodies.length): string {
  const root = treeOfEntries(bodies.slice(0, size), sha256).root(size)
  return signCheckpoint({ origin: ORIGIN, size, root }, checkpointKey(ORIGIN, key.hex, sha256), key.sign)
}

export function proofOf(bodies: Bodies, older: number): Uint8Array[] {
  return consistencyProof(older, bodies.length, treeOfEntries(bodies, sha256).nodes, sha256)
}

/** The published state of a house: a note, and the entries behind its files. */
export interface Shown {
  bodies: Bodies
  note: string
}

/** An HTTP house that serves any given log and note. */
export interface ToyHouse {
  url: string
  /** Requested paths. */
  asked: string[]
  show(bodies: Bodies, note?: string): void
  /** Shows a day's record: the text of its file. */
  showRecord(day: string, text: string): void
  stop(): Promise<void>
}

export async function openToyHouse(bodies: Bodies): Promise<ToyHouse> {
  let shown: Shown = { bodies, note: noteOf(bodies) }
  const records = new Map<string, string>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const path = (request.url ?? '').replace(/^\/log\//, '')
    const record = records.get(path.replace(/^record\//, ''))
    const file = record === undefined ? fileOf(shown.bodies, path) : Buffer.from(record)
    const body = path === 'checkpoint' ? Buffer.from(shown.note) : file
    response.writeHead(body ? 200 : 404).end(body ?? '')
  })
  const url = await listening(server)
  return {
    url,
    asked,
    showRecord: (day, text) => void records.set(day, text),
    show: (next, note) => void (shown = { bodies: next, note: note ?? noteOf(next) }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Starts a server on a free port of this machine. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function fileOf(bodies: Bodies, path: string): Uint8Array | null {
  const tile = parseTilePath(path)
  if (!tile || tileWidth(tile.level, tile.n, bodies.length) < tile.width) return null
  const { level, n, width, isBundle } = tile
  if (isBundle) return bundleOf(bodies.slice(n * TILE_WIDTH, n * TILE_WIDTH + width))
  const { nodes } = treeOfEntries(bodies, sha256)
  return Buffer.concat(
    Array.from({ length: width }, (_, i) => nodes(level * TILE_HEIGHT, n * TILE_WIDTH + i)),
  )
}
