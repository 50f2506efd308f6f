import type { deedRoutes } from '@tickmark/wire/routes/deeds'
import type { Reader } from '../db/pool.ts'
import { type Answers, userOf } from '../http/calls/context.ts'
import { listDeeds } from '../operators/actionLogStore.ts'

/** The answer to a user who asks what operators did with the account. */
export function deedAnswersForUsers(reader: Reader): Answers<typeof deedRoutes> {
  return {
    async accountDeeds({ before, count }, context) {
      const userId = userOf(context).id
      const found = await listDeeds(reader, { userId, before }, count + 1)
      const list = found.slice(0, count).map(({ id, action, atMs }) => ({ id, action, at: atMs }))
      return { list, more: found.length > list.length }
    },
  }
}
