import { toast } from '@tickmark/ui/layer/toast.ts'
import { t } from '../../i18n/i18n.ts'
import { setBook } from '../../session/session.ts'

/** Switches to the real account, which has the loans; shows a message when the wallet may not use it. */
export function toReal(): void {
  if (setBook(0)) toast(t('settings:switch.doneReal'), { tone: 'good' })
  else toast(t('settings:switch.notAllowed'))
}
