import { useState } from 'react'
import type { RecordFigures } from '@tickmark/core/record/recordFigures'
import type { RecordDayItem } from '@tickmark/wire/schemas/record'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Stamp, type StampProps } from '@tickmark/ui/text/Stamp.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Recomputed } from './recompute.ts'

const TONES = {
  running: 'checking',
  equal: 'checked',
  unequal: 'wrong',
  unlogged: 'open',
  failed: 'open',
} satisfies Record<Recomputed | 'running' | 'failed', StampProps['tone']>

/** Recomputes the day from its file on this device, and says whether it gives the figures above. */
export function RecomputeHere({ day, figures }: { day: RecordDayItem; figures: RecordFigures }) {
  const { t } = useTranslation('houseRecord')
  const [state, setState] = useState<keyof typeof TONES | null>(null)

  async function start() {
    setState('running')
    try {
      const { recompute } = await import('./recompute.ts')
      setState(await recompute(day, figures))
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <div className="grid gap-3 pt-7">
        {state && <Stamp tone={TONES[state]} title={t(`state.${state}`)} detail={t(`detail.${state}`)} />}
        <Button tone="quiet" wide onClick={() => void start()} busy={state === 'running'}>
          {t('recompute')}
        </Button>
      </div>
      <h2 className="pt-6 pb-1 text-15 font-semibold">{t('command')}</h2>
      <p className="pb-2.5 text-13 text-ink-2">{t('commandDetail')}</p>
      <CopyRow value={`node verify.mjs record ${day.day} --url ${location.origin} --full`} />
    </>
  )
}
