import { currencyByCode } from '@tickmark/core/money/currencies'

/** The colour of a currency's disc; ink-grey for one that the page does not know. */
export function coinColour(code: string): string {
  return currencyByCode(code)?.colour ?? 'var(--ink-3)'
}
