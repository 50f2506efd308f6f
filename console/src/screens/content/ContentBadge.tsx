import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'

const TONES: Record<ContentItem['state'], BadgeTone> = {
  draft: 'plain',
  scheduled: 'caution',
  published: 'good',
  withdrawn: 'wrong',
}

/** Whether readers see an item. */
export function ContentBadge({ state }: { state: ContentItem['state'] }) {
  const { t } = useTranslation('content')
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
}
