import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { Direction } from '@tickmark/core/orders/terms'
import { useEffect, useState } from 'react'
import { useCall, type Reply } from '../../../api/api.ts'
import { useSession } from '../../../session/session.ts'
import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'
import {
  draftOf,
  initial,
  problems,
  reduce,
  summary,
  type OrderChange,
  type OrderFacts,
} from './orderForm.ts'
import { DRAFT, followPrefill } from './prefill.ts'

export type Offers = Reply<'getTimeAccountCurrency'>
export type RangeOption = Offers['ranges'][number]
export type CurrencyOption = Offers['currencies'][number]

/** Quotes are valid for 15 s. New ones are fetched well before; the chosen range keeps its index. */
const RENEW_MS = 9_000
/** Age at which a quote is no longer sent: it could expire on the way. */
const OLD_MS = 13_000

/** The order form with its quotes, currency and balance. */
export function useOrderForm(pid: number, direction: Direction) {
  const [form, setForm] = useState(() => initial(direction, draftOf(keptInTab(DRAFT))))
  const [tried, setTried] = useState(false)
  const offers = useOffers(pid, form.direction, form.durationId)
  // Quotes whose renewal failed are no longer an offer.
  const range = offers.isError ? null : (offers.data?.ranges[form.range] ?? null)
  const currencies = offers.data?.currencies ?? []
  const currency = currencies.find((one) => one.currencyId === form.currencyId) ?? currencies[0] ?? null
  const balance = useBalance(currency?.name ?? null)
  const facts = factsOf(range, currency, balance)

  useEffect(
    () => followPrefill(() => setForm((now) => initial(now.direction, draftOf(keptInTab(DRAFT))))),
    [],
  )

  function change(one: OrderChange) {
    const next = reduce(form, one)
    setForm(next)
    keepInTab(DRAFT, next)
  }

  function reset() {
    dropDraft()
    setForm((now) => initial(now.direction))
    setTried(false)
  }

  return {
    form,
    change,
    reset,
    offers,
    range,
    currency,
    currencies,
    balance,
    sum: summary(form, facts),
    problems: problems(form, facts),
    /** Whether the user tried to send: from then on, an empty amount is reported. */
    tried,
    setTried,
    /** Whether the quote on screen is too old to send. */
    isOld: () => Date.now() - offers.dataUpdatedAt > OLD_MS,
  }
}

export type OrderFormState = ReturnType<typeof useOrderForm>

/** Clears the draft: the order was placed, or its sheet was closed. */
export function dropDraft(): void {
  keepInTab(DRAFT, null)
}

/** Priced return ranges and payment currencies, renewed before they expire. */
export function useOffers(pid: number, direction: Direction, timeId: number) {
  const type = direction === 'up' ? 0 : 1
  return useCall('getTimeAccountCurrency', { pid, timeId, type }, { refetchInterval: RENEW_MS })
}

/** The available balance of a currency; null while unknown or signed out. */
function useBalance(code: string | null): Amount | null {
  useSession()
  const balance = useCall(
    'getavailableMoneyByCurrency',
    { currencyName: code ?? 'USDT' },
    { enabled: code !== null },
  )
  return balance.data ? parseAmount(balance.data.balance) : null
}

function factsOf(
  range: RangeOption | null,
  currency: CurrencyOption | null,
  available: Amount | null,
): OrderFacts {
  const least = currency && parseAmount(currency.least)
  const most = currency && parseAmount(currency.most)
  return {
    rate: range?.rate ?? null,
    currency: least !== null && most !== null ? { least, most } : null,
    available,
  }
}
