/**
 * Measures the cost of following a house from outside: tickmark-witness on a day of ticks, each with the `tickets` and `receipts`
 * entries of its share of the orders, and on that day's reveal.
 *
 * node bench/witness.ts [ticks] [orders]
 */
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { modelTable, oldestModel } from '@tickmark/core/log/announced'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryBody, entryLeaf, keysText, type LogEntry } from '@tickmark/core/log/log'
import { bundleOf, parseTilePath, TILE_WIDTH } from '@tickmark/core/log/tree/tiles'
import { appendLeaf, EMPTY_EDGE, rootOf } from '@tickmark/core/log/tree/tree'
import { roundedDeviation } from '@tickmark/core/market/deviation'
import { PRODUCTS } from '@tickmark/core/market/products'
import { dayCommitment, dayReveal } from '@tickmark/core/market/simulated/day'
import { dayName, deviationOf, masterWorld, pricesOn } from '@tickmark/core/market/simulated/prices'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { cosignerOf } from '@tickmark/witness/cosigner'
import { followHouse } from '@tickmark/witness/followHouse'
import { houseFiles } from '@tickmark/witness/houseFiles'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argument } from './support/size.ts'

const TICKS = argument(1, 86_400, 600)
const ORDERS = argument(2, 1_000_000, 7_000)
const DAY = 20_778
const ORIGIN = 'log.example/tm'
const signer = signerOf(new Uint8Array(32).fill(7))
const world = masterWorld(new Uint8Array(32).fill(42), DAY, sha256)

const bodies = wholeDay()
const leaves = bodies.map((body) => entryLeaf(body, sha256))
const withoutReveal = bodies.length - 1
const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-bench-'))
try {
  console.log(
    `${bodies.length} entries of ${ORDERS} orders, ${Math.round(bodies.join('').length / 1e6)} MB; memory above this program's own`,
  )
  console.log('step | wall, s | CPU, s | entries a CPU second | memory, MB')
  await measure(`a day of ticks and ${ORDERS} orders`, withoutReveal)
  await measure('its reveal, drawn again', bodies.length)
} finally {
  rmSync(dataDir, { recursive: true })
}

/** One look of a witness at the log's first entries; this process makes the files, and that time is not measured. */
async function measure(step: string, size: number): Promise<void> {
  const note = noteOf(size)
  const before = process.memoryUsage().rss
  const [begunMs, cpu] = [performance.now(), process.cpuUsage()]
  let [madeMs, madeCpu] = [0, 0]
  const found = await followHouse(
    houseFiles('http://house.example', {
      fetch: (input) => {
        const [atMs, cpuThen] = [performance.now(), process.cpuUsage()]
        const path = (input as URL).pathname.replace('/log/', '')
        const body = path === 'checkpoint' ? Buffer.from(note) : fileOf(path)
        madeMs += performance.now() - atMs
        madeCpu += secondsOf(process.cpuUsage(cpuThen))
        return Promise.resolve(new Response(body))
      },
      wait: () => Promise.reject(new Error('nobody is asked for patience here')),
    }),
    {
      dataDir,
      cosigner: cosignerOf('witness.example/w1', new Uint8Array(32).fill(9)),
      given: null,
      nowMs: Date.now,
    },
  )
  if (found.kind !== 'fine' || found.size !== size)
    throw new Error(`this log holds: ${JSON.stringify(found)}`)
  const wall = (performance.now() - begunMs - madeMs) / 1000
  const seconds = secondsOf(process.cpuUsage(cpu)) - madeCpu
  const memory = Math.max(0, process.memoryUsage().rss - before) / 1e6
  const rate = Math.round(size / seconds)
  console.log(`${step} | ${wall.toFixed(1)} | ${seconds.toFixed(1)} | ${rate} | ${memory.toFixed(0)}`)
}

function secondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6
}

function wholeDay(): string[] {
  const all: string[] = []
  const at = DAY * 86_400_000
  const add = (draft: object) => void all.push(entryBody({ ...draft, seq: all.length + 1 } as LogEntry))
  const keys = {
    kind: 'keys',
    at,
    origin: ORIGIN,
    log: signer.publicKey,
    receipts: signer.publicKey,
  } as const
  add({ ...keys, signature: hexOf(signer.sign(asciiBytes(keysText({ ...keys, seq: 1 })))) })
  add({ kind: 'rules', at, from: at, before: 0, rules: PRESENT_RULES })
  const reveal = dayReveal(world.dayFacts(DAY))
  add({ kind: 'day', at, day: dayName(DAY), commit: dayCommitment(reveal, sha256) })
  const drawn = PRODUCTS.map((one) => [one.pid, roundedDeviation(deviationOf(one), 0)] as const)
  add({ kind: 'model', at, rules: 2, deviations: modelTable(new Map(drawn)) })
  const models = [{ seq: all.length, at }]
  const seconds = Array.from({ length: TICKS }, (_, i) => DAY * 86_400 + i)
  const prices = PRODUCTS.map((one) => [one.pid, pricesOn(world, one, seconds)] as const)
  // Numbered as if each order were a batch: at 12 a second most are.
  const batchesBy = (i: number) => Math.floor((i * ORDERS) / TICKS)
  for (const [i, second] of seconds.entries()) {
    const model = oldestModel(models, second * 1000)
    const [before, last] = [batchesBy(i), batchesBy(i + 1)]
    for (const kind of ['tickets', 'receipts'] as const) {
      if (last === before) continue
      const root = hexOf(sha256(asciiBytes(`${kind} ${i}`)))
      add({ kind, at: second * 1000, count: last - before, first: before + 1, last, model, root })
    }
    add({
      kind: 'tick',
      at: second * 1000,
      prices: Object.fromEntries(prices.map(([pid, row]) => [pid, String(row[i])])),
    })
  }
  add({ kind: 'reveal', at: at + 86_400_000, ...reveal })
  return all
}

function noteOf(size: number): string {
  let edge = EMPTY_EDGE
  for (const leaf of leaves.slice(0, size)) edge = appendLeaf(edge, leaf, sha256)
  const head = { origin: ORIGIN, size, root: rootOf(edge, sha256) }
  return signCheckpoint(head, checkpointKey(ORIGIN, signer.publicKey, sha256), signer.sign)
}

/** A file of the log: entries, or a tile of any level. */
function fileOf(path: string): Uint8Array<ArrayBuffer> {
  const tile = parseTilePath(path)
  if (!tile) throw new Error(`${path} is no file of a log`)
  const { level, n, width, isBundle } = tile
  const first = n * TILE_WIDTH
  if (isBundle) return bundleOf(bodies.slice(first, first + width))
  return new Uint8Array(Buffer.concat(Array.from({ length: width }, (_, i) => nodeOf(level, first + i))))
}

/** Root of the 256^level leaves at an index. */
function nodeOf(level: number, index: number): Uint8Array {
  const width = TILE_WIDTH ** level
  let edge = EMPTY_EDGE
  for (const leaf of leaves.slice(index * width, index * width + width)) edge = appendLeaf(edge, leaf, sha256)
  return rootOf(edge, sha256)
}
