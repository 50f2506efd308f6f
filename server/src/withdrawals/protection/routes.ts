import type { protectionRoutes } from '@tickmark/wire/routes/protection'
import { sessionOf, userOf, type Answers } from '../../http/calls/context.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { addAddress, isBookOn, switchBook } from './addressBook.ts'
import { confirmAuthenticator, endAuthenticator, startAuthenticator } from './authenticator.ts'
import { bookEntries, bookSwitch, deleteEntry } from './bookStore.ts'
import { authenticatorOf, recoveryCodesLeft } from './protectionStore.ts'
import { keepAuthenticator, resetAuthenticator } from './resetAuthenticator.ts'

/** The user's door to what protects the own withdrawals. */
export function protectionAnswers(deps: WithdrawalDeps): Answers<typeof protectionRoutes> {
  const { db } = deps.database
  return {
    async getProtection(_, ask) {
      const { id } = userOf(ask)
      const book = await bookSwitch(db, id)
      const addressBook = isBookOn(book, ask.nowMs)
      const entries = await bookEntries(db, id)
      const known = await authenticatorOf(db, id, ask.nowMs)
      return {
        authenticator: known?.isConfirmed === true,
        authenticatorUntil: known?.offAtMs ?? null,
        // Those of an authenticator that a reset turned off are there until it is started anew.
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
    async startAuthenticator(_, ask) {
      const { id, address } = userOf(ask)
      const { text, uri } = await startAuthenticator(deps, id, address, ask.nowMs)
      return { secret: text, uri }
    },
    async confirmAuthenticator({ code }, ask) {
      return { recoveryCodes: await confirmAuthenticator(deps, userOf(ask).id, code, ask.nowMs) }
    },
    async endAuthenticator({ code }, ask) {
      await endAuthenticator(deps, userOf(ask).id, code, ask.nowMs)
      return { ended: true }
    },
    async resetAuthenticator(_, ask) {
      const { id, address } = userOf(ask)
      const until = await resetAuthenticator(deps, id, ask.nowMs)
      // A thief with a session and an authenticator of his own could call the reset off as often as it begins.
      await deps.endOtherSessions(address, sessionOf(ask).id)
      return { until }
    },
    async keepAuthenticator({ code }, ask) {
      await keepAuthenticator(deps, userOf(ask).id, code, ask.nowMs)
      return { kept: true }
    },
    setAddressBook: ({ on }, ask) => switchBook(db, userOf(ask).id, on === 1, ask.nowMs),
    async addAddress({ destination, label }, ask) {
      const given = { address: destination, label }
      const entry = await addAddress(deps, userOf(ask), given, ask.nowMs)
      return { id: entry.id, usableAt: entry.usableAtMs }
    },
    removeAddress: async ({ id }, ask) => ({ removed: await deleteEntry(db, userOf(ask).id, id) }),
  }
}
