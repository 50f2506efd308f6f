import { useQuery } from '@tanstack/react-query'
import { call, useCall } from '../../api/api.ts'
import { useConfig } from '../../api/publicConfig.ts'
import type { Finding } from './checkHere.ts'
import { agreesWithLog } from './publicLog.ts'

/** The server writes a receipt when it signs the log, once a minute. */
const SEALING_MS = 5_000

/** An order, its receipt, the result of the check, and the comparison with the public log. */
export function useReceipt(orderId: string) {
  const order = useCall('modifyLimitOrder', { orderId })
  const isFinished = order.data?.order.status === 1
  const file = useCall('getReceipt', { orderId }, { enabled: isFinished, refetchInterval: SEALING_MS })
  const receipt = file.data?.receipt ?? null
  const finding = useFinding(orderId, receipt)
  const agrees = useAgreement(orderId, finding)
  return {
    order: order.data?.order ?? null,
    failure: order.error,
    retry: () => void order.refetch(),
    isFinished,
    isSealing: isFinished && receipt === null && (file.isFetched || file.isError),
    receipt,
    finding,
    agrees,
  }
}

/** Runs the check; its code loads with the first receipt. */
function useFinding(orderId: string, receipt: unknown): Finding | null {
  const config = useConfig()
  const trusted = config && { log: config.logKey, receipts: config.receiptsKey }
  const check = useQuery({
    queryKey: ['receipt.check', orderId, trusted],
    enabled: receipt !== null && receipt !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      const { checkHere } = await import('./checkHere.ts')
      return checkHere(receipt, trusted ?? undefined)
    },
  })
  return check.data ?? null
}

/** Whether the public log agrees: undefined while loading, null when it cannot be checked. */
export type Agreement = boolean | null | undefined

/** Compares with the public log. The requests contain log positions only; nothing names the order. */
function useAgreement(orderId: string, finding: Finding | null): Agreement {
  const receipt = finding?.receipt ?? null
  const agreement = useQuery({
    queryKey: ['receipt.log', orderId],
    enabled: receipt !== null,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      receipt === null
        ? false
        : agreesWithLog(receipt, (input) => call('getLog', input, { quiet: true, signal })),
  })
  return agreement.isPending ? undefined : (agreement.data ?? null)
}
