import { currencyByCode } from '@tickmark/core/money/currencies'

/** The colour of a currency's disc; ink-grey for an unknown currency. */
export function coinColour(code: string): string {
  return currencyByCode(code)?.colour ?? 'var(--ink-3)'
}
