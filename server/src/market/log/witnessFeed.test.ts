import { addCheckpointText } from '@tickmark/core/log/addCheckpoint'
import { bytesOfHex } from '@tickmark/core/bytes'
import { checkpointKey, parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { keyText, openNote, splitNote } from '@tickmark/core/log/note'
import { cosignerOf, hashOfOrigin } from '@tickmark/witness/cosigner'
import { logFolder } from '@tickmark/witness/keptLog'
import { openProgram, type Program } from '@tickmark/witness/run'
import { listening } from '@tickmark/witness/toyHouse.testing'
import { witnessServer } from '@tickmark/witness/witnessServer'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../app/app.ts'
import { setServer } from '../../app/app.testing.ts'
import { loadConfig } from '../../app/config.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { movableClock, type MovableClock } from '../../platform/clock.testing.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { silentLog, type Log } from '../../platform/log.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Market } from '../market.ts'
import { readWitnessed, readWitnessedHead, storeWitnessed } from './treeStore.ts'
import { startWitnessFeed, type WitnessFeed } from './witnessFeed.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-feed-'))
const said: string[] = []
const asked: number[] = []
let houses: string[] = []

/** The witness program as it runs elsewhere, on the houses that it follows now. */
function program(): Program {
  const settings = {
    houses: houses.map((url) => ({ url, vkey: null })),
    logs: [],
    keyFile: join(folder, 'key'),
    name: 'witness.example/w1',
    dataDir: join(folder, 'data'),
    listen: null,
    everyMs: 5_000,
    isOnce: true,
  }
  const reach = { fetch, wait: () => Promise.resolve() }
  return openProgram(settings, { ...reach, nowMs: Date.now, say: (line) => void said.push(line) })
}

const { key } = program().cosigner
const outside = witnessServer({
  cosigner: program().cosigner,
  folders: {
    byOrigin: (origin) => program().folders.byOrigin(origin),
    byHash: (hash) => program().folders.byHash(hash),
    read: (log, note) => program().folders.read(log, note),
  },
  nowMs: Date.now,
  say: (line) => void said.push(line),
})
outside.on('request', ({ method }) => void (method === 'POST' && asked.push(clock.nowMs())))
const witnessUrl = await listening(outside)

const clock = movableClock({ isStill: true })
const WITNESSES = `${keyText(key)}@${witnessUrl}#5`
const server = setServer({ clock, env: { WITNESSES } })

afterAll(() => {
  outside.close()
  outside.closeAllConnections()
  rmSync(folder, { recursive: true })
})

async function pass(seconds: number, app = server.app, its: MovableClock = clock): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    its.advance(1_000)
    await app.market.idle()
    await app.idle()
  }
}

const textAt = async (url: string) => (await fetch(url)).text()
const headOf = (note: string) => {
  const head = parseCheckpoint(splitNote(note)?.text ?? '')
  if (!head) throw new Error('this is a checkpoint')
  return head
}
const logKey = () => {
  const { origin, log } = server.app.market.keys()
  return checkpointKey(origin, log, sha256)
}

test('a house shows the newest head that its witness has signed, and asks at most every five seconds', async () => {
  await pass(6)
  expect((await fetch(`${server.url}/log/checkpoint/witnessed`)).status).toBe(404)
  houses = [server.url]
  expect(await program().look()).toBe(0)
  expect(said[0]).toContain(`trusting ${keyText(logKey())}`)
  asked.length = 0
  const sizes: number[] = []
  for (let i = 0; i < 4; i++) {
    await pass(5)
    const note = await textAt(`${server.url}/log/checkpoint/witnessed`)
    expect(openNote(note, [key, logKey()], nodeCrypto)?.verified).toHaveLength(2)
    expect(await textAt(`${witnessUrl}/${hashOfOrigin(logKey().name)}/checkpoint`)).toContain(
      splitNote(note)?.text,
    )
    sizes.push(headOf(note).size)
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  expect(new Set(sizes).size).toBe(4)
  const gaps = asked.slice(2).map((at, i) => at - (asked[i + 1] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000)
  expect(await program().look()).toBe(0)
  expect(server.app.modules.find(({ name }) => name === 'market')?.trouble?.of).toBe('witnesses')
})

test('each answer of the protocol, on the house’s own heads and proofs', async () => {
  const post = async (body: string) => {
    const response = await fetch(`${witnessUrl}/add-checkpoint`, { method: 'POST', body })
    return [response.status, await response.text()] as const
  }
  // Up to the house's next round, so that no other round falls into the two seconds after it.
  const keptSize = async () =>
    headOf(await textAt(`${witnessUrl}/${hashOfOrigin(logKey().name)}/checkpoint`)).size
  const before = await keptSize()
  while ((await keptSize()) === before) await pass(1)
  const kept = await keptSize()
  await pass(2)
  const note = await textAt(`${server.url}/log/checkpoint`)
  const { size } = headOf(note)
  const { proof: hashes } = (await (
    await fetch(`${server.url}/log/proof/consistency?from=${kept}&to=${size}`)
  ).json()) as { proof: string[] }
  const proof = hashes.map((hash) => bytesOfHex(hash) ?? new Uint8Array(0))
  const other = cosignerOf('other.example', new Uint8Array(32)).line(splitNote(note)?.text ?? '', 1)
  const rows: [old: number, path: Uint8Array[], sent: string, status: number, body: string][] = [
    [size + 1, [], note, 400, 'the old size is above that of the checkpoint\n'],
    [kept, proof, `${splitNote(note)?.text}\n${other}`, 403, 'no valid signature of the log\n'],
    [kept, proof, note.replace(logKey().name, 'other.example/log'), 404, 'unknown log\n'],
    [kept - 1, proof, note, 409, `${kept}\n`],
    [
      kept,
      proof.map((hash) => hash.map((byte) => byte ^ 1)),
      note,
      422,
      'the proof does not lead from the checkpoint before\n',
    ],
  ]
  for (const [old, path, sent, ...answer] of rows)
    expect(await post(addCheckpointText({ old, proof: path, note: sent }))).toEqual(answer)
  expect((await post('old'))[0]).toBe(400)
  expect(await post(addCheckpointText({ old: kept, proof, note }))).toEqual([
    200,
    expect.stringContaining(key.name),
  ])
})

test('a day revealed by the house is redrawn, even after a gap', async () => {
  const open = () => {
    const { log } = logFolder(join(folder, 'data'), logKey().name).read()
    return log?.followed?.days.map(({ day }) => day) ?? []
  }
  expect(await program().look()).toBe(0)
  const [today, ...later] = open()
  expect(later).toHaveLength(1)
  clock.advance(86_400_000)
  await pass(2)
  expect(await program().look()).toBe(0)
  expect(open()).toHaveLength(2)
  expect(open()).not.toContain(today)
})

test('the newest head with signatures is kept, unless more witnesses have signed one shortly before', async () => {
  const own = await createTestDatabase()
  const { db } = own.database
  const rows: [size: number, at: number, signatures: number, isKept: boolean][] = [
    [10, 1_000, 1, true],
    [9, 1_000, 2, false],
    [10, 1_000, 2, true],
    [10, 1_000, 1, false],
    [11, 2_000, 1, false],
    [12, 3_000, 3, true],
    [13, 302_999, 1, false],
    [14, 303_000, 1, true],
  ]
  try {
    expect(await readWitnessed(db)).toBeNull()
    for (const [size, at, signatures, isKept] of rows) {
      const note = `${size} by ${signatures}`
      await storeWitnessed(db, { size, at, signatures, note })
      expect([note, (await readWitnessed(db)) === note]).toEqual([note, isKept])
    }
  } finally {
    await own.close()
  }
})

describe('a house that writes another log with its own keys', () => {
  let own: TestDatabase | undefined
  let app: App | undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-fork-'))
  afterAll(async () => {
    await app?.stop()
    await own?.close()
    rmSync(dataDir, { recursive: true })
  })

  test('is refused by the witness, reports it itself, and leaves evidence that anyone can check', async () => {
    own = await createTestDatabase()
    const its = movableClock({ isStill: true })
    const config = loadConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: own.url,
      KEYS_FILE: server.config.keysFile,
      CHAINS: 'none',
      WITNESSES,
    })
    const readDatabaseMs = () => Promise.resolve(its.databaseMs())
    app = await startApp({ config, clock: its, log: silentLog(), readDatabaseMs })
    const signed = headOf(await textAt(`${witnessUrl}/${hashOfOrigin(logKey().name)}/checkpoint`))
    // A fork shows once its log is the longer one.
    while ((app.market.head()?.size ?? 0) <= signed.size) await pass(1, app, its)
    const ready = async () =>
      (await (await fetch(`${app?.url}/readyz`)).json()) as { checks: Record<string, string> }
    its.advance(600)
    expect((await ready()).checks['witnesses']).toMatch(/^witness\.example\/w1 has signed a head of/)
    houses = [app.url]
    said.length = 0
    expect(await program().look()).toBe(1)
    const file = /see (\S+)/.exec(said.join('\n'))?.[1] ?? ''
    expect(existsSync(file)).toBe(true)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      format: 'tickmark-fork/2',
      vkey: keyText(logKey()),
    })
    // From now on neither log is signed.
    houses = [server.url]
    expect(await program().look()).toBe(1)
    rmSync(file)
    expect(await program().look()).toBe(0)
  })
})

describe('a witness that answers', () => {
  let strange: Server | undefined
  let feed: WitnessFeed | undefined
  afterEach(async () => {
    await feed?.stop()
    strange?.close()
    strange?.closeAllConnections()
  })

  const lines: string[] = []
  const log: Log = {
    ...silentLog(),
    warn: (message, facts) => void lines.push(`warn ${message}: ${String(facts?.['reason'])}`),
    error: (message, facts) => void lines.push(`error ${message}: ${String(facts?.['reason'])}`),
  }

  async function feedTo(
    answer: (response: ServerResponse) => void,
    seconds: number,
    { head, isWriting }: Partial<Pick<Market, 'head' | 'isWriting'>> = {},
  ): Promise<number> {
    let requests = 0
    strange = createServer((request, response) => {
      requests += 1
      request.resume().on('end', () => answer(response))
    })
    const witnesses = [{ key, url: await listening(strange), everyMs: 5_000 }]
    lines.length = 0
    const { market, runtime } = server.app
    feed = startWitnessFeed({
      db: runtime.database.db,
      clock,
      log,
      witnesses,
      head: head ?? market.head,
      isWriting: isWriting ?? market.isWriting,
    })
    for (let i = 0; i < seconds; i++) {
      await pass(1)
      await feed.idle()
    }
    return requests
  }

  test.each<[what: string, status: number, body: string, reason: string]>([
    ['422', 422, 'no', 'found the head inconsistent'],
    ['409 without a number', 409, '', 'without naming the size'],
    ['409 with a word', 409, 'hello\n', 'without naming the size'],
    ['409 with a size that we do not have', 409, '99999999\n', 'has signed a head of 99999999 entries'],
  ])('%s is an alarm, and is asked once only', async (_, status, body, reason) => {
    expect(await feedTo((response) => void response.writeHead(status).end(body), 12)).toBe(1)
    expect(feed?.trouble()).toContain(reason)
    const watched = { name: key.name, size: null, trouble: expect.stringContaining(reason) as string }
    expect(feed?.watched()).toMatchObject([watched])
    const [alarm] = feed?.watched() ?? []
    expect(clock.nowMs() - (alarm?.alarmSinceMs ?? 0)).toBeLessThanOrEqual(12_000)
    expect(lines).toEqual([expect.stringContaining(reason)])
    expect(lines[0]).toMatch(/^error/)
  })

  test.each<[what: string, status: number, body: string, reason: string]>([
    ['404', 404, '', 'answered 404'],
    ['500', 500, '', 'answered 500'],
    ['nothing that is signed', 200, 'hello\n', 'no valid signature'],
    ['without end', 200, 'x'.repeat(100_000), 'too long'],
  ])('%s is a fault, said once and asked again', async (_, status, body, reason) => {
    expect(await feedTo((response) => void response.writeHead(status).end(body), 12)).toBeGreaterThan(1)
    expect(feed?.trouble()).toBeNull()
    const faulty = { name: key.name, size: null, trouble: 'gives no signature', alarmSinceMs: null }
    expect(feed?.watched()).toEqual([faulty])
    expect(lines).toEqual([expect.stringContaining(reason)])
    expect(lines[0]).toMatch(/^warn/)
  })

  test('is asked only by the process that writes the log', async () => {
    const answer = (response: ServerResponse) => void response.writeHead(422).end()
    expect(await feedTo(answer, 6, { isWriting: () => false })).toBe(0)
    expect(feed?.watched()).toEqual([{ name: key.name, size: null, trouble: null, alarmSinceMs: null }])
  })

  test('with a redirect is at fault, and what it points to is not asked', async () => {
    const elsewhere: string[] = []
    const target = createServer((request, response) => {
      elsewhere.push(request.method ?? '')
      response.writeHead(409).end('99999999\n')
    })
    const location = await listening(target)
    for (const status of [301, 302, 303, 307, 308]) {
      await feedTo((response) => void response.writeHead(status, { location }).end(), 1)
      expect([feed?.trouble(), lines]).toEqual([null, [expect.stringMatching(/^warn/)]])
      await feed?.stop()
      strange?.close()
    }
    expect(elsewhere).toEqual([])
    target.close()
  })

  test('a size that the log has but this process has not read yet raises no alarm', async () => {
    const behind = server.app.market.head()
    await pass(2)
    const size = server.app.market.head()?.size ?? 0
    expect(size).toBeGreaterThan(behind?.size ?? 0)
    const requests = await feedTo((response) => void response.writeHead(409).end(`${size}\n`), 12, {
      head: () => behind,
    })
    expect(requests).toBeGreaterThan(1)
    expect([feed?.trouble(), lines]).toEqual([null, []])
  })

  test('beside another is shown with it: a head has the signatures of all who signed it', async () => {
    // The house's own feed writes into the house's database.
    const own = await createTestDatabase()
    const { db } = own.database
    const head = server.app.market.head()
    if (!head) throw new Error('there is a head')
    const servers: Server[] = []
    const witnesses = []
    for (const [i, name] of ['one.example', 'two.example'].entries()) {
      const cosigner = cosignerOf(name, new Uint8Array(32).fill(i + 1))
      const witness = createServer((request, response) => {
        request.resume().on('end', () => response.end(cosigner.line(splitNote(head.note)?.text ?? '', 1)))
      })
      servers.push(witness)
      witnesses.push({ key: cosigner.key, url: await listening(witness), everyMs: 5_000 })
    }
    feed = startWitnessFeed({ db, clock, log, witnesses, head: () => head, isWriting: () => true })
    clock.advance(5_000)
    await expect.poll(async () => (await readWitnessedHead(db))?.signatures, { timeout: 30_000 }).toBe(2)
    await feed.idle()
    const keys = [...witnesses.map((one) => one.key), logKey()]
    expect(openNote((await readWitnessed(db)) ?? '', keys, nodeCrypto)?.verified).toHaveLength(3)
    expect(feed.watched().map(({ name, size }) => [name, size])).toEqual([
      ['one.example', head.size],
      ['two.example', head.size],
    ])
    for (const witness of servers) witness.close()
    await feed.stop()
    await own.close()
  })

  test('slowly is not asked again meanwhile', async () => {
    const held: ServerResponse[] = []
    // A second request would be answered at once, so that it is counted below.
    strange = createServer((_request, response) => {
      if (held.push(response) > 1) response.writeHead(422).end()
    })
    const witnesses = [{ key, url: await listening(strange), everyMs: 5_000 }]
    const { market, runtime } = server.app
    feed = startWitnessFeed({ db: runtime.database.db, clock, log, witnesses, ...market })
    await pass(12)
    await expect.poll(() => held.length).toBe(1)
    await pass(12)
    held[0]?.writeHead(422).end()
    await feed.idle()
    expect(held).toHaveLength(1)
    expect(feed.trouble()).toContain('inconsistent')
  })
})
