import * as client from '@tickmark/client/moneyCall.ts'
import { useRef } from 'react'
import { sessionNow } from '../session/session.ts'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'
import { call, type Given, type Reply } from './api.ts'

/** Calls that start something. An unanswered one is kept over a reload. */
type KeptCall = 'cash_out' | 'currencyExchange' | 'createLimitOrder' | 'loanApply' | 'orderConfirmation'
/** Calls about something on screen. An unanswered one is kept only while its screen is mounted. */
type ShownCall = 'closeLimitOrder' | 'cancelWithdrawal' | 'resetSimulated' | 'repayLoan' | 'exitHosting'

/** A call that moves money for the current user, kept in this tab until its outcome is known. Shows nothing itself. */
export function useMoneyCall<N extends KeptCall>(name: N) {
  return client.useMoneyCall(() => keptCalls(name))
}

/** The same, but kept only while the component is mounted. */
export function useShownMoneyCall<N extends ShownCall>(name: N) {
  const kept = useRef<client.PendingCall<Given<N>> | null>(null)
  return client.useMoneyCall(() =>
    storeOf(name, { kept: () => kept.current, keep: (pending) => void (kept.current = pending) }),
  )
}

/** Where this tab keeps a call with unknown outcome: one entry for each call, account and book. */
export function keptCalls<N extends KeptCall>(name: N): client.PendingCallStore<Given<N>, Reply<N>> {
  const { address, book } = sessionNow()
  const place = `tickmark.attempt.${name}.${address ?? ''}.${book}`
  return storeOf(name, {
    kept: () => client.readPending<Given<N>>(keptInTab(place)),
    keep: (pending) => keepInTab(place, pending),
  })
}

/** Forgets a call without an answer whose outcome is known by other means. */
export function dropKeptCall<N extends KeptCall>(name: N, isIt: (body: Given<N>) => boolean): void {
  const store = keptCalls(name)
  const left = store.kept()
  if (left && isIt(left.body)) store.keep(null)
}

function storeOf<N extends KeptCall | ShownCall>(
  name: N,
  place: Pick<client.PendingCallStore<Given<N>, Reply<N>>, 'keep' | 'kept'>,
): client.PendingCallStore<Given<N>, Reply<N>> {
  return { ...place, send: (body, idempotencyKey) => call(name, body, { quiet: true, idempotencyKey }) }
}
