import { useQuery } from '@tanstack/react-query'
import { call, type Reply, useCall } from '../../api/api.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { useSession } from '../../session/session.ts'
import type { KeptAgreement } from '../../watch/compareHeads.ts'
import type { Finding } from './checkHere.ts'
import { agreesWithLog } from './publicLog.ts'

/** The server has a receipt once the entries that decide it are in a signed head of the log, within a second. */
const SEALING_MS = 5_000
/** A comparison without a result is made again: the house may answer, or the device have a network. */
const COMPARING_MS = 5_000

/** An order, its receipt, the result of the check, and the comparison with the public log. */
export function useReceipt(orderId: string) {
  const order = useCall('modifyLimitOrder', { orderId })
  const isFinished = order.data?.order.status === 1
  const refetchInterval = (last?: Reply<'getReceipt'>) => (last?.receipt ? false : SEALING_MS)
  const file = useCall('getReceipt', { orderId }, { enabled: isFinished, refetchInterval })
  const receipt = file.data?.receipt ?? null
  const finding = useFinding(orderId, receipt)
  const agrees = useAgreement(orderId, finding)
  const kept = useKeptHeads(orderId, finding)
  return {
    order: order.data?.order ?? null,
    failure: order.error,
    retry: () => void order.refetch(),
    isFinished,
    isSealing: isFinished && receipt === null && (file.isFetched || file.isError),
    receipt,
    finding,
    agrees,
    kept,
  }
}

/** Runs the check; its code loads with the first receipt. */
function useFinding(orderId: string, receipt: unknown): Finding | null {
  const config = useConfig()
  const { server } = useSession()
  const trusted = config && {
    origin: config.logOrigin,
    log: config.logKey,
    receipts: config.receiptsKey,
    site: location.host,
  }
  const check = useQuery({
    queryKey: ['receipt.check', orderId, trusted, server?.address ?? null],
    enabled: receipt !== null && receipt !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      const [{ checkHere }, { ownerHere }] = await Promise.all([
        import('./checkHere.ts'),
        import('../../wallets/sessionKey.ts'),
      ])
      // The house also says whose session it is, but a receipt is checked against the house.
      const owner = (await ownerHere(server?.key ?? null)) ?? server?.address
      return checkHere(receipt, trusted ? { ...trusted, ...(owner !== undefined && { owner }) } : undefined)
    },
  })
  return check.data ?? null
}

/** The comparison of the receipt's head of the log with those that this device keeps; undefined while it runs. */
function useKeptHeads(orderId: string, finding: Finding | null): KeptAgreement | undefined {
  const receipt = finding?.receipt ?? null
  const compared = useQuery({
    queryKey: ['receipt.heads', orderId],
    enabled: receipt !== null,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) =>
      data === 'agrees' || data === 'differs' ? false : COMPARING_MS,
    queryFn: async () => {
      const { startWatch } = await import('../../watch/startWatch.ts')
      return receipt === null ? 'unwatched' : startWatch().compare(receipt.checkpoint)
    },
  })
  return compared.isError ? 'unproved' : compared.data
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
