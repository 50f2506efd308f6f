import * as z from 'zod/mini'
import { route } from '../call.ts'
import { decimal } from '../fields.ts'
import { recordDay, recordFigures } from '../schemas/record.ts'

export const recordRoutes = {
  getRecord: route({
    method: 'GET',
    path: '/api/getRecord',
    summary:
      'What the house did: its figures of a day as logged, the newest without one given, and of today so far, which are not logged yet.',
    who: 'anyone',
    input: z.object({ day: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))) }),
    reply: z.object({
      /** Newest first, at most 400. */
      days: z.array(recordDay),
      /** Null before the first day is over. */
      record: z.nullable(z.object({ day: recordDay, figures: recordFigures })),
      /** `asOf` in ms. */
      today: z.object({ day: z.string(), asOf: z.int(), figures: recordFigures }),
      /** Unfinished withdrawals, and the time of the oldest, in ms; null without any. */
      waiting: z.object({ count: z.int(), since: z.nullable(z.int()) }),
      /**
       * The log's newest entry about an audit of the books that found nothing: up to when it read them, when the last one began that
       * read everything, in ms, and what the house owed its users in the real book at `until`, by currency. Null before the first.
       */
      audited: z.nullable(
        z.object({
          seq: z.int(),
          until: z.int(),
          whole: z.int(),
          owed: z.array(z.object({ currency: z.string(), amount: decimal })),
        }),
      ),
    }),
    refusals: ['not_found'],
  }),
}
