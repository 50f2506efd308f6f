import { type Reply, useCall } from '../api/api.ts'
import { useSession } from '../session/session.ts'
import { provesShown, type ShownResult } from './provesShown.ts'
import { stampOf, type StampKind } from './stampOf.ts'
import { type Checks, useChecks } from './useChecks.ts'

/**
 * Polling interval: the server has a receipt once the deciding entries are in a signed head of the log, within a
 * second.
 */
const SEALING_MS = 1_000

/** The receipt of a finished order of this user, polled until it exists. */
export function useOwnReceipt(orderId: string, isFinished: boolean) {
  const refetchInterval = (last?: Reply<'getReceipt'>) => (last?.receipt ? false : SEALING_MS)
  return useCall('getReceipt', { orderId }, { enabled: isFinished, refetchInterval })
}

/**
 * The page's verdict on the receipt of its user's order. `otherFigures`: it proves other figures than the page was
 * given.
 */
export type OwnStampKind = StampKind | 'otherFigures'

/** This device's finding about a finished order of this user: the same check and words as on its receipt. */
export function useOrderCheck(order: ShownResult): OwnStampKind {
  const { orderId } = order
  const file = useOwnReceipt(orderId, true)
  return ownStampOf(order, useChecks(orderId, file.data?.receipt ?? null, { own: useSession().server }))
}

/** Joins the finding about the receipt with a comparison of its figures with those on the page. */
export function ownStampOf(
  shown: ShownResult,
  { finding, agrees, kept }: Omit<Checks, 'keys'>,
): OwnStampKind {
  const proved = finding && finding.verdict !== 'broken' ? finding.summary : undefined
  return proved && !provesShown(shown, proved) ? 'otherFigures' : stampOf(finding, agrees, kept)
}
