import { formatAmount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import type { AlertItem, alertRoutes } from '@tickmark/wire/routes/alerts'
import { type Answers, userOf } from '../http/calls/context.ts'
import { addAlert, MOST_WAITING } from './addAlert.ts'
import type { Alert } from './alert.ts'
import type { AlertsDeps } from './ports.ts'
import { deleteAlert, listAlerts } from './store.ts'

/** Maximum number of fired alerts in a list. */
const MOST_FIRED = 20

/** API of a user's price alerts. */
export function alertAnswers(deps: AlertsDeps): Answers<typeof alertRoutes> {
  const { db } = deps.database
  return {
    async getAlerts(_input, context) {
      const list = await listAlerts(db, userOf(context).id, MOST_FIRED)
      return { list: list.map(itemOf), most: MOST_WAITING }
    },
    addAlert: async (given, context) =>
      itemOf(await addAlert(deps, userOf(context).id, given, context.nowMs)),
    removeAlert: async ({ id }, context) => ({ removed: await deleteAlert(db, userOf(context).id, id) }),
  }
}

function itemOf({ id, pid, kind, value, level, side, setAtMs, fired }: Alert): AlertItem {
  return {
    id,
    pid,
    symbol: productById(pid)?.symbol ?? '',
    kind,
    value,
    level: formatAmount(level),
    side,
    setAt: setAtMs,
    firedAt: fired?.atMs ?? null,
    firedPrice: fired ? formatAmount(fired.price) : null,
  }
}
