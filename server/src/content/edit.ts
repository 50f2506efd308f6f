import { createHash, randomUUID } from 'node:crypto'
import type { AnswerArea, ContentKind } from '@tickmark/wire/schemas/content'
import { type Language, DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { showFiles } from '../media/files.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { cleanHtml, cleanText, cleanTitle, isBlank, picturesIn } from './clean.ts'
import {
  findItem,
  insertItem,
  insertRevisions,
  lockItem,
  newestNumbers,
  type Revision,
  type StoredItem,
  setState,
} from './editStore.ts'

/** The editor, and the time of the action. */
export interface Editor {
  /** The operator's proven address. */
  operator: string
  nowMs: number
}

interface Text {
  language: Language
  title: string
  html: string
}

interface Draft extends Text {
  kind: ContentKind
  area: AnswerArea | null
  type: number | null
  source: string
  /** An upload of the editor. */
  picture: string | null
}

/**
 * Creates an item in one language. Refuses `content_invalid`, and `file_unknown` for a picture that the editor may not
 * show.
 */
export function createContent(db: Db, editor: Editor, draft: Draft): Promise<StoredItem> {
  const { kind, area, type, picture } = draft
  if (!isWhole({ kind, area, type })) throw new Refused('content_invalid')
  const written = writtenOf(draft, editor.operator, editor.nowMs)
  const pictures = picture === null ? [] : [picture]
  return transact(db, async (tx) => {
    await showPictures(tx, editor.operator, [...pictures, ...picturesIn(written.clean)])
    const key = `${kind}.${randomUUID()}`
    const source = cleanTitle(draft.source)
    const id = await insertItem(tx, { kind, key, area, type, place: null, source, picture })
    await insertRevisions(tx, [{ ...written, number: 1, item: id }])
    await record(tx, editor, 'content.create', id, { kind, ...noted(written, 1) })
    return itemOf(tx, id)
  })
}

/**
 * Writes a new revision of an item; readers of a published item see it at once. `after` is the newest revision that the
 * editor has seen, of this language or of any, or 0 when this language had none. A newer one by somebody else refuses
 * `content_stale`. Also refuses `content_unknown`, `content_invalid` and `file_unknown`.
 */
export function reviseContent(
  db: Db,
  editor: Editor,
  given: Text & { id: number; after: number },
): Promise<{ item: StoredItem; number: number }> {
  const { id, after } = given
  const written = writtenOf(given, editor.operator, editor.nowMs)
  return transact(db, async (tx) => {
    if (!(await lockItem(tx, id))) throw new Refused('content_unknown')
    const { ofAll, ofLanguage } = await newestNumbers(tx, id, given.language)
    if (after < ofLanguage || after > ofAll) throw new Refused('content_stale')
    await showPictures(tx, editor.operator, picturesIn(written.clean))
    const number = ofAll + 1
    await insertRevisions(tx, [{ ...written, number, item: id }])
    await record(tx, editor, 'content.revise', id, noted(written, number))
    return { item: await itemOf(tx, id), number }
  })
}

/** Whether an item has the fields that its kind needs, and none of another kind. */
export function isWhole({ kind, area, type }: Pick<Draft, 'kind' | 'area' | 'type'>): boolean {
  return (area !== null) === (kind === 'answer') && (type !== null) === (kind === 'notice' || kind === 'text')
}

/** A text as it is stored; refuses `content_invalid` when it shows nothing. */
export function writtenOf(
  { language, title, html }: Text,
  by: string,
  atMs: number,
): Omit<Revision, 'number'> {
  const written = { language, title: cleanTitle(title), raw: cleanText(html), clean: cleanHtml(html) }
  if (written.title === '' || isBlank(written.clean)) throw new Refused('content_invalid')
  const hash = createHash('sha256').update(written.clean).digest()
  return { ...written, hash, atMs, by }
}

/** An item as the transaction sees it. */
async function itemOf(tx: Tx, id: number): Promise<StoredItem> {
  const item = await findItem(tx, id)
  if (!item) throw new Refused('content_unknown')
  return item
}

/** Logs an editor's action on an item. */
function record(
  tx: Tx,
  { operator, nowMs }: Editor,
  action: string,
  id: number,
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  return recordAction(tx, { operator, action, subject: `content ${id}`, details, atMs: nowMs })
}

async function showPictures(tx: Tx, operator: string, ids: readonly string[]): Promise<void> {
  if (!(await showFiles(tx, operator, ids))) throw new Refused('file_unknown')
}

function noted({ language, hash }: Omit<Revision, 'number'>, number: number) {
  return { language, number, hash: hash.toString('hex') }
}

/**
 * Publishes an item: at a future time, or now when none is given or it has passed. An item that readers already see
 * keeps its time unless a later one is given. Refuses `content_unknown`, and `content_invalid` without an English text.
 */
export function publishContent(
  db: Db,
  editor: Editor,
  { id, atMs }: { id: number; atMs: number | null },
): Promise<StoredItem> {
  return transact(db, async (tx) => {
    if (!(await lockItem(tx, id))) throw new Refused('content_unknown')
    const item = await itemOf(tx, id)
    if (!item.languages.includes(DEFAULT_LANGUAGE)) throw new Refused('content_invalid')
    const publishAtMs = Math.max(atMs ?? 0, editor.nowMs)
    if (stateOf(item, editor.nowMs) === 'published' && publishAtMs === editor.nowMs) return item
    await setState(tx, id, 'published', publishAtMs)
    await record(tx, editor, 'content.publish', id, { at: publishAtMs })
    return itemOf(tx, id)
  })
}

/** Hides an item from readers; a draft stays a draft. Refuses `content_unknown`. */
export function withdrawContent(db: Db, editor: Editor, id: number): Promise<StoredItem> {
  return transact(db, async (tx) => {
    if (!(await lockItem(tx, id))) throw new Refused('content_unknown')
    const item = await itemOf(tx, id)
    if (item.state !== 'published') return item
    await setState(tx, id, 'withdrawn', item.publishAtMs)
    await record(tx, editor, 'content.withdraw', id, {})
    return itemOf(tx, id)
  })
}

/** The state at a time: a scheduled item counts as published from its time on, without any job. */
export function stateOf(
  { state, publishAtMs }: Pick<StoredItem, 'state' | 'publishAtMs'>,
  nowMs: number,
): StoredItem['state'] | 'scheduled' {
  return state === 'published' && (publishAtMs ?? 0) > nowMs ? 'scheduled' : state
}
