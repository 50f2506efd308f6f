import { isBookOn } from '@tickmark/core/wallet/addressWait'
import type { ConsolePart } from '../module/consolePart.ts'
import { HELD_MARK, securityHoldInForce } from './approval/voteStore.ts'
import { bookEntries, bookSwitch } from './protection/bookStore.ts'
import { authenticatorOf } from './protection/protectionStore.ts'
import { countWithdrawals } from './withdrawal/store.ts'

/** The protection of a user's withdrawals as operators read it, without secrets or codes. */
export const withdrawalPerson: Pick<ConsolePart, 'person' | 'marks'> = {
  async person(tx, userId, nowMs) {
    const known = await authenticatorOf(tx, userId, nowMs)
    const book = await bookSwitch(tx, userId)
    const entries = await bookEntries(tx, userId)
    const hold = await securityHoldInForce(tx, userId, nowMs)
    return {
      protection: {
        authenticator: known?.isConfirmed === true,
        addressBook: isBookOn(book, nowMs),
        addresses: entries.map(({ address, label, addedAtMs, usableAtMs }) => {
          return { address, label, addedAt: addedAtMs, usableAt: usableAtMs }
        }),
        holds: hold ? [{ caseId: hold.caseId, until: hold.untilMs }] : [],
      },
      counts: { withdrawals: await countWithdrawals(tx, userId) },
    }
  },
  marks: [HELD_MARK],
}
