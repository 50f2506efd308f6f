import { operatorPeopleRoutes } from '@tickmark/wire/routes/operators/people'
import type { Db } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import type { ConsolePart } from '../module/consolePart.ts'
import { itemOf } from './messageItem.ts'
import { countMessages, listMessages } from './store.ts'

const { consoleUserMessages } = operatorPeopleRoutes
/** A user's messages as operators read them, without marking any as read. */
export const consoleMessages = { consoleUserMessages }

export function messageOperatorAnswers(db: Db): Answers<typeof consoleMessages> {
  return {
    async consoleUserMessages({ userId, before, limit }, { language }) {
      const { list } = await listMessages(db, { userId, page: 0, pageSize: limit + 1, before })
      const shown = list.slice(0, limit).map((one) => itemOf(one, language))
      return { list: shown, next: list.length > limit ? (shown.at(-1)?.id ?? null) : null }
    },
  }
}

export const messageConsolePart: ConsolePart = {
  person: async (tx, userId) => ({ counts: { messages: await countMessages(tx, userId) } }),
}
