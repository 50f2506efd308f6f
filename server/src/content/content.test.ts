import type { AnswerItem, NewsItem, Notice } from '@tickmark/wire/routes/content'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, caller, setServer, wallet } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { edit, publish, signedIn } from './editing.testing.ts'

const EDITOR = 301
const clock = movableClock()
const server = setServer({
  clock,
  env: { CONTENT: 'none', SHOW_SHARE: '0', OPERATORS: `${wallet(EDITOR).address}:editor` },
})
const url = () => server.url
const reader = caller(url)
let editor: Caller
beforeAll(async () => {
  editor = await signedIn(url, EDITOR)
})

interface NewsPage {
  list: NewsItem[]
  total: number
  user: { showShare: boolean }
}

async function news(query: Record<string, string> = {}): Promise<NewsPage> {
  const reply = await reader.get('/api/getIndexInformation', { query })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as NewsPage
}

const notices = async (query: Record<string, string> = {}) =>
  ((await reader.get('/api/getNotice', { query })).body.data as { list: Notice[] }).list

test('without content the answers are empty lists and an empty hint', async () => {
  expect(await news()).toEqual({ list: [], total: 0, user: { showShare: false } })
  expect(await notices()).toEqual([])
  expect((await reader.get('/api/getAnswerArea')).body.data).toEqual({ list: [] })
  expect((await reader.get('/api/get_text', { query: { type: '8' } })).body.data).toBe('')
})

test('news come in a reader’s language, each item in English where it has no translation', async () => {
  const both = await publish(editor, {
    kind: 'news',
    title: 'Both',
    html: '<p>english</p>',
    source: 'The desk',
  })
  const text = { id: both.id, contentLanguage: 'korean', title: '둘 다', html: '<p>한국어</p>' }
  await edit(editor, 'revise', { ...text, after: 0 })
  const alone = await publish(editor, { kind: 'news', title: 'English alone' })
  const korean = await news({ language: 'korean' })
  expect(korean.list.map(({ id, title }) => [id, title])).toEqual([
    [alone.id, 'English alone'],
    [both.id, '둘 다'],
  ])
  expect(korean.list[1]).toMatchObject({ content: '<p>한국어</p>', source: 'The desk', picture: '' })
  expect((await news({ language: 'arab' })).list.map(({ title }) => title)).toEqual(['English alone', 'Both'])
  expect((await news({ id: String(both.id), language: 'korean' })).list).toEqual([korean.list[1]])
})

test('a new text of a published item is seen at once, and only the newest', async () => {
  const item = await publish(editor, { kind: 'news', title: 'First' })
  await edit(editor, 'revise', {
    id: item.id,
    contentLanguage: 'english',
    title: 'Second',
    html: '<p>b</p>',
    after: 1,
  })
  const { list } = await news({ id: String(item.id) })
  expect(list).toMatchObject([{ title: 'Second', content: '<p>b</p>', time: item.publishAt }])
})

test('a scheduled item appears at its time, and a withdrawn one disappears at once', async () => {
  const before = await news()
  const at = clock.nowMs() + 600_000
  const item = await publish(editor, { kind: 'news', title: 'Tomorrow’s news' }, at)
  expect(item).toMatchObject({ state: 'scheduled', publishAt: at })
  expect((await news()).total).toBe(before.total)
  expect((await news({ id: String(item.id) })).list).toEqual([])
  clock.advance(600_000 - 60_000)
  expect((await news()).total).toBe(before.total)
  clock.advance(60_000)
  const after = await news()
  expect(after.total).toBe(before.total + 1)
  expect(after.list[0]).toMatchObject({ id: item.id, time: at })
  await edit(editor, 'withdraw', { id: item.id })
  expect(await news()).toEqual(before)
})

test('readers never see drafts', async () => {
  const before = await news()
  const draft = await edit(editor, 'create', {
    kind: 'news',
    contentLanguage: 'english',
    title: 'Draft',
    html: 'a',
  })
  expect(await news()).toEqual(before)
  expect((await news({ id: String(draft.id) })).list).toEqual([])
  expect((await news({ before: String(draft.id) })).list).toEqual([])
})

test('a page has 5 items by default and 50 at most, and pages 0 and 1 are both the first', async () => {
  for (let at = 0; at < 12; at++) await publish(editor, { kind: 'news', title: `Number ${at}` })
  const first = await news()
  expect(first.list).toHaveLength(5)
  expect(await news({ pageNum: '0' })).toEqual(first)
  expect(await news({ pageNum: '1', isMore: '1' })).toEqual(first)
  const second = await news({ pageNum: '2' })
  expect(second.list).toHaveLength(5)
  expect((await news({ pageSize: '10' })).list).toEqual([...first.list, ...second.list])
  expect(await news({ before: String(first.list.at(-1)?.id) })).toEqual(second)
  expect((await news({ pageSize: '50' })).list).toHaveLength(first.total)
  expect((await news({ pageNum: '100000' })).list).toEqual([])
  for (const wrong of ['pageSize=51', 'pageSize=0', 'pageNum=-1', 'pageNum=1.5', 'before=0', 'id=x']) {
    const reply = await reader.get(`/api/getIndexInformation?${wrong}`)
    expect(reply.body.code, reply.text).toBe('bad_request')
  }
})

test('notices are listed by type, newest first; of hints only the newest of a type', async () => {
  await publish(editor, { kind: 'notice', type: 1, title: 'Old' })
  const at = clock.nowMs() + 1_000
  await publish(editor, { kind: 'notice', type: 1, title: 'New', html: '<b>n</b>' }, at)
  await publish(editor, { kind: 'notice', type: 2, title: 'Other' })
  clock.advance(1_000)
  expect((await notices()).map(({ title }) => title)).toEqual(['New', 'Old'])
  expect((await notices())[0]).toMatchObject({ html: '<b>n</b>', time: at })
  expect((await notices({ noticeType: '2' })).map(({ title }) => title)).toEqual(['Other'])
  for (const type of [8, 15, 17, 10]) {
    const item = await publish(editor, { kind: 'text', type, html: `<p>hint ${type}</p>` })
    const text = { id: item.id, contentLanguage: 'arab', title: 'ت', html: `<p>تلميح ${type}</p>` }
    await edit(editor, 'revise', { ...text, after: 1 })
  }
  for (const type of ['8', '15', '17', '10']) {
    const hint = async (language: string) =>
      (await reader.get('/api/get_text', { query: { type, language } })).body.data
    expect(await hint('arab')).toBe(`<p>تلميح ${type}</p>`)
    expect(await hint('japanese')).toBe(`<p>hint ${type}</p>`)
  }
})

test('answers come area by area, the glossary last, each area in the order of its making', async () => {
  for (const [area, title] of [
    ['glossary', 'Barrier'],
    ['wallet', 'Second wallet'],
    ['start', 'First of all'],
    ['glossary', 'Stake'],
    ['wallet', 'Third wallet'],
  ])
    await publish(editor, { kind: 'answer', area, title })
  const { list } = (await reader.get('/api/getAnswerArea')).body.data as { list: AnswerItem[] }
  expect(list.map(({ area, title }) => [area, title])).toEqual([
    ['start', 'First of all'],
    ['wallet', 'Second wallet'],
    ['wallet', 'Third wallet'],
    ['glossary', 'Barrier'],
    ['glossary', 'Stake'],
  ])
})

test('10,000 news are paged from newest to oldest without a loss or a double, while more come in', async () => {
  const { db } = server.database.database
  const now = clock.nowMs()
  // Many share one time, so that the key decides.
  await sql`
    with made as (
      insert into content_item (kind, key, state, publish_at)
      select 'news', 'walk.' || n, 'published', ${BigInt(now)}::bigint - (n / 7) * 1000 from generate_series(1, 10000) n
      returning id
    )
    insert into content_revision (item, number, language, title, raw, clean, hash, at_ms, by)
    select id, 1, 'english', 'Walk', 'a', 'a', sha256('a'), 0, 'test' from made`.execute(db)
  const { total } = await news()
  const expected = await sql<{ id: number }>`
    select id from content_item where kind = 'news' and state = 'published' order by publish_at desc, id desc`.execute(
    db,
  )
  const seen: number[] = []
  for (let page = await news({ pageSize: '50' }); page.list.length > 0;) {
    seen.push(...page.list.map(({ id }) => id))
    if (seen.length % 1_000 === 0) {
      clock.advance(10)
      await publish(editor, { kind: 'news', title: 'Meanwhile' })
    }
    page = await news({ pageSize: '50', before: String(seen.at(-1)) })
  }
  expect(seen).toEqual(expected.rows.map(({ id }) => id))
  expect(seen).toHaveLength(total)
  expect((await news()).total).toBeGreaterThan(total)
})
