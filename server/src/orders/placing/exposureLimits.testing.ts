import { currencyById } from '@tickmark/core/money/currencies'
import { sandboxBankroll } from '../../ledger/grants.ts'
import { exposureLimitsOn } from './exposureLimits.ts'

/** The limits of a sandbox after its first start. */
export const exposureLimits = exposureLimitsOn((currencyId) => {
  const currency = currencyById(currencyId)
  return currency ? sandboxBankroll(currency) : 0n
}, sandboxBankroll)
