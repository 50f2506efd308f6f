import { accountId, HOUSE } from '@tickmark/core/ledger/accounts'
import { currencyById } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { sandboxBankroll } from '../../ledger/grants.ts'
import { exposureLimitsOn } from './exposureLimits.ts'

/** The limits of a sandbox after its first start. */
export const exposureLimits = exposureLimitsOn(
  (currencyId) => {
    const currency = currencyById(currencyId)
    return currency ? sandboxBankroll(currency) : 0n
  },
  sandboxBankroll,
  () => null,
)

/** Sets the real book's USDT escrow for open orders to this amount, past the guards, because real orders would be many. */
export function setExposure(db: Db, profit: Amount): Promise<void> {
  const escrow = accountId({ owner: HOUSE, book: 'real', currency: 1, kind: 'escrow' })
  return transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from account where id = ${escrow}`.execute(tx)
    if (profit > 0n) await sql`insert into account values (${escrow}, ${profit}, 0, ${profit})`.execute(tx)
  })
}
