import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { accountRoutes } from '@tickmark/wire/routes/accounts'
import { marketRoutes } from '@tickmark/wire/routes/market'
import { routesOf } from '../http/calls/mount.ts'
import type { Module, MessageWriters } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { type AskContract, contractAsker } from '@tickmark/chainkit/contractWallets'
import { forgetSessionsHourly } from './forgetSessions.ts'
import type { RegisterDeps } from './register.ts'
import type { MarkRule } from '../module/consolePart.ts'
import { accountConsolePart, consoleUserList, userListAnswers } from './operatorRoutes.ts'
import { accountAnswers, type AccountsDeps, favouriteAnswers } from './routes.ts'
import { type AccountSessions, accountSessions } from './sessions.ts'
import { findDelegation } from './sessionStore.ts'
import { listFavourites } from './userStore.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import type {} from './events.ts'

interface AccountsPorts extends Pick<RegisterDeps, 'openBooks'> {
  /** EIP-155 id of the network whose contract wallets may sign in. */
  chainId: number
  /** JSON-RPC of that network; null accepts no contract wallet. */
  rpcUrl: string | null
  /** All modules' rules that mark users for operators. */
  marks(): readonly MarkRule[]
  onTick(run: (tick: { atMs: number }) => Promise<void>): unknown
}

interface Accounts {
  module: Module
  sessions: AccountSessions
  askContract: AskContract | null
  favourites(userId: number): Promise<number[]>
  /** The delegation to a session's key, by the key's hash; also after the session ended. */
  delegationOf(session: string): Promise<SignedDelegation | null>
  /** Ends every session of the address except the caller's own. */
  endOtherSessions(address: string, ownSessionId: string): Promise<void>
}

export function openAccounts(
  runtime: Runtime,
  { chainId, rpcUrl, openBooks, marks, onTick }: AccountsPorts,
): Accounts {
  const { mode, clock, log, keys, events } = runtime
  const { db } = runtime.database
  const askContract = rpcUrl === null ? null : contractAsker(rpcUrl, chainId)
  const sessions = accountSessions({ db, pepper: keys.pepper, events })
  const deps: AccountsDeps = {
    db,
    pepper: keys.pepper,
    chainId,
    askContract,
    log,
    openBooks,
    events,
    mode,
    sessions,
  }
  onTick(({ atMs }) => forgetSessionsHourly(db, atMs))
  const forConsole = { db, sessions, marks }
  const { keepProd, cancelKeep } = marketRoutes
  return {
    module: {
      name: 'accounts',
      routes: [
        routesOf(accountRoutes, accountAnswers(deps)),
        routesOf({ keepProd, cancelKeep }, favouriteAnswers(deps)),
      ],
      operatorRoutes: [routesOf(consoleUserList, userListAnswers(forConsole))],
      consolePart: accountConsolePart(forConsole),
      messages: accountMessages,
    },
    sessions,
    askContract,
    favourites: (userId) => listFavourites(db, userId),
    delegationOf: (session) => findDelegation(db, session),
    async endOtherSessions(address, ownSessionId) {
      const all = await sessions.list(address, clock.nowMs())
      for (const { id } of all) if (id !== ownSessionId) await sessions.endById(address, id)
    },
  }
}

/** Messages for a new user and for the user who invited them. */
const accountMessages: MessageWriters = {
  user_registered({ userId, address, invitedBy, atMs }) {
    const welcome = { userId, ref: 'welcome', kind: 'welcome', facts: {}, atMs } as const
    if (invitedBy === null) return [welcome]
    const facts = { address: shortAddress(address, 6, 4) }
    return [welcome, { userId: invitedBy, ref: `friend:${userId}`, kind: 'friend_joined', facts, atMs }]
  },
}
