import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/api.ts'
import { useConfig } from '../../../api/publicConfig.ts'
import type { Session } from '../../../session/session.ts'
import type { KeptAgreement } from '../../../watch/compareHeads.ts'
import { closingOf } from '../../../watch/askStore.ts'
import { promiseOf } from '../../../watch/promiseStore.ts'
import type { Finding } from './checkHere.ts'
import { agreesWithLog } from './publicLog.ts'

/** A comparison without a result is made again: the house may answer, or the device have a network. */
const COMPARING_MS = 5_000

/** What this device finds about a receipt. */
export interface Checks {
  /** Null while the check runs, and without a receipt. */
  finding: Finding | null
  agrees: Agreement
  /** Undefined while the comparison runs. */
  kept: KeptAgreement | undefined
}

/**
 * Checks a receipt, and compares it with the public log and with the heads on this device. `own` is
 * the session of a reader whose order it is; `name` is then the order's id. Results are kept by the receipt's content.
 */
export function useChecks(name: string, receipt: unknown, own?: Session['server']): Checks {
  const finding = useFinding(name, receipt, own)
  const agrees = useAgreement(finding)
  const kept = useKeptHeads(finding)
  return { finding, agrees, kept }
}

/** Runs the check; its code loads with the first receipt. */
function useFinding(name: string, receipt: unknown, own: Session['server'] | undefined): Finding | null {
  const config = useConfig()
  const trusted = config && {
    origin: config.logOrigin,
    log: config.logKey,
    receipts: config.receiptsKey,
    site: location.host,
  }
  const check = useQuery({
    queryKey: ['receipt.check', name, receipt, trusted, own?.address ?? null],
    enabled: receipt !== null && receipt !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      const [{ checkHere }, { ownerHere }] = await Promise.all([
        import('./checkHere.ts'),
        import('../../../wallets/sessionKey.ts'),
      ])
      // The house also says whose session it is, but a receipt is checked against the house.
      const owner = own ? ((await ownerHere(own.key)) ?? own.address) : undefined
      const known = trusted ? { ...trusted, ...(owner !== undefined && { owner }) } : undefined
      const kept = own ? { promise: await promiseOf(name), closing: await closingOf(name) } : null
      return checkHere(receipt, known, kept)
    },
  })
  return check.data ?? null
}

/** The comparison of the receipt's head of the log with those that this device keeps; undefined while it runs. */
function useKeptHeads(finding: Finding | null): KeptAgreement | undefined {
  const receipt = finding?.receipt ?? null
  const compared = useQuery({
    queryKey: ['receipt.heads', receipt?.checkpoint],
    enabled: receipt !== null,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) =>
      data === 'agrees' || data === 'differs' ? false : COMPARING_MS,
    queryFn: async () => {
      const { startWatch } = await import('../../../watch/startWatch.ts')
      return receipt === null ? 'unwatched' : startWatch().compare(receipt.checkpoint)
    },
  })
  return compared.isError ? 'unproved' : compared.data
}

/** Whether the public log agrees: undefined while loading, null when it cannot be checked. */
export type Agreement = boolean | null | undefined

/** Compares with the public log. The requests contain log positions only; nothing names the order. */
function useAgreement(finding: Finding | null): Agreement {
  const receipt = finding?.receipt ?? null
  const agreement = useQuery({
    queryKey: ['receipt.log', receipt?.segments],
    enabled: receipt !== null,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      receipt === null
        ? false
        : agreesWithLog(receipt, (input) => call('getLog', input, { quiet: true, signal })),
  })
  return agreement.isPending ? undefined : (agreement.data ?? null)
}
