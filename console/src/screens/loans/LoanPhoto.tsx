import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import type { Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Problem } from '../../kit/Problem.tsx'

type Picture = Reply<'consoleLoan'>['pictures'][number]

/**
 * A picture of an application, shown on a press. Each view is logged; the picture is marked with its viewer and the
 * time.
 */
export function LoanPhoto({ id, reason, purpose, width, height }: Picture & { id: string; reason: string }) {
  const { t } = useTranslation('loans')
  const show = useConsoleCall('consoleLoanPicture')
  const [picture, setPicture] = useState<string | null>(null)
  const name = t(`what.${purpose}`)

  async function look() {
    const seen = await show.run({ applyId: id, purpose, reason })
    if (seen) setPicture(seen.picture)
  }

  if (picture !== null)
    return (
      <figure>
        <img
          src={`data:image/jpeg;base64,${picture}`}
          width={width}
          height={height}
          alt={name}
          className="h-auto max-h-[340px] w-full rounded-2 border border-rule bg-well object-contain"
        />
        <figcaption className="pt-1 text-12 text-ink-2">{t('marked', { name })}</figcaption>
      </figure>
    )
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-rule pb-3 last:border-0">
      <span className="flex-1 text-13">{name}</span>
      <Button size="small" tone="quiet" icon="eye" busy={show.busy} onClick={() => void look()}>
        {t('show', { name })}
      </Button>
      <Problem text={show.problem} />
    </div>
  )
}
