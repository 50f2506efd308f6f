import { kindsIn } from '@tickmark/core/ledger/accounts'
import { bookOfCode, CURRENCIES } from '@tickmark/core/money/currencies'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Chips } from '@tickmark/ui/form/Chips.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Select } from '@tickmark/ui/form/Select.tsx'
import { DAYS, hrefOf, isDay, type StatementQuery } from './statementQuery.ts'

/** Choice of balance and days. Every choice is written to the address. */
export function StatementChoice({ asked }: { asked: StatementQuery }) {
  const { t } = useTranslation('wallet')
  const { book } = useSession()
  const code = asked.currency.code

  function ask(change: Partial<Parameters<typeof hrefOf>[0]>) {
    go(hrefOf({ ...asked, code, ...change }), { replace: true })
  }

  return (
    <div className="grid gap-3 pt-1 pb-4">
      <Select
        label={t('statement.currency')}
        value={code}
        onChange={(next) => ask({ code: next })}
        choices={CURRENCIES.map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }))}
      />
      <Segment
        label={t('statement.balance')}
        value={asked.kind}
        onChange={(kind) => ask({ kind })}
        choices={kindsIn(bookOfCode(book)).map((value) => ({ value, label: t(`statement.kind.${value}`) }))}
      />
      <Chips
        label={t('statement.days')}
        value={asked.days ?? 'own'}
        onChange={(days) => ask({ days: days === 'own' ? null : days })}
        choices={[
          ...DAYS.map((value) => ({ value, label: t(`statement.last.${value}`) })),
          { value: 'own' as const, label: t('statement.last.own') },
        ]}
      />
      {asked.days === null && <OwnDays asked={asked} onAsk={ask} />}
    </div>
  )
}

/** Fields for the first and last day; applied once both are complete. */
function OwnDays({
  asked,
  onAsk,
}: {
  asked: StatementQuery
  onAsk: (change: { from: string; to: string }) => void
}) {
  const { t } = useTranslation('wallet')
  const [days, setDays] = useState({ from: asked.from, to: asked.to })

  function change(part: Partial<typeof days>) {
    const next = { ...days, ...part }
    setDays(next)
    if (isDay(next.from) && isDay(next.to)) onAsk(next)
  }

  return (
    <div
      className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3"
      onBlur={({ currentTarget, relatedTarget }) => {
        // An incomplete date is replaced by the one in the address.
        const isLeft = !currentTarget.contains(relatedTarget)
        setDays((now) => ({
          from: isLeft || !isDay(now.from) ? asked.from : now.from,
          to: isLeft || !isDay(now.to) ? asked.to : now.to,
        }))
      }}
    >
      <Field
        type="date"
        label={t('statement.from')}
        value={days.from}
        max={days.to}
        onChange={(from) => change({ from })}
      />
      <Field
        type="date"
        label={t('statement.to')}
        value={days.to}
        min={days.from}
        onChange={(to) => change({ to })}
      />
    </div>
  )
}
