import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { ANSWER_AREAS, CONTENT_KINDS } from '../../schemas/content.ts'
import { language, page, uuid, whole } from '../../fields.ts'

const id = whole(1, 2 ** 31 - 1)
const revision = z.object({
  number: z.int(),
  contentLanguage: language,
  title: z.string(),
  /** HTML as the editor wrote it, and as readers see it. */
  raw: z.string(),
  clean: z.string(),
  at: z.int(),
  /** The operator's address. */
  by: z.string(),
})
const item = z.object({
  id: z.int(),
  kind: z.enum(CONTENT_KINDS),
  key: z.string(),
  /** Title of the newest English text, or else of the newest text. */
  title: z.string(),
  area: z.nullable(z.enum(ANSWER_AREAS)),
  type: z.nullable(z.int()),
  source: z.string(),
  picture: z.string(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  /** Ms since 1970; null for a draft. */
  publishAt: z.nullable(z.int()),
  languages: z.array(language),
})
export type ContentItem = z.output<typeof item>

const written = {
  /** Not `language`, which is every request's claim about its own language. */
  contentLanguage: language,
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  html: z.string().check(z.maxLength(40_000)),
}

/** Editors' API for content. Keeps every revision, and logs every action in the operators' log. */
export const operatorContentRoutes = {
  consoleContentList: route({
    method: 'GET',
    path: '/api/console/content',
    summary: 'Content of a kind, newest first, drafts and withdrawn items included.',
    who: 'operator',
    may: 'writeContent',
    input: z.object({ ...page, kind: z.enum(CONTENT_KINDS) }),
    reply: z.object({ list: z.array(item), total: z.int() }),
  }),
  consoleContentRead: route({
    method: 'GET',
    path: '/api/console/content/item',
    summary: 'One item with all its revisions.',
    who: 'operator',
    may: 'writeContent',
    input: z.object({ id }),
    reply: z.object({ item, revisions: z.array(revision) }),
    refusals: ['content_unknown'],
  }),
  consoleContentCreate: route({
    method: 'POST',
    path: '/api/console/content/create',
    summary: 'A new draft in one language.',
    who: 'operator',
    may: 'writeContent',
    input: z.object({
      ...written,
      kind: z.enum(CONTENT_KINDS),
      area: z.optional(z.enum(ANSWER_AREAS)),
      type: z.optional(whole(1, 99)),
      source: z._default(z.string().check(z.maxLength(120)), ''),
      /** A file uploaded by `consoleUpload`. */
      picture: z.optional(uuid),
    }),
    reply: z.object({ item }),
    refusals: ['content_invalid', 'file_unknown'],
  }),
  consoleContentRevise: route({
    method: 'POST',
    path: '/api/console/content/revise',
    summary:
      'A new revision in a language; `after` is the number of the latest one that the editor has seen.',
    who: 'operator',
    may: 'writeContent',
    input: z.object({ ...written, id, after: whole(0, 1_000_000) }),
    reply: z.object({ item, number: z.int() }),
    refusals: ['content_unknown', 'content_invalid', 'content_stale', 'file_unknown'],
  }),
  consoleContentPublish: route({
    method: 'POST',
    path: '/api/console/content/publish',
    summary: 'Publishes an item, now or at a time to come; it needs an English text.',
    who: 'operator',
    may: 'writeContent',
    input: z.object({ id, at: z.optional(whole(0, 2 ** 52)) }),
    reply: z.object({ item }),
    refusals: ['content_unknown', 'content_invalid'],
  }),
  consoleContentWithdraw: route({
    method: 'POST',
    path: '/api/console/content/withdraw',
    summary: 'Takes an item off the pages; it can be published again.',
    who: 'operator',
    may: 'writeContent',
    input: z.object({ id }),
    reply: z.object({ item }),
    refusals: ['content_unknown'],
  }),
  consoleReplies: route({
    method: 'GET',
    path: '/api/console/content/replies',
    summary: 'What support often answers, published in this language, as plain text.',
    who: 'operator',
    may: 'answerChat',
    input: z.object({ contentLanguage: language }),
    reply: z.object({ list: z.array(z.object({ id: z.int(), title: z.string(), text: z.string() })) }),
  }),
}
