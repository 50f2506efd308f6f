import { useCall } from '../../api/api.ts'
import { useSession } from '../../session/session.ts'
import { useOwnReceipt } from '../../receipts/useOrderCheck.ts'
import { useChecks } from '../../receipts/useChecks.ts'

/** An order, its receipt, the result of the check, and the comparison with the public log. */
export function useReceipt(orderId: string) {
  const order = useCall('modifyLimitOrder', { orderId })
  const isFinished = order.data?.order.status === 1
  const file = useOwnReceipt(orderId, isFinished)
  const receipt = file.data?.receipt ?? null
  const checks = useChecks(orderId, receipt, { own: useSession().server })
  return {
    order: order.data?.order ?? null,
    failure: order.error,
    retry: () => void order.refetch(),
    isFinished,
    isSealing: isFinished && receipt === null && (file.isFetched || file.isError),
    receipt,
    witnessed: file.data?.witnessed ?? null,
    shared: file.data?.shared ?? null,
    ...checks,
  }
}
