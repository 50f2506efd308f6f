import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import type { ConsolePart, Hit } from '../../module/consolePart.ts'
import type { PayingChains } from '../withdrawal/ports.ts'
import { findWithdrawals, overdueWithdrawals, stuckWithdrawals, waitingForOperators } from './consoleStore.ts'
import { openHolds } from './holdStore.ts'

/** Hits of one search. */
const MOST = 5

/**
 * Withdrawals on the operators' console: the queues of those awaiting operators, of stuck and overdue ones and of holds, and search
 * by id, transaction or address.
 */
export function withdrawalConsolePart(chains: Pick<PayingChains, 'all'>): ConsolePart {
  return {
    async queues(reader, nowMs) {
      return [
        { name: 'withdrawals', ...(await waitingForOperators(reader)) },
        { name: 'withdrawalsStuck', ...(await stuckWithdrawals(reader, { chains, nowMs })) },
        { name: 'withdrawalsOverdue', ...(await overdueWithdrawals(reader, nowMs)) },
        { name: 'securityHolds', ...(await openHolds(reader, nowMs)) },
      ]
    },
    search,
  }
}

async function search(reader: Reader, text: string): Promise<Hit[]> {
  const found = await findWithdrawals(reader, text, MOST)
  return found.map(({ id, amount, currencyId, to }) => ({
    kind: 'withdrawal',
    id,
    label: `${formatAmount(amount)} ${currencyById(currencyId)?.code ?? ''} → ${to}`,
  }))
}
