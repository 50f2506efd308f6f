import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@tickmark/texts/languages'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { silentLog } from '../platform/log.ts'
import { plainPicture } from '../media/plainPicture.testing.ts'
import { plainJpegSize } from '../media/jpegSize.ts'
import { cleanHtml } from './clean.ts'
import { reviseContent } from './edit.ts'
import { knownKeys, listRevisions } from './editStore.ts'
import { seedContent, type SeedItem, readShipped, SEED_FOLDER } from './seedContent.ts'
import { countNews, listAnswers, listNews, listOfType } from './store.ts'

const START_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000
let made: TestDatabase
let folder: string
beforeEach(async () => {
  made = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tickmark-seed-'))
  mkdirSync(join(folder, 'pictures'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await made.close()
})

const db = () => made.database.db
const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content))

/** A log that records the texts of its warnings and errors. */
function listening() {
  const complaints: string[] = []
  return { complaints, log: { ...silentLog(), error: (text: string) => void complaints.push(text) } }
}

const ship = (nowMs = START_MS, log = silentLog()) => seedContent(db(), { nowMs, log, folder })
const sight = { language: 'english', nowMs: START_MS } as const
const newsNow = () => listNews(db(), sight, { page: 0, pageSize: 50, before: null })

function item(key: string, more: Partial<SeedItem> = {}): SeedItem {
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { title: `${key} ${language}`, html: `<p onclick="x">${language}</p>` },
    ]),
  ) as SeedItem['texts']
  return { kind: 'news', key, texts, ...more }
}

describe('what ships with the sandbox', () => {
  test('is inserted once, cleaned, in every language, dated before the start', async () => {
    write('a.json', [item('news.a', { hoursAgo: 5, source: 'Tickmark' }), item('news.b')])
    write('b.json', [item('answer.a', { kind: 'answer', area: 'start', place: 2 })])
    write('c.json', [item('answer.b', { kind: 'answer', area: 'start', place: 1 })])
    expect(await ship()).toBe(4)
    expect(await ship()).toBe(0)
    expect((await newsNow()).map(({ title, publishAtMs }) => [title, publishAtMs])).toEqual([
      ['news.b english', START_MS],
      ['news.a english', START_MS - 5 * HOUR_MS],
    ])
    const [first] = await newsNow()
    const revisions = await listRevisions(db(), first?.id ?? 0)
    expect(revisions.map(({ language, clean, raw, by }) => [language, clean, raw, by])).toEqual(
      LANGUAGES.map((one) => [one, `<p>${one}</p>`, `<p onclick="x">${one}</p>`, 'seed']),
    )
    expect((await listAnswers(db(), { ...sight, language: 'arab' })).map(({ title }) => title)).toEqual([
      'answer.b arab',
      'answer.a arab',
    ])
  })

  test('adds the items of a later version, and keeps what an editor wrote', async () => {
    write('a.json', [item('news.a')])
    await ship()
    const [{ id } = { id: 0 }] = await newsNow()
    const text = { id, language: 'english', title: 'Mine', html: '<p>mine</p>', after: 1 } as const
    await reviseContent(db(), { operator: 'somebody', nowMs: START_MS }, text)
    write('a.json', [item('news.a', { source: 'changed' }), item('news.c', { hoursAgo: 1 })])
    expect(await ship(START_MS + HOUR_MS)).toBe(1)
    expect((await newsNow()).map(({ title }) => title).toSorted()).toEqual(['Mine', 'news.c english'])
  })

  test('is inserted once by servers that start together', async () => {
    write(
      'a.json',
      Array.from({ length: 20 }, (_, at) => item(`news.${at}`)),
    )
    const added = await Promise.all(Array.from({ length: 6 }, () => ship()))
    expect(added.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 20])
    expect(await countNews(db(), START_MS)).toBe(20)
  })

  test('brings its pictures, one copy for all items that name it', async () => {
    writeFileSync(join(folder, 'pictures/rates.jpg'), await plainPicture('jpeg'))
    writeFileSync(join(folder, 'pictures/broken.jpg'), 'none')
    write('a.json', [
      item('news.a', { picture: 'rates' }),
      item('news.b', { picture: 'rates' }),
      item('news.c', { picture: 'broken' }),
      item('news.d', { picture: '../rates' }),
    ])
    const { complaints, log } = listening()
    expect(await ship(START_MS, log)).toBe(4)
    const pictures = new Map((await newsNow()).map(({ title, picture }) => [title.slice(0, 6), picture]))
    expect(pictures.get('news.a')).toMatch(/^[0-9a-f-]{36}$/)
    expect(pictures.get('news.b')).toBe(pictures.get('news.a'))
    expect([pictures.get('news.c'), pictures.get('news.d')]).toEqual([null, null])
    expect(complaints).toHaveLength(2)
  })

  test('never keeps a server from starting, however broken it is', async () => {
    rmSync(folder, { recursive: true })
    expect(await ship()).toBe(0)
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.json'), '{')
    write('b.json', [{ kind: 'news' }])
    write('c.json', [
      item('answer.no-area', { kind: 'answer' }),
      item('news.good'),
      item('news.empty', { texts: { ...item('x').texts, arab: { title: 'a', html: '' } } }),
    ])
    const { complaints, log } = listening()
    expect(await ship(START_MS, log)).toBe(1)
    expect(complaints).toHaveLength(4)
  })

  test('is inserted completely or not at all', async () => {
    write('a.json', [item('news.a'), item('news.b')])
    await sql`alter table content_revision add constraint broken check (language <> 'arab')`.execute(db())
    await expect(ship()).rejects.toThrow(/broken/)
    expect((await knownKeys(db(), ['news.a', 'news.b'])).size).toBe(0)
    await sql`alter table content_revision drop constraint broken`.execute(db())
    expect(await ship()).toBe(2)
  })
})

describe('the content of this version', () => {
  const names = readdirSync(SEED_FOLDER).filter((name) => name.endsWith('.json'))

  test('can be read, is clean as it is written, and says of each item what its kind needs', async () => {
    cpSync(SEED_FOLDER, folder, { recursive: true })
    const { complaints, log } = listening()
    const items = readShipped(folder, log)
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
    for (const { key, texts } of items) {
      for (const language of LANGUAGES)
        expect(cleanHtml(texts[language].html), `${key} ${language}`).not.toBe('')
    }
    expect(await ship(START_MS, log)).toBe(items.length)
    expect(complaints).toEqual([])
    expect(
      (
        await knownKeys(
          db(),
          items.map(({ key }) => key),
        )
      ).size,
    ).toBe(items.length)
    for (const type of [8, 10, 15, 17]) expect(await listOfType(db(), sight, 'text', type, 1)).toHaveLength(1)
  })

  test('has pictures that go out as they are: small plain JPEGs', () => {
    const pictures = join(SEED_FOLDER, 'pictures')
    const files = readdirSync(SEED_FOLDER).includes('pictures') ? readdirSync(pictures) : []
    const named = readShipped(SEED_FOLDER, silentLog()).flatMap(({ picture }) => picture ?? [])
    expect(files.toSorted()).toEqual([...new Set(named)].map((name) => `${name}.jpg`).toSorted())
    for (const file of files) {
      expect(plainJpegSize(readFileSync(join(pictures, file))), file).not.toBeNull()
      expect(statSync(join(pictures, file)).size, file).toBeLessThan(200_000)
    }
  })
})
