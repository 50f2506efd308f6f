import { useTranslation } from '../i18n/useTranslation.ts'
import { openChat, type ChatAbout } from '../session/openSheets.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'

/** Opens the chat about one of the user's orders or transfers, with its receipt at the top. */
export function AskSupport({ about, className }: { about: ChatAbout; className: string }) {
  const { t } = useTranslation('chat')
  return (
    <Button
      tone="plain"
      size="small"
      icon="chat"
      onClick={() => openChat(about)}
      className={cx('-ms-3', className)}
    >
      {t('askAbout')}
    </Button>
  )
}
