import { ANSWER_AREAS, type AnswerArea } from '@tickmark/wire/schemas/content'
import type { contentRoutes } from '@tickmark/wire/routes/content'
import type { Reader } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { publicUrl } from '../media/files.ts'
import { countNews, listAnswers, listNews, listOfType, listOneNews, type Published } from './store.ts'

export interface ContentDeps {
  reader: Reader
  /** Whether the menu offers sharing. */
  showShare: boolean
}

/** Maximum number of notices of one type that apply at once; older ones are over. */
const MOST_NOTICES = 20

/**
 * Answers of the calls that show what operators wrote. Nothing is cached: each call reads a few rows by an index, so
 * every server process shows a change once it is committed.
 */
export function contentAnswers({ reader, showShare }: ContentDeps): Answers<typeof contentRoutes> {
  return {
    async getIndexInformation({ pageNum, pageSize, before = null, id }, sight) {
      const page = { page: Math.max(0, pageNum - 1), pageSize, before }
      const listed = id === undefined ? listNews(reader, sight, page) : listOneNews(reader, sight, id)
      const [news, total] = await Promise.all([listed, countNews(reader, sight.nowMs)])
      return { list: news.map(newsOf), total, user: { showShare } }
    },
    async getNotice({ noticeType }, sight) {
      const notices = await listOfType(reader, sight, 'notice', noticeType, MOST_NOTICES)
      const list = notices.map(({ id, title, html, publishAtMs }) => {
        return { id, title, html, time: publishAtMs }
      })
      return { list }
    },
    async getAnswerArea(_input, sight) {
      const answers = await listAnswers(reader, sight)
      const inArea = (area: AnswerArea) =>
        answers.filter((one) => one.area === area).map(({ id, title, html }) => ({ id, area, title, html }))
      return { list: ANSWER_AREAS.flatMap(inArea) }
    },
    async get_text({ type }, sight) {
      const [text] = await listOfType(reader, sight, 'text', type, 1)
      return text?.html ?? ''
    },
  }
}

function newsOf({ id, title, html, source, picture, publishAtMs }: Published) {
  return {
    id,
    title,
    time: publishAtMs,
    source,
    picture: picture === null ? '' : publicUrl(picture),
    content: html,
  }
}
