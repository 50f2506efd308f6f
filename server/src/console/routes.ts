import type { accountActionRoutes } from '@tickmark/wire/routes/accountActions'
import type { Reader } from '../db/pool.ts'
import { type Answers, userOf } from '../http/calls/context.ts'
import { listActions } from '../operators/actionLogStore.ts'

/** The answer to a user who asks what operators did with the account. */
export function accountActionAnswers(reader: Reader): Answers<typeof accountActionRoutes> {
  return {
    async accountActions({ before, count }, context) {
      const userId = userOf(context).id
      const found = await listActions(reader, { userId, before }, count + 1)
      const list = found.slice(0, count).map(({ id, action, atMs }) => ({ id, action, at: atMs }))
      return { list, more: found.length > list.length }
    },
  }
}
