import { Link } from 'wouter'
import type { Person as PersonFacts } from '@tickmark/wire/routes/operators/people'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'

const LINK = 'text-brand underline underline-offset-2'

/** A user's figures, side by side. */
export function Person({ person }: { person: PersonFacts }) {
  return (
    <div className="grid items-start gap-3 pt-3 lg:grid-cols-2">
      {person.books.map((book) => (
        <Book key={book.book} book={book} />
      ))}
      <Joined person={person} />
      <OwnLimits limits={person.ownLimits} />
      <Protection protection={person.protection} />
      <Sessions list={person.sessions} />
    </div>
  )
}

function Book({ book }: { book: PersonFacts['books'][number] }) {
  const { t } = useTranslation('people')
  return (
    <Panel title={t(`book.${book.book}`)} trailing={<Money amount={book.total} code="USDT" />}>
      {book.holdings.length === 0 ? (
        <p className="text-13 text-ink-2">{t('noHoldings')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-13">
            <thead className="text-12 text-ink-2">
              <tr>
                <th className="py-1 text-start font-medium">{t('columns.currency')}</th>
                <th className="py-1 text-end font-medium">{t('columns.available')}</th>
                <th className="py-1 text-end font-medium">{t('columns.amount')}</th>
                <th className="py-1 text-end font-medium">{t('columns.value')}</th>
              </tr>
            </thead>
            <tbody>
              {book.holdings.map((one) => (
                <tr key={one.currency} className="border-t border-rule">
                  <td className="py-1.5">{one.currency}</td>
                  <td className="py-1.5 text-end">
                    <Money amount={one.available} />
                  </td>
                  <td className="py-1.5 text-end">
                    <Money amount={one.amount} />
                  </td>
                  <td className="py-1.5 text-end">
                    <Money amount={one.value} code="USDT" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Joined({ person: { user, counts } }: { person: PersonFacts }) {
  const { t } = useTranslation('people')
  return (
    <Panel
      title={t('account')}
      trailing={
        <span className="flex gap-4 text-13">
          <Link href={hrefTo.orders(user.id)} className={LINK}>
            {t('ordersOf')}
          </Link>
          <Link href={hrefTo.auditLog(user.id)} className={LINK}>
            {t('actionsOf')}
          </Link>
        </span>
      }
    >
      <Facts
        list={[
          { name: t('columns.joined'), value: <Time atMs={user.joinedAt} /> },
          { name: t('columns.invite'), value: <bdi>{user.inviteCode}</bdi> },
          user.inviter === null || user.invitedBy === null
            ? null
            : {
                name: t('inviter'),
                value: (
                  <Link href={hrefTo.user(user.invitedBy)} className={LINK}>
                    <Address text={user.inviter} copy={false} />
                  </Link>
                ),
              },
          ...counts.map(({ name, count }) => ({ name: t(`counts.${name}`), value: count })),
        ]}
      />
    </Panel>
  )
}

const ENDS = ['breakUntil', 'excludedUntil'] as const

function OwnLimits({ limits }: { limits: PersonFacts['ownLimits'] }) {
  const { t } = useTranslation('people')
  const set = limits.limits.filter((one) => one.value !== '')
  const until = (atMs: number | null) => (atMs === null ? t('none') : <Time atMs={atMs} />)
  return (
    <Panel title={t('ownLimits')} trailing={<Badge tone="plain">{t('readOnly')}</Badge>}>
      <Facts
        list={[
          ...set.map(({ kind, value, used }) => ({
            name: t(`limits.${kind}`),
            value: (
              <bdi dir="ltr">
                {used} / {value}
              </bdi>
            ),
          })),
          set.length === 0 ? { name: t('limitsNone'), value: '' } : null,
          ...ENDS.map((name) => ({ name: t(name), value: until(limits[name]) })),
        ]}
      />
    </Panel>
  )
}

function Protection({ protection }: { protection: PersonFacts['protection'] }) {
  const { t } = useTranslation('people')
  const yes = (is: boolean) => t(is ? 'on' : 'off')
  return (
    <Panel title={t('protection')}>
      <Facts
        list={[
          { name: t('authenticator'), value: yes(protection.authenticator) },
          { name: t('addressBook'), value: yes(protection.addressBook) },
          ...protection.addresses.map((one) => ({
            name: one.label,
            value: <Address text={one.address} />,
          })),
          ...protection.holds.map((one) => ({
            name: t('heldUntil'),
            value: (
              <>
                <Time atMs={one.until} /> · <Address text={one.caseId} copy={false} />
              </>
            ),
          })),
        ]}
      />
    </Panel>
  )
}

function Sessions({ list }: { list: PersonFacts['sessions'] }) {
  const { t } = useTranslation('people')
  return (
    <Panel title={t('sessions')}>
      {list.length === 0 && <p className="text-13 text-ink-2">{t('noSessions')}</p>}
      <ul className="text-13">
        {list.map((one) => (
          <li key={`${one.createdAt}-${one.device}`} className="border-b border-rule py-2 last:border-0">
            <span className="flex flex-wrap justify-between gap-x-4">
              <bdi>{one.device}</bdi>
              <span className="text-ink-2">
                {t('seen')} <Time atMs={one.seenAt} />
              </span>
            </span>
            {one.key && (
              <span className="flex flex-wrap justify-between gap-x-4 text-12 text-ink-2">
                <span>
                  {t('keyUntil')} <Time atMs={one.key.until} />
                </span>
                <span className="flex flex-wrap gap-x-3">
                  {one.key.most.map(({ currency, amount }) => (
                    <Money key={currency} amount={amount} code={currency} />
                  ))}
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
