import { operatorPeopleRoutes } from '@tickmark/wire/routes/operators/people'
import type { Db } from '../db/pool.ts'
import { roughCount } from '../db/roughCountStore.ts'
import type { Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import type { ConsolePart, MarkRule } from '../module/consolePart.ts'
import { keyItem } from './keyItem.ts'
import type { AccountSessions } from './sessions.ts'
import { countInvited, findUser, listUsers } from './userListStore.ts'

const { consoleUsers } = operatorPeopleRoutes
/** Users as operators list them. */
export const consoleUserList = { consoleUsers }

export interface ConsoleAccountDeps {
  db: Db
  sessions: Pick<AccountSessions, 'list'>
  /** All modules' rules that mark users for operators. */
  marks(): readonly MarkRule[]
}

export function userListAnswers({ db, marks }: ConsoleAccountDeps): Answers<typeof consoleUserList> {
  return {
    async consoleUsers({ before, limit, practice, joinedFrom, joinedTo, ...query }, { nowMs }) {
      const after = before === undefined ? null : Number(before)
      if (after !== null && !Number.isSafeInteger(after)) throw new Refused('bad_request')
      const asked = {
        ...query,
        limit,
        after,
        practice: practice === undefined ? undefined : practice === 1,
        fromMs: joinedFrom,
        toMs: joinedTo,
      }
      const [found, total] = await Promise.all([
        listUsers(db, asked, marks(), nowMs),
        roughCount(db, 'users'),
      ])
      const list = found.slice(0, limit)
      return { list, next: found.length > limit ? String(list.at(-1)?.id) : null, total }
    },
  }
}

/** Maximum hits of a search among users. */
const HITS = 5

/** Accounts as operators see them: the user and the user's sessions. */
export function accountConsolePart({ sessions, marks }: Omit<ConsoleAccountDeps, 'db'>): ConsolePart {
  return {
    async search(reader, text) {
      const asked = { search: text, sort: 'newest', after: null, limit: HITS } as const
      const found = /^\d{1,15}$/.test(text) ? [await findUser(reader, Number(text), [], 0)] : []
      const listed = [...found, ...(await listUsers(reader, asked, [], 0))].filter((one) => one !== null)
      return listed.map(({ id, address }) => ({ kind: 'user' as const, id: String(id), label: address }))
    },
    async person(tx, userId, nowMs) {
      const user = await findUser(tx, userId, marks(), nowMs)
      if (!user) return {}
      const [invited, running] = [await countInvited(tx, userId), await sessions.list(user.address, nowMs)]
      const shown = running.map(({ device, transport, createdAtMs, seenAtMs, key }) => ({
        device,
        transport,
        createdAt: createdAtMs,
        seenAt: seenAtMs,
        key: key && keyItem(key.delegation),
      }))
      return { user, sessions: shown, counts: { invited } }
    },
  }
}
