import { createHash } from 'node:crypto'
import type { Language } from '@tickmark/texts/languages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { addOperators } from '../operators/approved.testing.ts'
import { listActions } from '../operators/actionLogStore.ts'
import { createContent, publishContent, reviseContent, stateOf, withdrawContent } from './edit.ts'
import { findItem, listItems } from './editStore.ts'
import { contentAnswers } from './routes.ts'
import { countNews, listAnswers, listNews, listOfType, listOneNews, listReplies } from './store.ts'

const NOW = 1_800_000_000_000
let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  await addOperators(db(), ['ann'])
})
afterAll(() => made.close())
const db = () => made.database.db
const ann = { operator: 'ann', nowMs: NOW }

type Draft = Parameters<typeof createContent>[2]
const draft: Draft = {
  kind: 'news',
  area: null,
  type: null,
  source: '',
  picture: null,
  language: 'english',
  title: 'A',
  html: '<p>a</p>',
}
const create = async (more: Partial<Draft>) => (await createContent(db(), ann, { ...draft, ...more })).id
const revise = (id: number, language: Language, title: string, after: number) =>
  reviseContent(db(), ann, { id, language, title, html: `<p>${title}</p>`, after })
const publish = (id: number, atMs: number | null = null, nowMs = NOW) =>
  publishContent(db(), { ...ann, nowMs }, { id, atMs })
const sight = (nowMs = NOW) => ({ language: 'english', nowMs }) as const

let id: number
beforeEach(async () => void (id = await create({})))

test('editors see an item under its newest English title, or else under its newest one', async () => {
  const other = await create({ language: 'arab', title: 'Z' })
  expect((await findItem(db(), other))?.title).toBe('Z')
  await revise(other, 'korean', 'K', 0)
  expect((await findItem(db(), other))?.title).toBe('K')
  for (const [title, after] of [
    ['E1', 0],
    ['E2', 3],
  ] as const)
    await revise(other, 'english', title, after)
  await revise(other, 'korean', 'L', 4)
  expect(await findItem(db(), other)).toMatchObject({ title: 'E2', state: 'draft' })
  const [newest] = await listItems(db(), 'news', { page: 0, pageSize: 1 })
  expect([newest?.id, newest?.title]).toEqual([other, 'E2'])
})

test('a published item keeps its time unless a later one is given, which hides it until then', async () => {
  expect(await publish(id, NOW - 5)).toMatchObject({ state: 'published', publishAtMs: NOW })
  for (const atMs of [null, NOW - 7, NOW, NOW + 9])
    expect((await publish(id, atMs, NOW + 9)).publishAtMs).toBe(NOW)
  const later = await publish(id, NOW + 10, NOW + 9)
  expect(later.publishAtMs).toBe(NOW + 10)
  expect([NOW + 9, NOW + 10].map((nowMs) => stateOf(later, nowMs))).toEqual(['scheduled', 'published'])
})

test('the log of actions tells each revision by its language, its number and the hash of what readers see', async () => {
  await revise(id, 'korean', 'K', 0)
  const [action] = await listActions(db(), { action: 'content.revise', subject: `content ${id}` }, 1)
  const hash = createHash('sha256').update('<p>K</p>').digest('hex')
  expect(action).toMatchObject({ operator: 'ann', details: { language: 'korean', number: 2, hash } })
})

test('support’s answers come by title, each in its newest text of one language and from its time on', async () => {
  const early = await create({ kind: 'reply', title: 'C' })
  const late = await create({ kind: 'reply', title: 'A' })
  await publish(late, NOW + 10)
  await publish(early)
  await create({ kind: 'reply', title: 'B' })
  await publish(id)
  await revise(early, 'english', 'D', 1)
  await revise(early, 'korean', 'K', 0)
  const titles = async (language: Language, nowMs: number) =>
    (await listReplies(db(), { language, nowMs })).map(({ title, html }) => [title, html])
  expect(await titles('english', NOW + 9)).toEqual([['D', '<p>D</p>']])
  expect(await titles('english', NOW + 10)).toEqual([
    ['A', '<p>a</p>'],
    ['D', '<p>D</p>'],
  ])
  expect(await titles('korean', NOW + 10)).toEqual([['K', '<p>K</p>']])
})

test('of notices of one type the newest twenty apply', async () => {
  const notices: number[] = []
  for (let n = 0; n < 21; n++) {
    notices.unshift(await create({ kind: 'notice', type: 7, title: `${n}` }))
    await publish(notices[0] ?? 0, NOW + n)
  }
  const { getNotice } = contentAnswers({ reader: db(), showShare: true })
  const shown = await getNotice({ noticeType: 7 }, sight(NOW + 20) as never)
  expect(shown.list.map((one) => one.id)).toEqual(notices.slice(0, 20))
})

type Seen = (sight: {
  language: Language
  nowMs: number
}) => Promise<{ id: number; title: string; html: string }[]>
/** What readers see of each kind of items. */
const KINDS: [draft: Partial<Draft>, seen: Seen][] = [
  [{ kind: 'news' }, (at) => listNews(db(), at, { page: 0, pageSize: 99, before: null })],
  [{ kind: 'notice', type: 9 }, (at) => listOfType(db(), at, 'notice', 9, 99)],
  [{ kind: 'text', type: 9 }, (at) => listOfType(db(), at, 'text', 9, 99)],
  [{ kind: 'answer', area: 'wallet' }, (at) => listAnswers(db(), at)],
]

test('readers see an item of each kind in its newest text of their language, or else of English', async () => {
  for (const [kind, seen] of KINDS) {
    const item = await create({ ...kind, title: 'E1' })
    await publish(item)
    for (const [language, title, after] of [
      ['korean', 'K1', 0],
      ['korean', 'K2', 2],
      ['english', 'E2', 1],
      ['arab', 'A1', 0],
    ] as const)
      await revise(item, language, title, after)
    const texts = ['korean', 'english', 'arab', 'japanese'].map(async (language) => {
      const found = await seen({ ...sight(), language: language as Language })
      return found.filter((one) => one.id === item).map(({ title, html }) => [kind.kind, title, html])
    })
    expect((await Promise.all(texts)).flat()).toEqual(
      ['K2', 'E2', 'A1', 'E2'].map((title) => [kind.kind, title, `<p>${title}</p>`]),
    )
  }
})

test('readers see of each kind what is published, from its time on', async () => {
  const counts = () => Promise.all([NOW, NOW + 1].map((nowMs) => countNews(db(), nowMs)))
  const [before = 0, beforeLater = 0] = await counts()
  const made: number[][] = []
  for (const [kind] of [...KINDS, [{ kind: 'reply' }] as const, [{ kind: 'notice', type: 8 }] as const]) {
    const ids = [await create(kind), await create(kind), await create(kind), await create(kind)] as const
    await publish(ids[0])
    await publish(ids[1], NOW + 1)
    await publish(ids[2])
    await withdrawContent(db(), ann, ids[2])
    made.push([...ids])
  }
  const seenOf = async (seen: Seen, nowMs: number) =>
    (await seen(sight(nowMs))).map((one) => one.id).filter((one) => made.flat().includes(one))
  const oneNews: Seen = async (at) =>
    (await Promise.all(made.flat().map((one) => listOneNews(db(), at, one)))).flat()
  for (const [at, seen] of [...KINDS.map((one) => one[1]), oneNews].entries()) {
    const [now, later] = made[at % KINDS.length] ?? []
    expect([at, await seenOf(seen, NOW)]).toEqual([at, [now]])
    expect([at, (await seenOf(seen, NOW + 1)).toSorted((a, b) => a - b)]).toEqual([at, [now, later]])
  }
  expect(await counts()).toEqual([before + 1, beforeLater + 2])
})
