import { useSession } from '../../../session/session.ts'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { useIsReturning } from '../../../wallets/reconnect.ts'

const put = createStore(false)

/** Hides the join hint until the page is closed or reloaded. */
export function putHintAway(): void {
  put.set(true)
}

/** Whether the join hint is shown: to visitors, until they join or hide it. */
export function useJoinHintOpen(): boolean {
  const { server } = useSession()
  const returning = useIsReturning()
  const isPut = useStore(put)
  return !isPut && (server === null || (server === undefined && !returning))
}
