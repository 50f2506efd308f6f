import { useTranslation } from 'react-i18next'
import { useConfig } from '../../config.ts'
import { useBannerHidden } from '../../session/sandbox.ts'
import { Badge } from '../../ui/Badge.tsx'

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
