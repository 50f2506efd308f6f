import { randomInt } from 'node:crypto'
import type { Language } from '@tickmark/texts/languages'
import { isDuplicate } from '../db/failures.ts'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { Session } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import type { Events } from '../module/events.ts'
import type {} from './events.ts'
import { findInviteCode, findInviter, insertUser } from './userStore.ts'

export interface RegisterDeps {
  db: Db
  /**
   * Posts a new user's opening balances in the transaction that inserts the user, so each user gets them exactly once.
   */
  openBooks(tx: Tx, userId: number, nowMs: number): Promise<void>
  events: Pick<Events, 'emit'>
}

/** Registers the session's address once; a repeat changes nothing. Returns the user's own invite code. */
export async function register(
  deps: RegisterDeps,
  session: Session,
  given: { inviteCode: string; language: Language; nowMs: number },
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(deps.db, (tx) => registerIn(tx, deps, session, given))
    } catch (thrown) {
      if (attempt === 5 || !isDuplicate(thrown, 'users_invite_code')) throw thrown
    }
  }
}

async function registerIn(
  tx: Tx,
  deps: RegisterDeps,
  session: Session,
  { inviteCode, language, nowMs }: { inviteCode: string; language: Language; nowMs: number },
): Promise<string> {
  const known = await findInviteCode(tx, session.address)
  if (known !== null) return known
  const invitedBy = inviteCode === '' ? null : await findInviter(tx, inviteCode.toUpperCase())
  if (inviteCode !== '' && invitedBy === null) throw new Refused('invite_unknown')
  const ownCode = newInviteCode()
  const { address, walletType, practice } = session
  const userId = await insertUser(tx, {
    address,
    walletType,
    practice,
    inviteCode: ownCode,
    invitedBy,
    language,
    nowMs,
  })
  // A concurrent request registered the address. Its code is committed by now.
  if (userId === null) return (await findInviteCode(tx, address)) ?? ''
  await deps.events.emit(tx, 'user_registered', { userId, address, invitedBy, atMs: nowMs })
  // Last, because the book's lock is held from here to the commit.
  await deps.openBooks(tx, userId, nowMs)
  return ownCode
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Eight characters drawn uniformly from 36, so that a code cannot be guessed. */
function newInviteCode(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
