import * as z from 'zod/mini'
import { ANSWER_AREAS } from '../schemas/content.ts'
import { route } from '../call.ts'
import { page, whole } from '../fields.ts'

/** Cleaned HTML: allowed tags only, links to https or to our own paths, our own pictures. */
const html = z.string()

const newsItem = z.object({
  id: z.int(),
  title: z.string(),
  /** Ms since 1970. */
  time: z.int(),
  source: z.string(),
  /** Path of one of our pictures, or empty. */
  picture: z.string(),
  content: html,
})
export type NewsItem = z.output<typeof newsItem>

const notice = z.object({ id: z.int(), title: z.string(), html, time: z.int() })
export type Notice = z.output<typeof notice>

const answer = z.object({
  id: z.int(),
  area: z.enum(ANSWER_AREAS),
  title: z.string(),
  html,
})
export type AnswerItem = z.output<typeof answer>

/** Content by operators for everybody, in the request's language, or else in English. */
export const contentRoutes = {
  getIndexInformation: route({
    method: 'GET',
    path: '/api/getIndexInformation',
    summary:
      'News, newest first, and what the home page may show. `before` pages by key instead of by number, `id` asks for one alone; `{isMore}` changes nothing.',
    who: 'anyone',
    input: z.object({
      ...page,
      pageSize: z._default(whole(1, 50), 5),
      isMore: z._default(whole(0, 1), 0),
      before: z.optional(whole(1, 2 ** 31 - 1)),
      id: z.optional(whole(1, 2 ** 31 - 1)),
    }),
    reply: z.object({
      list: z.array(newsItem),
      total: z.int(),
      user: z.object({ showShare: z.boolean() }),
    }),
  }),
  getNotice: route({
    method: 'GET',
    path: '/api/getNotice',
    summary: 'Notices of a type that apply now, newest first. Type 1 opens over the home page, each once.',
    who: 'anyone',
    input: z.object({ noticeType: z._default(whole(1, 99), 1) }),
    reply: z.object({ list: z.array(notice) }),
  }),
  getAnswerArea: route({
    method: 'GET',
    path: '/api/getAnswerArea',
    summary: 'Questions and answers by area, and the glossary, in the order to read them.',
    who: 'anyone',
    reply: z.object({ list: z.array(answer) }),
  }),
  get_text: route({
    method: 'GET',
    path: '/api/get_text',
    summary:
      'A hint by its type: 8 deposit, 15 withdrawal, 17 swap, 10 introduction to arbitrage. HTML; empty when there is none.',
    who: 'anyone',
    input: z.object({ type: whole(1, 99) }),
    reply: html,
  }),
}
