import type { ContentItem, operatorContentRoutes } from '@tickmark/wire/routes/operators/content'
import type { Db } from '../db/pool.ts'
import { type Answers, type CallContext, operatorOf } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { publicUrl } from '../media/files.ts'
import {
  createContent,
  type Editor,
  reviseContent,
  publishContent,
  stateOf,
  withdrawContent,
} from './edit.ts'
import { plainText } from './clean.ts'
import { countItems, findItem, listItems, listRevisions, type StoredItem } from './editStore.ts'
import { listReplies } from './store.ts'

/** Answers of the editors' calls. */
export function contentOperatorAnswers(db: Db): Answers<typeof operatorContentRoutes> {
  return {
    async consoleContentList({ kind, pageNum, pageSize }, { nowMs }) {
      const page = { page: Math.max(0, pageNum - 1), pageSize }
      const [items, total] = await Promise.all([listItems(db, kind, page), countItems(db, kind)])
      return { list: items.map((one) => shown(one, nowMs)), total }
    },
    async consoleContentRead({ id }, { nowMs }) {
      const item = await findItem(db, id)
      if (!item) throw new Refused('content_unknown')
      const revisions = await listRevisions(db, id)
      const list = revisions.map(({ number, language, title, raw, clean, atMs, by }) => {
        return { number, contentLanguage: language, title, raw, clean, at: atMs, by }
      })
      return { item: shown(item, nowMs), revisions: list }
    },
    async consoleContentCreate(
      { contentLanguage, area = null, type = null, picture = null, ...rest },
      context,
    ) {
      const draft = { ...rest, language: contentLanguage, area, type, picture }
      return { item: shown(await createContent(db, editorOf(context), draft), context.nowMs) }
    },
    async consoleContentRevise({ contentLanguage, ...rest }, context) {
      const revised = await reviseContent(db, editorOf(context), { ...rest, language: contentLanguage })
      return { item: shown(revised.item, context.nowMs), number: revised.number }
    },
    async consoleContentPublish({ id, at = null }, context) {
      return { item: shown(await publishContent(db, editorOf(context), { id, atMs: at }), context.nowMs) }
    },
    async consoleReplies({ contentLanguage: language }, { nowMs }) {
      const replies = await listReplies(db, { language, nowMs })
      return { list: replies.map(({ id, title, html }) => ({ id, title, text: plainText(html) })) }
    },
    async consoleContentWithdraw({ id }, context) {
      return { item: shown(await withdrawContent(db, editorOf(context), id), context.nowMs) }
    },
  }
}

function editorOf(context: CallContext): Editor {
  return { operator: operatorOf(context).address, nowMs: context.nowMs }
}

function shown(item: StoredItem, nowMs: number): ContentItem {
  const { id, kind, key, title, area, type, source, picture, publishAtMs, languages } = item
  return {
    id,
    kind,
    key,
    title,
    area,
    type,
    source,
    picture: picture === null ? '' : publicUrl(picture),
    state: stateOf(item, nowMs),
    publishAt: publishAtMs,
    languages,
  }
}
