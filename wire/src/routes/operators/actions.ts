import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { whole } from '../../fields.ts'
import { cursor, actionItem } from '../../schemas/console.ts'

const ms = whole(0, 9_999_999_999_999)

/** The log of operator actions: a read-only hash chain made by the database. */
export const operatorActionRoutes = {
  consoleActions: route({
    method: 'GET',
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/actions',
    summary:
      'What operators did, the newest first. Users’ numbers and details are left out for operators who may not see users.',
    who: 'operator',
    may: 'see',
    refusals: ['role_missing'],
    input: z.object({
      operator: z.optional(z.string().check(z.maxLength(64))),
      /** A module such as "content", or a whole action such as "content.publish". */
      action: z.optional(z.string().check(z.maxLength(60))),
      subject: z.optional(z.string().check(z.maxLength(200))),
      userId: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
      /** From, included, and until, excluded (ms since 1970). */
      from: z.optional(ms),
      until: z.optional(ms),
      before: z.optional(cursor),
      limit: z._default(whole(1, 200), 50),
    }),
    reply: z.object({
      list: z.array(actionItem),
      next: z.nullable(z.string()),
      /** The newest line of the whole log; null while it is empty. */
      head: z.nullable(z.object({ id: z.int(), hash: z.string() })),
    }),
  }),
}
