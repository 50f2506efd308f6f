import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryLeaf, parseEntry } from '@tickmark/core/log/log'
import { bundlePath, readBundle, readTile, tilePath, tileWidth } from '@tickmark/core/log/tree/tiles'
import { appendLeaf, EMPTY_EDGE, isSame, rootOf } from '@tickmark/core/log/tree/tree'
import { checkConsistency } from '@tickmark/core/log/tree/treeProofs'
import { describe, expect, test } from 'vitest'
import { setServer } from '../../app/app.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { sha256 } from '../../platform/sha256.ts'

const clock = movableClock({ isStill: true })
const server = setServer({ clock })

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/log/${path}`, { headers })
const bytesAt = async (path: string) => new Uint8Array(await (await ask(path)).arrayBuffer())
const key = () => {
  const { origin, log } = server.app.market.keys()
  return checkpointKey(origin, log, sha256)
}
async function headNow() {
  const head = openCheckpoint(await (await ask('checkpoint')).text(), key(), nodeCrypto)
  if (!head) throw new Error('the checkpoint is signed')
  return head
}
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1_000)
    await server.app.market.idle()
  }
}

test('anyone can follow the log by its files alone: every entry, every tile, the root', async () => {
  await pass(300)
  const head = await headNow()
  expect(head.size).toBeGreaterThan(300)
  expect(head.origin).toMatch(/^sandbox\/log\/[0-9a-f]{16}$/)
  let edge = EMPTY_EDGE
  for (let n = 0; edge.size < head.size; n++) {
    const width = tileWidth(0, n, head.size)
    const bodies = readBundle(await bytesAt(bundlePath(n, width))) ?? []
    const tile = readTile(await bytesAt(tilePath({ level: 0, n, width })), width) ?? []
    expect([bodies.length, tile.length]).toEqual([width, width])
    for (const [i, body] of bodies.entries()) {
      expect(parseEntry(body)?.seq).toBe(edge.size + 1)
      const leaf = entryLeaf(body, sha256)
      expect(isSame(leaf, tile[i] as Uint8Array)).toBe(true)
      edge = appendLeaf(edge, leaf, sha256)
    }
  }
  expect(hexOf(rootOf(edge, sha256))).toBe(hexOf(head.root))
  const above = await bytesAt(tilePath({ level: 1, n: 0, width: 1 }))
  expect(hexOf(above)).toBe(hexOf(edge.hashes[0] as Uint8Array))
})

test('only what the newest checkpoint covers is served, and a full tile’s path serves only a full tile', async () => {
  const { size } = await headNow()
  const [full, part] = [Math.floor(size / 256), size % 256]
  const has = async (path: string) => (await ask(path)).status
  expect(await has(bundlePath(full, part))).toBe(200)
  expect(await has(bundlePath(full, part - 1))).toBe(200)
  for (const path of [
    bundlePath(full, part + 1),
    bundlePath(full, 256),
    tilePath({ level: 0, n: full, width: 256 }),
    tilePath({ level: 1, n: 0, width: full + 1 }),
    tilePath({ level: 9, n: 0, width: 1 }),
    'tile/0/0',
    'tile/entries',
    'tile/0/000.p/256',
    'tile/',
  ]) {
    expect([path, await has(path)]).toEqual([path, 404])
  }
})

test('the headers let pages of any site read, let tiles be cached, and keep checkpoints fresh', async () => {
  const head = await ask('checkpoint')
  expect(head.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(head.headers.get('cache-control')).toBe('public, max-age=1')
  const tile = await ask('tile/0/000.p/1')
  expect(tile.headers.get('content-type')).toBe('application/octet-stream')
  expect(tile.headers.get('cache-control')).toBe('public, max-age=60')
  expect(tile.headers.get('access-control-allow-origin')).toBe('*')
  expect(tile.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const tag = tile.headers.get('etag') ?? ''
  expect((await ask('tile/0/000.p/1', { 'if-none-match': tag })).status).toBe(304)
  expect((await ask('tile/0/000.p/2', { 'if-none-match': tag })).status).toBe(200)
})

test('a consistency proof leads from any earlier head to a later one', async () => {
  const first = await headNow()
  await pass(2)
  const second = await headNow()
  const proofOf = async (query: string) => {
    const answer = await ask(`proof/consistency?${query}`)
    return { status: answer.status, body: (await answer.json()) as { proof: string[]; to: number } }
  }
  const { body } = await proofOf(`from=${first.size}`)
  expect(body.to).toBe(second.size)
  const path = body.proof.map((one) => bytesOfHex(one) as Uint8Array)
  expect(checkConsistency(first.size, second.size, first.root, second.root, path, sha256)).toBe(true)
  expect((await proofOf(`from=${second.size}&to=${second.size}`)).body.proof).toEqual([])
  expect((await proofOf(`from=1&to=${second.size + 1}`)).status).toBe(404)
  for (const query of [
    'from=0',
    'from=5&to=4',
    'from=-1',
    'from=x',
    '',
    'from=1&from=2',
    `from=1&to=${10 ** 15}`,
  ])
    expect((await proofOf(query)).status).toBe(400)
})

test('the newest head comes with the changes of its keys, so that a reader can follow them', async () => {
  const answer = (await (await fetch(`${server.url}/api/getLogHead`)).json()) as {
    data: { keyChanges: string[]; logKey: string }
  }
  const entries = answer.data.keyChanges.map(parseEntry)
  expect(entries).toMatchObject([{ kind: 'keys', seq: 1, log: answer.data.logKey }])
})

describe('with the usual limits', () => {
  const limited = setServer({ env: { RATES: 'read=60/3' } })

  test('a client that requests too many files must wait, while a page’s calls go on', async () => {
    const path = `${limited.url}/log/tile/0/000.p/1`
    const answers = await Promise.all(Array.from({ length: 80 }, () => fetch(path)))
    expect(answers.filter((one) => one.status === 429).length).toBeGreaterThan(0)
    expect((await fetch(`${limited.url}/api/getLogHead`)).status).toBe(200)
  })
})
