import { useIsSandbox } from '../../watch/useIsSandbox.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useBannerHidden } from '../../session/sandboxNote.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'

/** Replaces the sandbox notice after the user has hidden it. */
export function SandboxBadge() {
  const { t } = useTranslation('shell')
  const hidden = useBannerHidden()
  if (!useIsSandbox() || !hidden) return null
  return (
    <Badge tone="plain" dot={false}>
      {t('sandbox.badge')}
    </Badge>
  )
}
