import { useSession } from '../../../session/session.ts'
import { createStore, useStore } from '../../../state/observable.ts'
import { useIsReturning } from '../../../wallets/reconnect.ts'

const put = createStore(false)

/** Puts the join hint away for as long as the page lives. */
export function putHintAway(): void {
  put.set(true)
}

/** Whether the join hint stands over the list: for a visitor, until one joins or puts it away. */
export function useJoinHintOpen(): boolean {
  const { server } = useSession()
  const returning = useIsReturning()
  const isPut = useStore(put)
  return !isPut && (server === null || (server === undefined && !returning))
}
