import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { Reply } from '../../../api/api.ts'
import { Section } from '../../../components/Section.tsx'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { unitsOf } from '../terms.ts'

type Venue = Reply<'getProgramme'>['venues'][number]

const TONES: Record<Venue['state'], BadgeTone> = {
  live: 'good',
  stale: 'caution',
  crossed: 'caution',
  down: 'wrong',
}

/** The programme's holdings at each venue, and the venue's health. */
export function Venues({ venues }: { venues: readonly Venue[] }) {
  const { t } = useTranslation('arbitrage')
  return (
    <Section title={t('venues.title')} note={t('venues.note')}>
      {venues.length === 0 ? (
        <Empty title={t('venues.empty')} icon="arbitrage" />
      ) : (
        <ul aria-label={t('venues.title')} className="grid md:grid-cols-2 md:gap-x-7">
          {venues.map((venue) => (
            <li key={venue.venue} className="border-b border-rule py-3">
              <OneVenue venue={venue} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function OneVenue({ venue: { name, state, fee, holdings } }: { venue: Venue }) {
  const { t } = useTranslation('arbitrage')
  const format = useFormat()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-15 font-medium">
          <bdi>{name}</bdi>
        </h3>
        <Badge tone={TONES[state]}>{t(`venues.state.${state}`)}</Badge>
      </div>
      <p className="text-12 text-ink-2">{t('venues.fee', { fee: ltr(`${fee}%`) })}</p>
      {holdings.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 pt-1.5 text-13 tabular-nums">
          {holdings.map(({ coin, amount }) => (
            <li key={coin}>
              <bdi dir="ltr">
                {amountText(format, coin, unitsOf(amount))} <span className="text-ink-2">{coin}</span>
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
