import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/api.ts'
import { useOpenOrders } from '../../../entities/openOrders.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'

/** Polling interval while the result is late. */
const LATE_MS = 1_500

/** One order by id: from the open orders while it runs; from its result when `ended`, or when it is no longer open. */
export function useOrder(orderId: string, ended: boolean) {
  const session = useSession()
  const open = useOpenOrders()
  const listed = open.data?.list.find((one) => one.orderId === orderId)
  const result = useQuery({
    ...query('modifyLimitOrder', { orderId }),
    enabled:
      isSignedIn(session) &&
      needsResult({ ended, isListed: listed !== undefined, isListKnown: open.isFetched }),
    refetchInterval: (now) => (ended && now.state.data?.net === null ? LATE_MS : false),
  })
  const settled = result.data && result.data.net !== null ? result.data : null
  const found: OrderItem | undefined = settled?.order ?? listed ?? result.data?.order
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return {
    order: found ?? last,
    /** Net result in decimals, once known. */
    income: settled?.net ?? null,
    isLate: ended && result.isFetched && !settled,
    failure: result.error ?? open.error,
    retry: () => void Promise.all([open.refetch(), result.refetch()]),
  }
}

/** Whether an order's result is asked for: when it ended, or when the open orders are known and it is not among them. */
export function needsResult({
  ended,
  isListed,
  isListKnown,
}: Record<'ended' | 'isListed' | 'isListKnown', boolean>): boolean {
  return ended || (isListKnown && !isListed)
}
