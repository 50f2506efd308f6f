import { currencyById } from '@tickmark/core/money/currencies'
import type { InputOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { Refused } from '../http/calls/refused.ts'
import type { Owner } from '../module/funds.ts'
import type { WalletDeps } from './ports.ts'
import { parsePlace, statementOf } from './statement.ts'

/** A page of a user's statement, as a call requests it. */
export async function statementAsked(
  deps: WalletDeps,
  owner: Owner,
  { currencyId, kind, from, to, pageSize, after: place }: InputOf<(typeof walletRoutes)['getStatement']>,
) {
  if (!currencyById(currencyId)) throw new Refused('currency_unknown')
  const after = place === undefined ? null : parsePlace(place)
  if (!after && place !== undefined) throw new Refused('bad_request')
  const span = { fromMs: from, toMs: Math.max(from, to), after, most: pageSize }
  return statementOf(deps, { ...owner, currencyId, kind, ...span })
}
