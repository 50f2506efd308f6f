import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import type { ProtectionState } from './AddressBook.tsx'

type Item = ProtectionState['addresses'][number]

/** An entry of the address book: its label, full address, and the time since or from which it is paid at once. */
export function AddressRow({ item }: { item: Item }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const { ask, dialog } = useQuestion(remove)
  const isWaiting = item.usableAt > serverNow()
  const name = item.label || item.address

  async function remove() {
    try {
      await call('removeAddress', { id: item.id })
      toast(t('protection.removed'), { tone: 'good' })
    } catch {
      // The toast has shown the reason.
    }
  }

  return (
    <div className="flex min-h-[66px] items-center gap-2 border-b border-rule py-2.5">
      <div className="min-w-0 flex-1">
        {item.label && <p className="text-15 font-medium">{item.label}</p>}
        <bdi dir="ltr" className="block font-mono text-12 break-all text-ink-2 rtl:text-end">
          {item.address}
        </bdi>
        <p className={`pt-0.5 text-12 ${isWaiting ? 'text-caution' : 'text-ink-3'}`}>
          {isWaiting
            ? t('protection.usableFrom', { time: format.dateTime(item.usableAt) })
            : t('protection.addedAt', { time: format.dateTime(item.addedAt) })}
        </p>
      </div>
      <IconButton
        icon="close"
        label={t('protection.remove', { name })}
        className="text-ink-2"
        onClick={ask}
      />
      <ConfirmDialog
        {...dialog}
        title={t('protection.removeTitle')}
        yesLabel={t('protection.removeYes')}
        noLabel={t('protection.removeNo')}
        tone="wrong"
      >
        <p>{t('protection.removeDetail')}</p>
        <bdi dir="ltr" className="mt-2 block font-mono text-12 break-all">
          {item.address}
        </bdi>
      </ConfirmDialog>
    </div>
  )
}
