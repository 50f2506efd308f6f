import * as z from 'zod/mini'
import { route } from '../call.ts'
import { whole } from '../fields.ts'

/** Operator actions on a user's account, as shown to the user. */
export const accountActionRoutes = {
  accountActions: route({
    method: 'GET',
    path: '/api/accountActions',
    summary: 'What operators did with or read of the own account, the newest first.',
    who: 'user',
    isPrivate: true,
    input: z.object({
      /** The id of the previous page's last action. */
      before: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
      count: z._default(whole(1, 50), 20),
    }),
    reply: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          /** Module and verb, such as "loans.view". */
          action: z.string(),
          /** Ms since 1970. */
          at: z.int(),
        }),
      ),
      more: z.boolean(),
    }),
  }),
}
