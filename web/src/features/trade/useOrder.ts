import { useEffect, useState } from 'react'
import { useCall } from '../../api.ts'
import { useOpenOrders } from '../../openOrders.ts'
import type { OrderItem } from '../../orderStanding.ts'

/** How often the result is asked for again while it is late. */
const LATE_MS = 1_500

/** One order by its id: from the open ones while it runs, from its result when `ended` or when it is no longer open. */
export function useOrder(orderId: string, ended: boolean) {
  const open = useOpenOrders()
  const listed = open.data?.list.find((one) => one.orderId === orderId)
  const [late, setLate] = useState(false)
  const result = useCall(
    'modifyLimitOrder',
    { orderId },
    { enabled: ended || (!listed && open.isFetched), ...(late && { refetchInterval: LATE_MS }) },
  )
  const settled = result.data && result.data.closingprofit !== null ? result.data : null
  const isLate = ended && result.isFetched && !settled
  useEffect(() => setLate(isLate), [isLate])

  const found: OrderItem | undefined = settled?.order ?? listed ?? result.data?.order
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return {
    order: found ?? last,
    /** Net result in decimals, once it is known. */
    income: settled?.closingprofit ?? null,
    isLate,
    failure: result.error ?? open.error,
    retry: () => void Promise.all([open.refetch(), result.refetch()]),
  }
}
