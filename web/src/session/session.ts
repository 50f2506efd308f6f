import { isRecord } from '@tickmark/core/json'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@tickmark/texts/languages'
import { BOOK_KEY, DRAWING_KEY, LOAN_KEY } from '@tickmark/wire/legacy/storageKeys'
import type { ReplyOf } from '@tickmark/wire/call'
import type { accountRoutes } from '@tickmark/wire/routes/accounts'
import type { WalletType } from '@tickmark/client/wallets/wallet.ts'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept, keptJson } from '@tickmark/client/storage.ts'

/** 0: the real account; 1: the simulated one. Sent as the claim `book` of a request. */
export type BookId = 0 | 1
export type { WalletType }
export type ServerSession = NonNullable<ReplyOf<typeof accountRoutes.session>['session']>

/** The page's user and account. The address is only a hint stored here; the server's session proves it. */
export interface Session {
  address: string | null
  walletType: WalletType | null
  book: BookId
  language: Language
  /** The server's session: undefined until known, null without one. */
  server: ServerSession | null | undefined
}

const session = createStore<Session>({
  address: kept('address'),
  walletType: walletTypeOf(kept('walletType')),
  book: kept(BOOK_KEY) === '0' ? 0 : 1,
  language: languageOf(kept('language')),
  server: undefined,
})

export const followSession = session.follow

/** The current session, for code outside components. */
export function sessionNow(): Session {
  return session.get()
}

/** The session as a hook. */
export function useSession(): Session {
  return useStore(session)
}

/** Whether the server answers personal calls. */
export function isSignedIn(one: Session = session.get()): boolean {
  return one.server?.registered === true
}

/** The session, once the server has said whether there is one. */
export function knownSession(): Promise<Session> {
  if (session.get().server !== undefined) return Promise.resolve(session.get())
  return new Promise((done) => {
    const stop = session.follow(() => {
      if (session.get().server === undefined) return
      stop()
      done(session.get())
    })
  })
}

/** Storage key of `unsignedSession.ts`, which is not part of the first screen. */
export const UNSIGNED_KEY = 'unsignedSession'
/** Storage key of `signedInAs.ts`, which is not part of it either. */
export const SIGNED_IN_KEY = 'signedInAs'

/** Stores the server's session. Its address replaces the stored one. */
export function setServerSession(server: ServerSession | null): void {
  const now = session.get()
  keep('session', server && JSON.stringify(server))
  if (!server) return session.set({ ...now, server: null })
  const walletType: WalletType = server.walletType === 2 ? 2 : 1
  keep('address', server.address)
  keep('walletType', String(walletType))
  const book = allowedBook(now.book, server.books)
  keep(BOOK_KEY, String(book))
  session.set({ ...now, address: server.address, walletType, book, server })
}

/** Stores an address that a wallet showed without a signature: only a hint. */
export function setAddressHint(address: string, walletType: WalletType): void {
  keep('address', address)
  keep('walletType', String(walletType))
  session.set({ ...session.get(), address, walletType })
}

/** Clears the server's session but keeps the address, so that signing in again takes one tap. */
export function clearServerSession(): void {
  setServerSession(null)
}

/** Clears the address and everything stored about it: the user left, or the wallet switched accounts. */
export function forgetAddress(): void {
  for (const place of [LOAN_KEY, DRAWING_KEY, UNSIGNED_KEY, SIGNED_IN_KEY, 'address', 'walletType'])
    keep(place, null)
  setServerSession(null)
  session.set({ ...session.get(), address: null, walletType: null })
}

/** Runs whenever the user leaves or another account takes over, with the address from then on. */
export function whenOwnerLeaves(run: (address: string | null) => void): void {
  let owner = session.get().address
  followSession(() => {
    const { address, server } = session.get()
    if (server === null || address !== owner) run(address)
    owner = address
  })
}

/** Whether this device still has this page's session: another tab may have left, or signed in with another account. */
export function isSessionKept(): boolean {
  const there = keptJson('session')
  const { server } = session.get()
  return isRecord(there) && there['address'] === server?.address
}

/** Switches to an account; returns false when already there or not allowed. */
export function setBook(book: BookId): boolean {
  const now = session.get()
  if (now.book === book || allowedBook(book, now.server?.books) !== book) return false
  keep(BOOK_KEY, String(book))
  session.set({ ...now, book })
  return true
}

/** New visitors start in the simulated account on a sandbox, and in the real one on a live server. */
export function startInDefaultBook(mode: 'sandbox' | 'live'): void {
  if (kept(BOOK_KEY) === null && mode === 'live') session.set({ ...session.get(), book: 0 })
}

/** Stores the language of texts and calls; i18n.ts changes the page. */
export function keepLanguage(language: Language): void {
  keep('language', language)
  session.set({ ...session.get(), language })
}

function allowedBook(book: BookId, books: readonly number[] | undefined): BookId {
  if (!books || books.includes(book)) return book
  return books.includes(1) ? 1 : 0
}

function languageOf(text: string | null): Language {
  return text !== null && isLanguage(text) ? text : DEFAULT_LANGUAGE
}

function walletTypeOf(text: string | null): WalletType | null {
  return text === '1' ? 1 : text === '2' ? 2 : null
}
