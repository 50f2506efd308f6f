import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Given } from '../../../api/api.ts'
import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { useMoneyCall } from '../../../api/moneyCall.ts'
import { addOpenOrder } from '../../../entities/openOrders.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

type PlaceBody = Given<'createLimitOrder'>

interface PlaceOrder {
  /** From the press until the answer, also while a quote is renewed. */
  busy: boolean
  /** Sends nothing when a press is under way already, or when the body is null. */
  send(bodyNow: () => PlaceBody | null | Promise<PlaceBody | null>): Promise<OrderItem | 'failed' | 'nothing'>
}

/** Sends orders. On failure shows the server's message; the caller closes its sheet. */
export function usePlaceOrder(): PlaceOrder {
  const { t } = useTranslation('trade')
  const placing = useMoneyCall('createLimitOrder')

  const send: PlaceOrder['send'] = async (bodyNow) => {
    const placed = await placing.send(bodyNow)
    if (placed.kind === 'failed') toast(placed.failure.message, { tone: 'wrong', ...behind(placed.failure) })
    if (placed.kind !== 'done') return placed.kind
    if (placed.isEarlier) toast(t('earlierPlaced'))
    addOpenOrder(placed.answer.order)
    return placed.answer.order
  }

  return { busy: placing.busy, send }
}

/**
 * The page that shows which of the user's own limits refused the order: a limit with value and use, or a pause and its
 * end.
 */
function behind({ code }: CallFailed): { href?: string } {
  if (code.startsWith('limit_')) return { href: hrefTo.limits() }
  return code === 'on_break' || code === 'excluded' ? { href: hrefTo.noPermission() } : {}
}
