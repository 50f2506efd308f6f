import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, caller, newUser, setServer, wallet } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { plainPicture } from '../media/plainPicture.testing.ts'
import { sendPicture } from '../media/sending.testing.ts'
import { edit, publish, refusalOf, signedIn } from './editing.testing.ts'

const [EDITOR, ADMIN, SUPPORT, SECOND] = [311, 312, 313, 314]
const clock = movableClock()
const roles = [`${EDITOR}:editor`, `${ADMIN}:admin`, `${SUPPORT}:support`, `${SECOND}:editor`]
const OPERATORS = roles
  .map((one) => one.replace(/^\d+/, (number) => wallet(Number(number)).address))
  .join(' ')
const server = setServer({ clock, env: { CONTENT: 'none', OPERATORS } })
const url = () => server.url
const db = () => server.database.database.db
let editor: Caller
let second: Caller
beforeAll(async () => {
  editor = await signedIn(url, EDITOR)
  second = await signedIn(url, SECOND)
})

const draft = { kind: 'news', contentLanguage: 'english', title: 'A title', html: '<p>a</p>' }

interface Whole {
  item: ContentItem
  revisions: {
    number: number
    contentLanguage: string
    raw: string
    clean: string
    title: string
    by: string
  }[]
}

async function read(id: number): Promise<Whole> {
  return (await editor.get('/api/console/content/item', { query: { id: String(id) } })).body.data as Whole
}

async function actionsOf(id: number) {
  const rows = await db()
    .selectFrom('operator_action')
    .selectAll()
    .where('subject', '=', `content ${id}`)
    .orderBy('id')
    .execute()
  return rows.map(({ operator, action, details }) => ({
    operator,
    action,
    details: JSON.parse(details) as unknown,
  }))
}

describe('the editors’ calls', () => {
  const calls = ['create', 'revise', 'publish', 'withdraw']

  test('are refused to everybody but editors and admins', async () => {
    const [user, support] = [await newUser(url, 1), await signedIn(url, SUPPORT)]
    for (const verb of calls) {
      expect(await refusalOf(caller(url), verb, draft), verb).toBe('sign_in_first')
      expect(await refusalOf(user, verb, draft), verb).toBe('operators_only')
      expect(await refusalOf(support, verb, draft), verb).toBe('role_missing')
    }
    for (const path of ['/api/console/content?kind=news', '/api/console/content/item?id=1']) {
      expect((await user.get(path)).body.code).toBe('operators_only')
      expect((await support.get(path)).body.code).toBe('role_missing')
    }
    const admin = await signedIn(url, ADMIN)
    expect(await edit(admin, 'create', draft)).toMatchObject({ state: 'draft' })
  })

  test('refuse an unknown item', async () => {
    const text = { contentLanguage: 'english', title: 'a', html: 'a', after: 0 }
    expect(await refusalOf(editor, 'revise', { id: 999_999, ...text })).toBe('content_unknown')
    expect(await refusalOf(editor, 'publish', { id: 999_999 })).toBe('content_unknown')
    expect(await refusalOf(editor, 'withdraw', { id: 999_999 })).toBe('content_unknown')
    expect((await editor.get('/api/console/content/item?id=999999')).body.code).toBe('content_unknown')
  })
})

test('an item goes from draft to scheduled, published and withdrawn and back, and the log has each step once', async () => {
  const { id, ...made } = await edit(editor, 'create', { ...draft, source: ' The\ndesk ' })
  expect(made).toMatchObject({ state: 'draft', publishAt: null, languages: ['english'], source: 'The desk' })
  expect(await edit(editor, 'withdraw', { id })).toMatchObject({ state: 'draft' })
  const at = clock.nowMs() + 60_000
  expect(await edit(editor, 'publish', { id, at })).toMatchObject({ state: 'scheduled', publishAt: at })
  clock.advance(60_000)
  expect((await read(id)).item).toMatchObject({ state: 'published', publishAt: at })
  // Publishing again changes neither the time nor the log.
  expect(await edit(editor, 'publish', { id })).toMatchObject({ state: 'published', publishAt: at })
  expect(await edit(editor, 'publish', { id, at: 5 })).toMatchObject({ publishAt: at })
  expect(await edit(second, 'withdraw', { id })).toMatchObject({ state: 'withdrawn', publishAt: at })
  expect(await edit(second, 'withdraw', { id })).toMatchObject({ state: 'withdrawn' })
  clock.advance(1_000)
  const again = await edit(editor, 'publish', { id, at: 5 })
  expect(again.state).toBe('published')
  expect(again.publishAt).toBeGreaterThan(at)
  const actions = await actionsOf(id)
  const [mine, theirs] = [wallet(EDITOR).address, wallet(SECOND).address]
  expect(actions.map(({ operator, action }) => [operator, action])).toEqual([
    [mine, 'content.create'],
    [mine, 'content.publish'],
    [theirs, 'content.withdraw'],
    [mine, 'content.publish'],
  ])
  expect(actions[0]?.details).toMatchObject({ kind: 'news', language: 'english', number: 1 })
  expect(actions[1]?.details).toEqual({ at })
})

test('every revision is kept, as it was written and as readers see it', async () => {
  const html = '<p onclick="x()">a<script>alert(1)</script></p>'
  const { id } = await edit(editor, 'create', { ...draft, html })
  await edit(second, 'revise', { id, contentLanguage: 'chinese', title: '题', html: '<p>二</p>', after: 0 })
  await edit(editor, 'revise', { id, contentLanguage: 'english', title: 'B', html: '<p>b</p>', after: 1 })
  const { item, revisions } = await read(id)
  expect(item.languages.toSorted()).toEqual(['chinese', 'english'])
  expect(revisions).toMatchObject([
    { number: 1, contentLanguage: 'english', raw: html, clean: '<p>a</p>', by: wallet(EDITOR).address },
    { number: 2, contentLanguage: 'chinese', title: '题', by: wallet(SECOND).address },
    { number: 3, contentLanguage: 'english', title: 'B', clean: '<p>b</p>' },
  ])
  expect((await actionsOf(id)).map(({ action }) => action)).toEqual([
    'content.create',
    'content.revise',
    'content.revise',
  ])
})

test('a revision is never changed or deleted, not even by the owner of the tables', async () => {
  const { id } = await publish(editor, draft)
  const rows = () => db().updateTable('content_revision').where('item', '=', id)
  await expect(rows().set({ clean: 'x' }).execute()).rejects.toThrow(/never changed/)
  await expect(db().deleteFrom('content_revision').where('item', '=', id).execute()).rejects.toThrow(
    /never changed/,
  )
  await expect(db().deleteFrom('content_item').where('id', '=', id).execute()).rejects.toThrow(
    /never deleted/,
  )
  await expect(db().updateTable('content_item').set({ key: 'x' }).execute()).rejects.toThrow(/never changed/)
  const revision = {
    item: id,
    number: 9,
    language: 'english',
    title: 'a',
    raw: 'a',
    clean: 'a',
    at_ms: 0n,
    by: 'x',
  }
  const insert = db()
    .insertInto('content_revision')
    .values({ ...revision, hash: Buffer.alloc(32) })
  await expect(insert.execute()).rejects.toThrow(/content_revision_check/)
})

describe('two editors who write at once', () => {
  const text = (id: number, after: number, contentLanguage = 'english') => {
    return { id, after, contentLanguage, title: 'B', html: '<p>b</p>' }
  }

  test('in one text: the first is stored, the second is refused', async () => {
    const { id } = await edit(editor, 'create', draft)
    const all = Array.from({ length: 8 }, () =>
      editor.post('/api/console/content/revise', { json: text(id, 1) }),
    )
    const codes = (await Promise.all(all)).map(({ body }) => body.code ?? 'kept')
    expect(codes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'content_stale'), 'kept'])
    expect((await read(id)).revisions).toHaveLength(2)
  })

  test('in two languages: both are stored', async () => {
    const { id } = await edit(editor, 'create', draft)
    await edit(editor, 'revise', text(id, 0, 'japanese'))
    await edit(second, 'revise', text(id, 0, 'korean'))
    await edit(editor, 'revise', text(id, 1))
    await edit(second, 'revise', text(id, 4, 'japanese'))
    expect((await read(id)).revisions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    for (const [after, language] of [
      [0, 'english'],
      [3, 'english'],
      [4, 'japanese'],
      [6, 'korean'],
    ] as const)
      expect(await refusalOf(editor, 'revise', text(id, after, language)), `${after}`).toBe('content_stale')
  })
})

test('an item that shows nothing, or lacks its type or area, is refused', async () => {
  for (const html of ['', ' ', '<p>&nbsp;</p>', '<script>a</script>', '<img src="https://a.example/a.jpg">'])
    expect(await refusalOf(editor, 'create', { ...draft, html }), html).toBe('content_invalid')
  expect(await refusalOf(editor, 'create', { ...draft, title: ' \u0000 ' })).toBe('content_invalid')
  for (const wrong of [
    { kind: 'news', type: 1 },
    { kind: 'news', area: 'start' },
    { kind: 'notice' },
    { kind: 'text' },
    { kind: 'text', type: 8, area: 'start' },
    { kind: 'answer' },
    { kind: 'answer', area: 'start', type: 1 },
  ])
    expect(await refusalOf(editor, 'create', { ...draft, ...wrong }), JSON.stringify(wrong)).toBe(
      'content_invalid',
    )
  for (const wrong of [
    { kind: 'other' },
    { contentLanguage: 'latin' },
    { title: '' },
    { html: 'a'.repeat(40_001) },
  ])
    expect(await refusalOf(editor, 'create', { ...draft, ...wrong })).toBe('bad_request')
})

test('without an English text nothing is published', async () => {
  const { id } = await edit(editor, 'create', { ...draft, contentLanguage: 'arab' })
  expect(await refusalOf(editor, 'publish', { id })).toBe('content_invalid')
  const text = { contentLanguage: 'english', title: 'A', html: 'a', after: 0 }
  await edit(editor, 'revise', { id, ...text })
  expect(await edit(editor, 'publish', { id })).toMatchObject({ state: 'published' })
})

test('characters that no database can store do no harm', async () => {
  const { id } = await edit(editor, 'create', { ...draft, title: 'a\u0000b', html: 'c\u0000\ud800d' })
  expect((await read(id)).revisions).toMatchObject([{ title: 'a b', raw: 'c\ufffdd', clean: 'c\ufffdd' }])
})

describe('pictures of content', () => {
  const upload = async (by: Caller) => {
    const reply = await sendPicture(
      by,
      url(),
      await plainPicture('jpeg'),
      'image/jpeg',
      '/api/console/upload',
    )
    return (reply.body.data as { id: string }).id
  }
  const isPublic = async (id: string) => (await caller(url).get(`/media/${id}.jpg`)).status === 200

  test('are public from the draft on, beside the text and in it', async () => {
    const [beside, inside] = [await upload(editor), await upload(editor)]
    const html = `<p>a</p><img src="/media/${inside}.jpg" alt="b">`
    expect(await isPublic(beside)).toBe(false)
    const item = await publish(editor, { ...draft, html, picture: beside })
    expect(item.picture).toBe(`/media/${beside}.jpg`)
    expect(await isPublic(beside)).toBe(true)
    expect(await isPublic(inside)).toBe(true)
    const { list } = (await caller(url).get(`/api/getIndexInformation?id=${item.id}`)).body.data as {
      list: unknown[]
    }
    expect(list).toMatchObject([
      { picture: `/media/${beside}.jpg`, content: expect.stringContaining(inside) as string },
    ])
    // Another editor may use what is already public.
    await edit(second, 'revise', { id: item.id, ...draft, kind: undefined, html, after: 1 })
  })

  test('must be the editor’s own; knowing the id of another’s is not enough', async () => {
    const picture = await upload(second)
    expect(await refusalOf(editor, 'create', { ...draft, picture })).toBe('file_unknown')
    expect(await refusalOf(editor, 'create', { ...draft, picture: randomUUID() })).toBe('file_unknown')
    const html = `<img src="/media/${picture}.jpg">`
    expect(await refusalOf(editor, 'create', { ...draft, html })).toBe('file_unknown')
    const { id } = await edit(editor, 'create', draft)
    const text = { id, contentLanguage: 'english', title: 'A', html, after: 1 }
    expect(await refusalOf(editor, 'revise', text)).toBe('file_unknown')
    expect(await isPublic(picture)).toBe(false)
    expect((await read(id)).revisions).toHaveLength(1)
  })
})

test('the list has items of a kind, newest first, whatever their state', async () => {
  const made: number[] = []
  for (let at = 0; at < 12; at++)
    made.push((await edit(editor, 'create', { ...draft, kind: 'text', type: 9 })).id)
  await edit(editor, 'publish', { id: made[3] })
  const list = async (query: Record<string, string>) =>
    (await editor.get('/api/console/content', { query: { kind: 'text', ...query } })).body.data as {
      list: ContentItem[]
      total: number
    }
  const first = await list({})
  expect(first.total).toBe(12)
  expect(first.list.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 10))
  const second = await list({ pageNum: '2' })
  expect(second.list.map(({ id }) => id)).toEqual(made.toReversed().slice(10))
  expect((await list({ pageSize: '50' })).list.find(({ id }) => id === made[3])?.state).toBe('published')
})

describe('what support often answers', () => {
  const answers = async (contentLanguage: string) => {
    const support = await signedIn(url, SUPPORT)
    const { body } = await support.get('/api/console/content/replies', { query: { contentLanguage } })
    return (body.data as { list: { title: string; text: string }[] }).list
  }

  test('is plain text of one language, once an editor has published it, and no page lists it', async () => {
    const reply = {
      ...draft,
      kind: 'reply',
      title: 'Greeting',
      html: '<p>Good <b>day</b> &amp; night</p><p>2 &lt; 3</p>',
    }
    const { id } = await edit(editor, 'create', reply)
    expect(await answers('english')).toEqual([])
    await edit(editor, 'publish', { id })
    expect(await answers('english')).toEqual([{ id, title: 'Greeting', text: 'Good day & night\n\n2 < 3' }])
    expect(await answers('korean')).toEqual([])
    const { list } = (await caller(url).get(`/api/getIndexInformation?id=${id}`)).body.data as {
      list: unknown[]
    }
    expect(list).toEqual([])
    await edit(editor, 'withdraw', { id })
    expect(await answers('english')).toEqual([])
  })
})
