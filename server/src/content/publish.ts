import { DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { type Editor, itemOf, record } from './edit.ts'
import { lockItem, setState, type StoredItem } from './editStore.ts'

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
