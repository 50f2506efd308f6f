import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { formatOf } from '@tickmark/client/format/format.ts'
import { t } from '../i18n/i18n.ts'
import { sessionNow } from '../session/session.ts'
import { closeJoin } from '../session/joinSheet.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import type { Joined } from './connect.ts'

/** Reports the result of a sign-in; stays silent when the wallet's own window has already shown it. */
export function sayHowJoined(joined: Joined): void {
  if (joined.ok) {
    closeJoin()
    if (joined.key === 'none') return toast(t('join:joinedUnsigned'))
    if (joined.key === 'until_tab_closes') return toast(t('join:joinedForTab'))
    return toast(joined.isNew ? welcome() : t('join:joined'), { tone: 'good' })
  }
  if (joined.why === 'rejected') return toast(t('join:rejected'))
  if (joined.why === 'pending') return toast(t('join:pending'))
  toast(joined.message ?? t('join:failed'), { tone: 'wrong' })
}

/** The new user's starting funds, where he starts in the simulated account. */
function welcome(): string {
  const { book, language } = sessionNow()
  if (book !== 1) return t('join:joined')
  const { figure } = formatOf(language)
  const funds = CURRENCIES.map(({ code, opening }) => {
    const amount = formatAmount(opening)
    return [code.toLowerCase(), figure(amount, { decimals: amount.split('.')[1]?.length ?? 0 })]
  })
  return t('join:ready', Object.fromEntries(funds) as Record<string, string>)
}
