import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import type { LimitItem } from '@tickmark/wire/routes/limits'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LimitRow } from './LimitRow.tsx'
import { LimitSheet } from './LimitSheet.tsx'
import { Section } from '../../components/Section.tsx'

const GROUPS: readonly { name: 'loss' | 'stake' | 'minutes'; kinds: readonly LimitKind[] }[] = [
  { name: 'loss', kinds: ['lossDay', 'lossWeek'] },
  { name: 'stake', kinds: ['stakeDay', 'stakeWeek'] },
  { name: 'minutes', kinds: ['minutesDay', 'minutesWeek'] },
]

/** Limits on loss, stake and time, each for a day and a week; each is changed in a sheet. */
export function LimitGroups({ limits }: { limits: readonly LimitItem[] }) {
  const { t } = useTranslation('limits')
  const [edited, setEdited] = useState<{ kind: LimitKind; turn: number; open: boolean } | null>(null)
  const shown = limits.find((one) => one.kind === edited?.kind)
  return (
    <>
      {GROUPS.map(({ name, kinds }) => (
        <Section key={name} title={t(`group.${name}`)} note={t(`groupNote.${name}`)}>
          {limits
            .filter((one) => kinds.includes(one.kind))
            .map((one) => (
              <LimitRow
                key={one.kind}
                limit={one}
                onEdit={() => setEdited({ kind: one.kind, turn: (edited?.turn ?? 0) + 1, open: true })}
              />
            ))}
        </Section>
      ))}
      {edited && shown && (
        <LimitSheet
          key={edited.turn}
          limit={shown}
          open={edited.open}
          onClose={() => setEdited({ ...edited, open: false })}
        />
      )}
    </>
  )
}
