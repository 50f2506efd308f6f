import { useTranslation } from '../../../i18n/useTranslation.ts'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'

interface FinishPendingProps {
  title: string
  /** The earlier request that got no answer; null when there is none. */
  text: string | null
  busy: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before an earlier call is sent again instead of the one on screen. */
export function FinishPending({ title, text, busy, onYes, onNo }: FinishPendingProps) {
  const { t } = useTranslation('transfer')
  return (
    <ConfirmDialog
      open={text !== null}
      title={title}
      yesLabel={t('trade:yes')}
      noLabel={t('trade:no')}
      busy={busy}
      onYes={onYes}
      onNo={onNo}
    >
      {text}
    </ConfirmDialog>
  )
}
