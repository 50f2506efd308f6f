import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { HOLD_REASONS } from '@tickmark/wire/routes/operators/withdrawals'
import { refresh, useConsoleQuery, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Answered } from '../../kit/Answered.tsx'
import { Address, Time } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { SmallTable } from '../../kit/SmallTable.tsx'
import { useNow } from '../../kit/useNow.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useMay, useOperator } from '../../session/operator.ts'

type Hold = Reply<'consoleHolds'>['list'][number]

/** Security holds: in force, proposed by one operator, or ended recently. */
export function HoldsScreen() {
  const { t } = useTranslation('withdrawals')
  const asked = useConsoleQuery('consoleHolds', {}, { refetchInterval: 5_000 })
  return (
    <Screen title={t('holds')} back={{ href: hrefTo.withdrawals(), label: t('title') }}>
      <p className="text-13 text-ink-2">{t('holdsDetail')}</p>
      <Answered of={asked}>{({ list }) => <Holds list={list} />}</Answered>
    </Screen>
  )
}

function Holds({ list }: { list: readonly Hold[] }) {
  const { t } = useTranslation('withdrawals')
  return (
    <Panel title={t('holds')}>
      <SmallTable
        label={t('holds')}
        columns={useColumns()}
        list={list}
        rowKey={(hold) => hold.caseId}
        empty={t('noHolds')}
      />
    </Panel>
  )
}

function HoldState({ hold }: { hold: Hold }) {
  const { t } = useTranslation('withdrawals')
  const now = useNow()
  if (hold.until <= now)
    return (
      <Badge tone="plain" dot={false}>
        {t('holdState.ended')}
      </Badge>
    )
  return (
    <Badge tone={hold.isInForce ? 'wrong' : 'caution'}>
      {t(hold.isInForce ? 'holdState.inForce' : 'holdState.proposed')}
    </Badge>
  )
}

/** The operator who seconded the hold, or the button to second it. */
function Seconds({ hold }: { hold: Hold }) {
  return (
    <>
      <Names of={hold.operators.slice(1)} />
      <Second hold={hold} />
    </>
  )
}

function Names({ of }: { of: Hold['operators'] }) {
  return of.map(({ operator, name }) => (
    <bdi key={operator} title={operator} className="block">
      {name}
    </bdi>
  ))
}

/** Seconds the first operator's proposal, which puts the hold in force. */
function Second({ hold }: { hold: Hold }) {
  const { t } = useTranslation('withdrawals')
  const now = useNow()
  const operator = useOperator()
  const may = useMay('decideWithdrawals')
  const join = useConsoleCall('consoleProposeHold')
  const reason = HOLD_REASONS.find((one) => one === hold.reason)
  const isOwn = hold.operators.some((one) => one.operator === operator?.address)
  if (hold.isInForce || hold.until <= now || isOwn || !may || reason === undefined) return null

  async function agree(given: (typeof HOLD_REASONS)[number]) {
    const { userId, caseId, until } = hold
    const done = await join.run({ userId, caseId, until, reason: given })
    refresh('consoleHolds')
    if (done) toast(t('holdBegun'), { tone: 'good' })
  }

  return (
    <>
      <Button size="small" busy={join.busy} onClick={() => void agree(reason)}>
        {t('holdAgree')}
      </Button>
      <Problem text={join.problem} />
    </>
  )
}

function useColumns(): Column<Hold>[] {
  const { t, tKnown } = useTranslation('withdrawals')
  return [
    { id: 'case', head: t('caseId'), cell: (hold) => <bdi>{hold.caseId}</bdi> },
    { id: 'owner', head: t('column.owner'), cell: (hold) => <Address text={hold.owner} /> },
    {
      id: 'reason',
      head: t('holdReason'),
      cell: (hold) => tKnown(`reason.${hold.reason}`) ?? hold.reason,
    },
    { id: 'by', head: t('column.by'), cell: (hold) => <Names of={hold.operators.slice(0, 1)} /> },
    { id: 'until', head: t('holdUntil'), cell: (hold) => <Time atMs={hold.until} /> },
    { id: 'state', head: t('column.state'), cell: (hold) => <HoldState hold={hold} /> },
    { id: 'join', head: t('second'), cell: (hold) => <Seconds hold={hold} /> },
  ]
}
