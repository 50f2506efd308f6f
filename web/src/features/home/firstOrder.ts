import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'
import { useCall } from '../../api/api.ts'
import { useOpenOrders } from '../../entities/openOrders.ts'
import { isSignedIn, useSession } from '../../session/session.ts'

const KEY = 'firstOrder'

const isPut = createStore(kept(KEY) !== null)

/** Hides the card about the first order for good. */
export function putFirstOrderAway(): void {
  keep(KEY, 'put')
  isPut.set(true)
}

/**
 * Whether a card leads the user to his first order: while the simulated account is shown and has none, open or finished.
 * Null until that is known.
 */
export function useIsFirstOrder(): boolean | null {
  const session = useSession()
  const put = useStore(isPut)
  const mayBe = isSignedIn(session) && session.book === 1 && !put
  const open = useOpenOrders()
  const finished = useCall('getMyLimitOrders', { status: 1, pageSize: 1 }, { enabled: mayBe })
  if (!mayBe || open.isError || finished.isError) return false
  if (!open.data || !finished.data) return null
  return open.data.total === 0 && finished.data.total === 0
}
