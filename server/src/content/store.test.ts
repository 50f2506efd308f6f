import { createHash } from 'node:crypto'
import type { Language } from '@tickmark/texts/languages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { addOperators } from '../operators/approved.testing.ts'
import { listActions } from '../operators/actionLogStore.ts'
import { createContent, publishContent, reviseContent, stateOf } from './edit.ts'
import { findItem, listItems } from './editStore.ts'
import { contentAnswers } from './routes.ts'
import { listReplies } from './store.ts'

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
