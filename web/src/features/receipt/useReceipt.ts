import { type Reply, useCall } from '../../api/api.ts'
import { useSession } from '../../session/session.ts'
import { useChecks } from './checks/useChecks.ts'

/** The server has a receipt once the entries that decide it are in a signed head of the log, within a second. */
const SEALING_MS = 5_000

/** An order, its receipt, the result of the check, and the comparison with the public log. */
export function useReceipt(orderId: string) {
  const order = useCall('modifyLimitOrder', { orderId })
  const isFinished = order.data?.order.status === 1
  const refetchInterval = (last?: Reply<'getReceipt'>) => (last?.receipt ? false : SEALING_MS)
  const file = useCall('getReceipt', { orderId }, { enabled: isFinished, refetchInterval })
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
