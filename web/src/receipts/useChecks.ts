import { useQuery } from '@tanstack/react-query'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { areKeysOf, type HouseKeys, type Receipt } from '@tickmark/core/receipts/receipts'
import { call } from '../api/api.ts'
import type { Session } from '../session/session.ts'
import type { KeptAgreement } from '../watch/compareHeads.ts'
import { closingOf } from '../watch/promises/kept/askStore.ts'
import { promiseOf } from '../watch/promises/kept/promiseStore.ts'
import type { Finding } from './checkHere.ts'
import { agreesWithLog } from './publicLog.ts'

/** Interval for repeating a comparison without a result: the house may answer, or the network return. */
const COMPARING_MS = 5_000

/** This device's findings about a receipt. */
export interface Checks {
  /** The house's keys from the watched log that the receipt was compared with; null when there are none. */
  keys: HouseKeys | null
  /** Null while the check runs, and without a receipt. */
  finding: Finding | null
  agrees: Agreement
  /** Undefined while the comparison runs. */
  kept: KeptAgreement | undefined
}

/** The page's knowledge about the reader of a receipt. */
interface Reader {
  /** The session of the order's owner; the receipt's name is then the order's id. */
  own?: Session['server']
  /** Hash of the order's ticket from another source, such as the link; '' when there is none. */
  ticket?: string
}

/**
 * Checks a receipt, and compares it with the public log and with the heads on this device. Results are cached by the
 * receipt's content.
 */
export function useChecks(name: string, receipt: unknown, reader: Reader): Checks {
  const { finding, keys } = useFinding(name, receipt, reader)
  const agrees = useAgreement(finding)
  const kept = useKeptHeads(finding)
  return { finding, keys, agrees, kept }
}

/** Runs the check; its code loads with the first receipt. */
function useFinding(
  name: string,
  receipt: unknown,
  { own, ticket = '' }: Reader,
): Pick<Checks, 'finding' | 'keys'> {
  const check = useQuery({
    queryKey: findingKey(name, receipt, { own, ticket }),
    enabled: receipt !== null && receipt !== undefined,
    staleTime: Infinity,
    networkMode: 'always',
    // Keys may arrive later, when the log answers.
    refetchInterval: ({ state: { data } }) => (data && !data.keys ? COMPARING_MS : false),
    queryFn: async () => {
      // The house may never answer.
      const keys = await Promise.race([keysFor(receipt), afterMs(COMPARING_MS, null)])
      const [{ checkHere }, { ownerHere }] = await Promise.all([
        import('./checkHere.ts'),
        import('../wallets/sessionKey.ts'),
      ])
      // The house also names the session's owner, but the receipt is checked against the house: so this browser's own
      // record comes first.
      const owner = own ? ((await ownerHere(own.key)) ?? own.address) : undefined
      const site = { site: location.host, ...(owner !== undefined && { owner }) }
      const linked = ticket === '' ? {} : { ticket }
      const known =
        keys || own || ticket !== '' ? { ...keys, ...(keys || own ? site : {}), ...linked } : undefined
      const kept = own ? { promise: await promiseOf(name), closing: await closingOf(name) } : null
      return { finding: checkHere(receipt, known, kept), keys }
    },
  })
  return check.data ?? { finding: null, keys: null }
}

/** The key under which a finding is kept: it changes with everything that the check depends on. */
export function findingKey(name: string, receipt: unknown, { own, ticket = '' }: Reader) {
  return ['receipt.check', name, receipt, own?.address ?? null, ticket] as const
}

function afterMs<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms))
}

/** The keys of the watched log. A receipt with other keys may follow a change of keys, which the log then shows. */
async function keysFor(receipt: unknown): Promise<HouseKeys | null> {
  const { loggedKeys } = await import('../watch/houseKeys.ts')
  const keys = await loggedKeys(false)
  const named = parseReceipt(receipt)?.keys
  return keys && named && !areKeysOf(named, keys) ? loggedKeys(true) : keys
}

/** The keys of the two comparisons: each changes with all that it compares. */
export function headsKey(receipt: Pick<Receipt, 'checkpoint'> | null) {
  return ['receipt.heads', receipt?.checkpoint] as const
}
export function agreementKey(receipt: Pick<Receipt, 'segments'> | null) {
  return ['receipt.log', receipt?.segments] as const
}

/** Compares the receipt's head of the log with those kept on this device; undefined while it runs. */
function useKeptHeads(finding: Finding | null): KeptAgreement | undefined {
  const receipt = finding?.receipt ?? null
  const compared = useQuery({
    queryKey: headsKey(receipt),
    enabled: receipt !== null,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) =>
      data === 'agrees' || data === 'differs' ? false : COMPARING_MS,
    queryFn: async () => {
      const { startWatch } = await import('../watch/startWatch.ts')
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
    queryKey: agreementKey(receipt),
    enabled: receipt !== null,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      receipt === null
        ? false
        : agreesWithLog(receipt, (input) => call('getLog', input, { quiet: true, signal })),
  })
  return agreement.isPending ? undefined : (agreement.data ?? null)
}
