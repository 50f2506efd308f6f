import { Badge } from '@tickmark/ui/text/Badge.tsx'
import type { UserMark } from '@tickmark/wire/routes/operators/people'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Notable facts about a user. */
export function Marks({ marks, practice }: { marks: readonly UserMark[]; practice: boolean }) {
  const { t } = useTranslation('people')
  return (
    <span className="flex flex-wrap gap-1">
      {practice && (
        <Badge tone="plain" dot={false}>
          {t('kind.practice')}
        </Badge>
      )}
      {marks.map((mark) => (
        <Badge key={mark} tone={mark === 'held' ? 'wrong' : 'caution'} dot={false}>
          {t(`mark.${mark}`)}
        </Badge>
      ))}
    </span>
  )
}
