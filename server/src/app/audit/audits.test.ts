import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../db/database.testing.ts'
import { auditText, runAudit } from './audit.ts'
import { AUDITS } from './audits.ts'

const root = resolve(import.meta.dirname, '../../../..')
const sources = join(root, 'server/src')

test('the audit checks every invariant of ARCHITECTURE.md, under its number and in its words', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const [, list = ''] = text.split('\n## What always holds\n')
  const told = [...(list.split('\n## ')[0] ?? '').matchAll(/^(\d+)\. (.+)$/gm)]
  const sentences = new Map(told.map(([, number, sentence = '']) => [Number(number), sentence]))
  expect(sentences.size).toBeGreaterThan(10)
  const audited = new Map(AUDITS.flat().map(({ number, sentence }) => [number, sentence]))
  expect(new Map([...audited].toSorted(([one], [other]) => one - other))).toEqual(sentences)
  for (const { number, sentence } of AUDITS.flat()) expect(sentence).toBe(sentences.get(number))
})

test('it prints each sentence once, with its findings below it', () => {
  expect(auditText([])).toMatch(
    /^ok   1\. Every movement[^]+\nok  18\. The log has one record [^\n]+\nok  19\. Each loan has [^\n]+\n(?:ok  [23]\d\. [^\n]+\n)+The books balance: 0 findings\.\n$/,
  )
  const finding = { number: 15, rule: 'day', where: 'log entry 4', expected: 'a', found: 'b' }
  const lines = auditText([finding]).split('\n')
  expect(lines.filter((line) => line.startsWith('NO '))).toEqual([
    expect.stringMatching(/^NO  15\. A revealed day/),
  ])
  const [sentence = 0] = lines.flatMap((line, at) => (line.startsWith('NO ') ? [at] : []))
  expect(lines[sentence + 1]).toContain('log entry 4')
  expect(lines.slice(-2)).toEqual(['1 findings', ''])
})

test('it demands the triggers of all domains', async () => {
  const own = await createTestDatabase()
  try {
    const { rows: triggers } = await sql<{ place: string; name: string }>`
      select relname as place, tgname as name from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal`.execute(
      own.database.db,
    )
    for (const place of new Set(triggers.map((one) => one.place)))
      await sql`alter table ${sql.table(place)} disable trigger user`.execute(own.database.db)
    const found = (await runAudit(own.database)).filter((one) => one.number === 5)
    const named = triggers.map(({ place, name }) => `${place}.${name}`)
    expect(found.map(({ where }) => where).toSorted()).toEqual(named.toSorted())
    expect(named.length).toBeGreaterThan(100)
  } finally {
    await own.close()
  }
})

/** Folders that hold a file of this name, except `module` and `app`. */
function holders(file: string): string[] {
  const folders = readdirSync(sources, { withFileTypes: true }).filter((one) => one.isDirectory())
  const named = folders.map(({ name }) => name).filter((name) => existsSync(join(sources, name, file)))
  return named.filter((name) => name !== 'module' && name !== 'app').toSorted()
}

/** Folders whose file of this name the list imports. */
function imported(list: string, file: string): string[] {
  const text = readFileSync(join(sources, 'app', list), 'utf8')
  return [...text.matchAll(/ from '(?:\.\.\/)+(\w+)\/(\w+\.ts)'/g)]
    .filter(([, folder, name]) => name === file && folder !== 'module')
    .map(([, folder = '']) => folder)
    .toSorted()
}

test.each([
  ['module.ts', 'compose.ts'],
  ['audit.ts', 'audit/audits.ts'],
])('every folder with a %s is in app/%s', (file, list) => {
  expect(holders(file).length).toBeGreaterThan(5)
  expect(imported(list, file)).toEqual(holders(file))
})

test('each part of an audit is asked by the audit itself, and not only by tests', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const shipped = files.filter((name) => name.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(name))
  const textOf = (name: string) =>
    readFileSync(join(sources, name), 'utf8').replaceAll(/^import [^']+'.+'$/gm, '')
  const all = [...shipped, '../../run.mjs'].map(textOf).join('\n')
  const parts = shipped
    .filter((name) => /(^|\/)audit\w*\.ts$/.test(name))
    .flatMap((name) => [...textOf(name).matchAll(/^export (?:async )?function\*? (\w+)/gm)])
    .map(([, part = '']) => part)
  expect(parts.length).toBeGreaterThan(50)
  const used = (part: string) => all.split(new RegExp(`\\b${part}\\b`)).length > 2
  expect(parts.filter((part) => !used(part))).toEqual([])
})
