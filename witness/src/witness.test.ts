import { addCheckpointText, cosignatureIn, SIZE_TYPE } from '@tickmark/core/log/addCheckpoint'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { keyText, openNote, parseKeyText } from '@tickmark/core/log/note'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  fstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cosignerIn, cosignerOf, hashOfOrigin } from './cosigner.ts'
import type { Disk } from './disk.ts'
import { generationsIn } from './generations.ts'
import { logFolder } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { openProgram } from './run.ts'
import { readSettings, type Settings } from './settings.ts'
import {
  KEY,
  listening,
  logKeyOf,
  noteOf,
  openToyHouse,
  ORIGIN,
  proofOf,
  SECOND,
  withEntry,
  withTicks,
  young,
} from './toyHouse.testing.ts'
import { addCheckpoint, ownNote } from './witness.ts'
import { witnessServer } from './witnessServer.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const logKey = checkpointKey(ORIGIN, KEY.hex, nodeCrypto.sha256)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-witness-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function settingsOf(more: Partial<Settings> = {}): Settings {
  return {
    houses: [],
    logs: [logKey],
    keyFile: join(folder, 'key'),
    name: 'witness.example/w1',
    dataDir: join(folder, 'data'),
    listen: null,
    everyMs: 5_000,
    isOnce: false,
    ...more,
  }
}

describe('over HTTP', () => {
  let server: Server
  let url: string
  const said: string[] = []
  const around = {
    fetch,
    nowMs: () => NOW,
    say: (line: string) => void said.push(line),
    wait: async () => {},
  }
  const program = () => openProgram(settingsOf(), around)
  beforeEach(async () => {
    said.length = 0
    server = witnessServer({ ...program(), nowMs: () => NOW, say: around.say })
    url = await listening(server)
  })
  afterEach(() => {
    server.close()
    server.closeAllConnections()
  })

  async function post(old: number, proof: readonly Uint8Array[], note: string) {
    return postText(addCheckpointText({ old, proof, note }))
  }
  async function postText(body: string) {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: await response.text(),
    }
  }

  const bodies = young(20)
  const [first, second] = [noteOf(bodies, KEY, 9), noteOf(bodies)]
  const proof = proofOf(bodies, 9)

  test('each head of a growing log is cosigned, and anyone can read the last one', async () => {
    const { key } = program().cosigner
    for (const [old, path, note] of [
      [0, [], first],
      [9, proof, second],
      [22, [], second],
    ] as const) {
      const { status, body } = await post(old, path, note)
      expect(status).toBe(200)
      expect(cosignatureIn(body, note, key, nodeCrypto)).toMatchObject({ seconds: NOW / 1000 })
    }
    const shown = await (await fetch(`${url}/${hashOfOrigin(ORIGIN)}/checkpoint`)).text()
    expect(openNote(shown, [key, logKey], nodeCrypto)?.verified).toHaveLength(2)
    expect(shown.startsWith(second)).toBe(true)
  })

  test('a request that arrives byte by byte is read as one: no letter is cut', async () => {
    const asked = request(`${url}/add-checkpoint`, { method: 'POST' })
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>
    for (const byte of Buffer.from(addCheckpointText({ old: 0, proof: [], note: first }))) {
      await new Promise((sent) => void asked.write(Uint8Array.of(byte), sent))
      await turnOfTheLoop()
    }
    asked.end()
    const [response] = await answered
    response.resume()
    expect(response.statusCode).toBe(200)
  })

  test('an unknown or not yet signed log has no head here', async () => {
    for (const origin of [ORIGIN, 'other.example/log'])
      expect((await fetch(`${url}/${hashOfOrigin(origin)}/checkpoint`)).status).toBe(404)
    for (const path of ['', 'add-checkpoint', 'x/checkpoint', '../key'])
      expect((await fetch(`${url}/${path}`)).status).toBe(404)
  })

  const forged = noteOf(bodies, logKeyOf(8))
  const stranger = second.replaceAll(ORIGIN, 'other.example/log')
  const unsigned = second.replace(/\u2014 .*/, '\u2014 other.example/x AAAAAAAAAA==')
  test.each<[what: string, text: string, status: number, body: string]>([
    ['what cannot be read', 'hello', 400, 'malformed\n'],
    ['more than 16 KiB', `old 9\n\n${'x'.repeat(20_000)}`, 400, 'malformed\n'],
    [
      'an old size above the new one',
      addCheckpointText({ old: 23, proof: [], note: second }),
      400,
      'the old size is above that of the checkpoint\n',
    ],
    [
      'a note of another key',
      addCheckpointText({ old: 9, proof, note: forged }),
      403,
      'no valid signature of the log\n',
    ],
    [
      'a note without the log’s signature',
      addCheckpointText({ old: 9, proof, note: unsigned }),
      403,
      'no valid signature of the log\n',
    ],
    ['an unknown log', addCheckpointText({ old: 9, proof, note: stranger }), 404, 'unknown log\n'],
    ['another old size', addCheckpointText({ old: 8, proof: proofOf(bodies, 8), note: second }), 409, '9\n'],
    ['old size 0 again', addCheckpointText({ old: 0, proof: [], note: second }), 409, '9\n'],
    [
      'a wrong proof',
      addCheckpointText({ old: 9, proof: proof.toReversed(), note: second }),
      422,
      'the proof does not lead from the checkpoint before\n',
    ],
    [
      'no proof',
      addCheckpointText({ old: 9, proof: [], note: second }),
      422,
      'the proof does not lead from the checkpoint before\n',
    ],
    [
      'a proof that is not needed',
      addCheckpointText({ old: 9, proof, note: first }),
      422,
      'the proof does not lead from the checkpoint before\n',
    ],
  ])('%s is refused, and changes nothing', async (_, text, status, body) => {
    await post(0, [], first)
    const before = logFolder(join(folder, 'data'), ORIGIN).read()
    expect(await postText(text)).toEqual({
      status,
      type: status === 409 ? SIZE_TYPE : 'text/plain; charset=utf-8',
      body,
    })
    expect(logFolder(join(folder, 'data'), ORIGIN).read()).toEqual(before)
    expect(said).toHaveLength(status === 422 ? 1 : 0)
  })

  test('a proof with the first head is refused, as there is no earlier head to prove from', async () => {
    expect((await post(0, proof, second)).status).toBe(422)
    expect((await post(0, [], second)).status).toBe(200)
  })

  test('two heads of one size are kept as evidence, and nothing is signed after that', async () => {
    await post(0, [], second)
    const other = noteOf(withTicks(young(19), 800, 1))
    expect(await post(22, [], other)).toMatchObject({ status: 422, body: 'two roots of one size\n' })
    const [file = ''] = logFolder(join(folder, 'data'), ORIGIN).evidence()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      format: 'tickmark-fork/2',
      vkey: keyText(logKey),
      older: { note: second },
      newer: { note: other },
      proof: [],
    })
    expect(said[0]).toContain(file)
    const grown = young(30)
    expect((await post(22, proofOf(grown, 22), noteOf(grown))).status).toBe(422)
    rmSync(file)
    expect((await post(22, proofOf(grown, 22), noteOf(grown))).status).toBe(200)
  })

  test('of concurrent requests from one size exactly one is signed, and the others get the new size', async () => {
    await post(0, [], first)
    const asked = Array.from({ length: 12 }, (_, i) => {
      const grown = young(10 + i)
      return post(9, proofOf(grown, 9), noteOf(grown))
    })
    const answers = await Promise.all(asked)
    const signed = answers.findIndex((one) => one.status === 200)
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.status === 409 && one.body === `${12 + signed}\n`)).toHaveLength(11)
  })

  test('a witness that crashes after keeping a head but before answering continues from that head', async () => {
    const kept = logFolder(join(folder, 'data'), ORIGIN)
    const died = addCheckpoint(kept, { old: 0, proof: [], note: first }, program().cosigner, NOW)
    expect(died.status).toBe(200)
    // The log got no answer and retries.
    expect(await post(0, [], first)).toMatchObject({ status: 409, body: '9\n' })
    expect((await post(9, [], first)).status).toBe(200)
    expect((await post(9, proof, second)).status).toBe(200)
  })
})

test('known vector: the key, its name, and the line for a known head', () => {
  const { key, line } = cosignerOf('witness.example/w1', new Uint8Array(32).fill(9))
  expect(keyText(key)).toBe('witness.example/w1+24b5d9fe+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY')
  expect(line('log.example/tm\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n', 0x6921_4cb0)).toBe(
    '— witness.example/w1 JLXZ/gAAAABpIUywl5XYUYCd74vs4yC08/7yWR8cSZTJFJxDeyE5/Qc9LA+l6UgQwu+7/SEg1//XmXCcaqED4hu47//9IFGHSj+NBA==\n',
  )
})

describe('a text on disk', () => {
  test('is replaced by only one of the writers that read the newest version', () => {
    const [one, two] = [generationsIn(folder), generationsIn(folder)]
    expect(one.read()).toEqual({ number: 0, text: null })
    expect([one.replace(0, 'a'), two.replace(0, 'b')]).toEqual([true, false])
    expect(two.read()).toEqual({ number: 1, text: 'a' })
    expect([two.replace(1, 'c'), two.replace(2, 'd'), one.replace(1, 'e')]).toEqual([true, true, false])
    expect([one.read(), readdirSync(folder)]).toEqual([{ number: 3, text: 'd' }, ['head.3']])
  })

  test('and its names are on the disk before anybody is told that it counts', () => {
    const done: string[] = []
    const data = join(folder, 'data')
    const at = join(data, 'a', 'log')
    const names = () =>
      existsSync(at) ? readdirSync(at).map((name) => name.replace(/^draft.*/, 'draft')) : []
    const disk: Disk = {
      // The text is whole when it is flushed, under no name that counts.
      flush: (handle) => done.push(`${fstatSync(handle).size} bytes, ${names().toString()}`),
      flushFolder: (one) => done.push(`${relative(folder, one)}: ${one === at ? names().toString() : ''}`),
    }
    const kept = generationsIn(at, disk)
    expect(done.splice(0)).toEqual(['data/a: ', 'data: ', ': '])
    kept.replace(0, 'first')
    expect(done.splice(0)).toEqual(['5 bytes, draft', 'data/a/log: head.1'])
    kept.replace(1, 'second')
    // The older one goes only when the newer one's name is there to stay.
    expect(done.splice(0)).toEqual(['6 bytes, draft,head.1', 'data/a/log: head.1,head.2'])
    expect(names()).toEqual(['head.2'])
    generationsIn(at, disk).replace(1, 'late')
    expect(done.splice(0)).toEqual(['4 bytes, draft,head.2'])
  })

  test('of evidence is on the disk by its name, too: while it is there, nothing is signed', () => {
    const flushed: string[] = []
    const flushFolder = (one: string) => void flushed.push(...readdirSync(one))
    const log = logFolder(folder, ORIGIN, { flush: () => {}, flushFolder })
    flushed.length = 0
    log.accuse('fork-1.json', {})
    expect(flushed).toEqual(['fork-1.json'])
    log.accuse('fork-1.json', { again: true })
    expect(log.evidence()).toHaveLength(1)
  })

  test('survives a crash’s leftovers: a draft, and texts about to be removed', () => {
    const kept = generationsIn(folder)
    for (const [i, text] of ['a', 'b', 'c'].entries()) kept.replace(i, text)
    writeFileSync(join(folder, 'head.2'), 'b')
    writeFileSync(join(folder, 'draft.0123'), 'half')
    expect(kept.read()).toEqual({ number: 3, text: 'c' })
    expect([kept.replace(2, 'x'), kept.replace(3, 'd')]).toEqual([false, true])
    expect(kept.read()).toEqual({ number: 4, text: 'd' })
  })
})

describe('a key file', () => {
  const file = () => join(folder, 'deep', 'key')
  test('is created once, readable only by its owner, and then reused', () => {
    expect(() => cosignerIn(file(), null)).toThrow('--name')
    expect(() => cosignerIn(file(), 'a b')).toThrow('no blanks')
    const made = cosignerIn(file(), 'witness.example/w1')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(cosignerIn(file(), null).key).toEqual(made.key)
    expect(parseKeyText(keyText(made.key), nodeCrypto.sha256)).toEqual(made.key)
    expect(() => cosignerIn(file(), 'other.example')).toThrow('not of other.example')
  })

  test.each([
    ['no key', 'hello\n'],
    ['half a key', 'PRIVATE+KEY+a+00000000+BAAA\n'],
    [
      'another id',
      `PRIVATE+KEY+a+00000000+${Buffer.from([4, ...Array.from({ length: 32 }, () => 1)]).toString('base64')}\n`,
    ],
  ])('with %s is refused', (_, text) => {
    cosignerIn(file(), 'a')
    writeFileSync(file(), text)
    expect(() => cosignerIn(file(), null)).toThrow(file())
  })
})

describe('settings', () => {
  const vkey = keyText(logKey)
  test('name houses with their keys, logs, and paths', () => {
    const read = readSettings(
      `--house https://a.example/ --vkey ${vkey} --house http://b.example:8080/x --log ${vkey} --key ${folder}/k --listen 127.0.0.1:8095 --every 60 --once`.split(
        ' ',
      ),
    )
    expect(read).toEqual({
      ok: true,
      settings: settingsOf({
        houses: [
          { url: 'https://a.example', vkey: logKey },
          { url: 'http://b.example:8080/x', vkey: null },
        ],
        keyFile: join(folder, 'k'),
        name: null,
        dataDir: join(folder, 'witness-data'),
        listen: { host: '127.0.0.1', port: 8095 },
        everyMs: 60_000,
        isOnce: true,
      }),
    })
    expect(readSettings(['--help'])).toMatchObject({ ok: false, code: 0 })
  })

  test.each([
    ['--key k', 'nothing to watch'],
    ['--house https://a.example', '--key'],
    ['--house a.example --key k', 'not an address'],
    ['--house https://a.example?x=1 --key k', 'not an address'],
    ['--vkey x --house https://a.example --key k', '--vkey follows'],
    ['--house https://a.example --vkey x --key k', 'not the key of a log'],
    [`--log ${keyText(cosignerOf('w', new Uint8Array(32)).key)} --key k`, 'not the key of a log'],
    ['--house https://a.example --key k --listen 8095', '--listen'],
    ['--house https://a.example --key k --every 0', '--every'],
    ['--house https://a.example --key k --nonsense', 'nonsense'],
  ])('%s is refused', (line, fault) => {
    const read = readSettings(line.split(' '))
    expect(read).toMatchObject({ ok: false, code: 2 })
    expect(read.ok ? '' : read.text).toContain(fault)
  })
})

describe('the program', () => {
  async function run(...args: string[]) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args])
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (err += text))
    const [code] = (await once(child, 'close')) as [number]
    return { code, out, err }
  }

  test('looks once at a house, reports the trusted key, and exits with the alarm’s code', async () => {
    const house = await openToyHouse(young(30))
    const args = [
      '--house',
      house.url,
      '--key',
      join(folder, 'key'),
      '--name',
      'witness.example/w1',
      '--once',
    ]
    try {
      const first = await run(...args)
      expect(first.code).toBe(0)
      expect(first.out).toMatch(/^witness witness\.example\/w1\+/)
      expect(first.err).toContain(`trusting ${keyText(logKey)}`)
      expect(await run(...args)).toMatchObject({
        code: 0,
        err: expect.stringContaining('its newest tick is') as unknown,
      })
      const audited = { kind: 'audited', at: (SECOND + 30) * 1000, size: 1, until: 1, whole: 1 } as const
      house.show(withEntry(young(30), { ...audited, balances: 'ab'.repeat(32), liabilities: [] }))
      expect(await run(...args)).toMatchObject({
        code: 0,
        err: expect.stringContaining('has told of no audit for') as unknown,
      })
      house.show(young(20))
      const older = await run(...args)
      expect(older.code).toBe(2)
      expect(older.err).toContain('has shown one of 33')
      house.show(withTicks(young(20), 100, 30))
      const { code, err } = await run(...args)
      expect([code, err]).toEqual([1, expect.stringContaining('ALARM')])
      expect(existsSync(/see (\S+)/.exec(err)?.[1] ?? '')).toBe(true)
      // A house that cannot be reached does not hide the alarm of another one.
      expect((await run(...args, '--house', 'http://127.0.0.1:1')).code).toBe(1)
    } finally {
      await house.stop()
    }
    expect((await run(...args)).code).toBe(2)
  })

  test('prints its usage, and reports missing settings', async () => {
    const [help, bare] = [await run('--help'), await run()]
    expect([help.code, bare.code]).toEqual([0, 2])
    expect(help.out).toContain('--house')
    expect(bare.err).toContain('nothing to watch')
  })
})

test('only a note’s text and the log’s own signature are kept and cosigned', () => {
  const line = (name: string) => `\u2014 ${name} AAAAAAAA\n`
  const note = `${ORIGIN}\n3\nAAAA\n\n`
  const shown = `${note}${line('other.example/w1')}${line(ORIGIN)}${line(`${ORIGIN}2`)}`
  expect(ownNote(shown, logKey)).toBe(`${note}${line(ORIGIN)}`)
})
