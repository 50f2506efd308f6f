import { isBookOn } from '@tickmark/core/wallet/addressWait'
import type { protectionRoutes } from '@tickmark/wire/routes/protection'
import { sessionOf, userOf, type Answers } from '../../http/calls/context.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { addAddress, switchBook } from './addressBook.ts'
import {
  confirmAuthenticator,
  endAuthenticator,
  startAuthenticator,
  keepAuthenticator,
  resetAuthenticator,
} from './authenticator.ts'
import { bookEntries, bookSwitch, deleteEntry } from './bookStore.ts'
import { authenticatorOf, recoveryCodesLeft } from './protectionStore.ts'

/** The user's API for the protection of withdrawals. */
export function protectionAnswers(deps: WithdrawalDeps): Answers<typeof protectionRoutes> {
  const { db } = deps.database
  return {
    async getProtection(_, context) {
      const { id } = userOf(context)
      const book = await bookSwitch(db, id)
      const addressBook = isBookOn(book, context.nowMs)
      const entries = await bookEntries(db, id)
      const known = await authenticatorOf(db, id, context.nowMs)
      return {
        authenticator: known?.isConfirmed === true,
        authenticatorUntil: known?.offAtMs ?? null,
        // Recovery codes stay after a reset has turned the authenticator off, until the owner starts a new one.
        recoveryCodesLeft: known ? await recoveryCodesLeft(db, id) : 0,
        addressBook,
        addressBookUntil: addressBook ? (book?.untilMs ?? null) : null,
        addresses: entries.map((one) => ({
          id: one.id,
          address: one.address,
          label: one.label,
          addedAt: one.addedAtMs,
          usableAt: one.usableAtMs,
        })),
      }
    },
    async startAuthenticator(_, context) {
      const { id, address } = userOf(context)
      const { text, uri } = await startAuthenticator(deps, id, address, context.nowMs)
      return { secret: text, uri }
    },
    async confirmAuthenticator({ code }, context) {
      return { recoveryCodes: await confirmAuthenticator(deps, userOf(context).id, code, context) }
    },
    async endAuthenticator({ code }, context) {
      await endAuthenticator(deps, userOf(context).id, code, context)
      return { ended: true }
    },
    async resetAuthenticator(_, context) {
      const { id, address } = userOf(context)
      const until = await resetAuthenticator(deps, id, context.nowMs)
      // Otherwise a thief with a session and his own authenticator could cancel every reset.
      await deps.endOtherSessions(address, sessionOf(context).id)
      return { until }
    },
    async keepAuthenticator({ code }, context) {
      await keepAuthenticator(deps, userOf(context).id, code, context)
      return { kept: true }
    },
    setAddressBook: ({ on }, context) => switchBook(db, userOf(context).id, on === 1, context.nowMs),
    async addAddress({ destination, label }, context) {
      const given = { address: destination, label }
      const entry = await addAddress(deps, userOf(context), given, context.nowMs)
      return { id: entry.id, usableAt: entry.usableAtMs }
    },
    removeAddress: async ({ id }, context) => ({ removed: await deleteEntry(db, userOf(context).id, id) }),
  }
}
