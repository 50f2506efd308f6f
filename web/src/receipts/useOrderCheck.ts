import { type Reply, useCall } from '../api/api.ts'
import { useSession } from '../session/session.ts'
import { provesShown, type ShownResult } from './provesShown.ts'
import { stampOf, type StampKind } from './stampOf.ts'
import { type Checks, useChecks } from './useChecks.ts'

/** The server has a receipt once the entries that decide it are in a signed head of the log, within a second. */
const SEALING_MS = 1_000

/** The receipt of an own finished order, asked for until it is there. */
export function useOwnReceipt(orderId: string, isFinished: boolean) {
  const refetchInterval = (last?: Reply<'getReceipt'>) => (last?.receipt ? false : SEALING_MS)
  return useCall('getReceipt', { orderId }, { enabled: isFinished, refetchInterval })
}

/** What the page says of an own order's receipt. `otherFigures`: it proves others than the page was given. */
export type OwnStampKind = StampKind | 'otherFigures'

/** What this device finds about an own finished order: the same check, and the same words, as on its receipt. */
export function useOrderCheck(order: ShownResult): OwnStampKind {
  const { orderId } = order
  const file = useOwnReceipt(orderId, true)
  return ownStampOf(order, useChecks(orderId, file.data?.receipt ?? null, { own: useSession().server }))
}

/** Joins what was found about the receipt with a comparison of its figures with those that the page shows. */
export function ownStampOf(
  shown: ShownResult,
  { finding, agrees, kept }: Omit<Checks, 'keys'>,
): OwnStampKind {
  const proved = finding && finding.verdict !== 'broken' ? finding.summary : undefined
  return proved && !provesShown(shown, proved) ? 'otherFigures' : stampOf(finding, agrees, kept)
}
