import { useQuery } from '@tanstack/react-query'
import { queries, query } from '../api/api.ts'
import type { OrderItem } from './orderState.ts'
import { useSession } from '../session/session.ts'

const ENTERING_MS = 1_000
const WAITING_MS = 15_000

/** The user's open orders, newest first; polled every second while one of them has no entry price. */
export function useOpenOrders() {
  useSession()
  const options = query('getMyLimitOrders', { status: 0, pageSize: 50 })
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data?.list.some(isEntering) ? ENTERING_MS : WAITING_MS),
  })
}

function isEntering(order: OrderItem): boolean {
  return order.entryPrice === null
}

/** Adds a newly placed order to the open ones at once. */
export function addOpenOrder(order: OrderItem): void {
  const { queryKey } = query('getMyLimitOrders', { status: 0, pageSize: 50 })
  queries.setQueryData(queryKey, (known) => {
    const rest = known?.list.filter((one) => one.orderId !== order.orderId) ?? []
    return { list: [order, ...rest], total: rest.length + 1 }
  })
}
