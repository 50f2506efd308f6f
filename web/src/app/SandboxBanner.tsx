import { useIsSandbox } from '../watch/useIsSandbox.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { hideBanner, useBannerHidden } from '../session/sandboxNote.ts'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'

/** States that this is a sandbox. Once hidden, it remains as a small badge beside the holdings. */
export function SandboxBanner() {
  const { t } = useTranslation('shell')
  const isSandbox = useIsSandbox()
  const hidden = useBannerHidden()
  if (!isSandbox || hidden) return null
  return (
    <aside
      data-banner
      className="flex items-center gap-2 border-b border-rule bg-sheet ps-5 pe-1 text-12 text-ink-2"
    >
      <p className="flex-1 py-2">{t('sandbox.banner')}</p>
      <IconButton icon="close" label={t('sandbox.dismiss')} onClick={hideBanner} className="text-ink-3" />
    </aside>
  )
}
