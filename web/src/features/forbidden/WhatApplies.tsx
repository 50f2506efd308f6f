import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import type { LimitItem, LimitState } from '@tickmark/wire/routes/limits'
import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../../format/useFormat.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useSession, type BookId } from '../../session/session.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'

/** The user's own limits that currently block orders in this account, each with a link to it. */
export function WhatApplies({ state }: { state: LimitState }) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const { book } = useSession()
  const rows = [
    ...pausesOf(state).map(({ kind, untilMs }) => ({
      key: kind,
      title: t(`running.${kind}`, { until: format.dateTime(untilMs) }),
      sub: t('running.detail'),
    })),
    ...state.limits
      .filter((one) => holdsIn(book, one.kind) && isUsedUp(one))
      .map(({ kind }) => ({
        key: kind,
        title: t('usedUp', { kind: t(`kind.${kind}`) }),
        sub: t('usedUpDetail'),
      })),
  ]
  if (rows.length === 0) return null
  return (
    <section className="pt-2">
      <h2 className="text-15 font-semibold">{t('applies')}</h2>
      {rows.map(({ key, title, sub }) => (
        <ListRow
          key={key}
          leading={<Icon name="lock" className="text-ink-2" />}
          title={title}
          sub={sub}
          href={hrefTo.limits()}
          onGo={go}
          chevron
        />
      ))}
    </section>
  )
}

function pausesOf({ breakUntil, excludedUntil }: LimitState) {
  const pauses = [
    { kind: 'break' as const, untilMs: breakUntil ?? 0 },
    { kind: 'exclusion' as const, untilMs: excludedUntil ?? 0 },
  ]
  return pauses.filter((one) => one.untilMs > serverNow())
}

/** Time limits apply to both accounts, money limits to the real one only. */
function holdsIn(book: BookId, kind: LimitKind): boolean {
  return book === 0 || kind === 'minutesDay' || kind === 'minutesWeek'
}

function isUsedUp({ value, used }: LimitItem): boolean {
  const [most, spent] = [parseAmount(value), parseAmount(used)]
  return most !== null && spent !== null && spent >= most
}
