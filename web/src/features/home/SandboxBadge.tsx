import { useTranslation } from '../../i18n/useTranslation.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { useBannerHidden } from '../../session/sandboxNote.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'

/** What stays of the sandbox notice once it is put away. */
export function SandboxBadge() {
  const { t } = useTranslation('shell')
  const hidden = useBannerHidden()
  if (useConfig()?.mode !== 'sandbox' || !hidden) return null
  return (
    <Badge tone="plain" dot={false}>
      {t('sandbox.badge')}
    </Badge>
  )
}
