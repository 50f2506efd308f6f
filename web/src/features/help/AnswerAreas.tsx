import type { AnswerItem } from '@tickmark/wire/routes/content'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { openChat } from '../../session/openSheets.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { Area } from './useAnswers.ts'

interface AnswerAreasProps {
  areas: readonly Area[]
  children: (answers: readonly AnswerItem[]) => ReactNode
}

/** The questions, grouped by area. */
export function AnswerAreas({ areas, children }: AnswerAreasProps) {
  const { t } = useTranslation('help')
  if (areas.length === 0) {
    return (
      <Empty
        title={t('noAnswers')}
        detail={t('noAnswersDetail')}
        icon="help"
        action={
          <Button tone="quiet" size="medium" onClick={() => openChat()}>
            {t('askSupport')}
          </Button>
        }
      />
    )
  }
  return areas.map(({ area, answers }) => (
    <section key={area} aria-labelledby={`area-${area}`} className="pt-6">
      <h2 id={`area-${area}`} className="pb-1 text-19 font-semibold">
        {t(`area.${area}`)}
      </h2>
      {children(answers)}
    </section>
  ))
}
