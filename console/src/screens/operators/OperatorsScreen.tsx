import { useMemo, useState } from 'react'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { DataTable, type Column } from '../../kit/DataTable.tsx'
import { Address, Age } from '../../kit/Figures.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { useMay } from '../../session/operator.ts'
import { InviteSheet } from './InviteSheet.tsx'
import type { OperatorLine } from './operatorLine.ts'
import { OperatorSheet } from './OperatorSheet.tsx'

/** Current and former operators. Admins invite, change roles and revoke. */
export function OperatorsScreen() {
  const { t } = useTranslation('operators')
  const asked = useConsoleQuery('consoleOperators', {}, { refetchInterval: 3_000 })
  const mayManage = useMay('manageOperators')
  const [isInviting, setInviting] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const columns = useColumns()
  return (
    <Screen
      title={t('title')}
      actions={
        mayManage && (
          <Button size="small" icon="plus" onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        )
      }
    >
      <Answered of={asked}>
        {({ list, mayInviteAlone, mayOmitAddress }) => (
          <>
            <DataTable
              label={t('title')}
              columns={columns}
              list={list}
              rowKey={(one) => one.operator}
              onOpen={(one) => setChosen(one.operator)}
              state="end"
              empty={{ title: t('empty') }}
            />
            <InviteSheet
              open={isInviting}
              onClose={() => setInviting(false)}
              alone={mayInviteAlone}
              mayOmitAddress={mayOmitAddress}
            />
            <OperatorSheet
              operator={list.find((one) => one.operator === chosen) ?? null}
              onClose={() => setChosen(null)}
            />
          </>
        )}
      </Answered>
    </Screen>
  )
}

function useColumns(): readonly Column<OperatorLine>[] {
  const { t } = useTranslation('operators')
  return useMemo(
    () => [
      { id: 'name', head: t('columns.name'), cell: (one) => one.name, width: 'minmax(140px, 1.5fr)' },
      {
        id: 'address',
        head: t('columns.address'),
        cell: (one) => <Address text={one.operator} />,
        width: 'minmax(190px, 1.5fr)',
      },
      {
        id: 'roles',
        head: t('columns.roles'),
        cell: (one) => one.roles.map((role) => t(`role.${role}`)).join(', '),
        width: 'minmax(160px, 2fr)',
      },
      {
        id: 'state',
        head: t('columns.state'),
        cell: (one) => <OperatorState operator={one} />,
        width: 'minmax(150px, 1fr)',
      },
      {
        id: 'seen',
        head: t('columns.seen'),
        cell: (one) => (one.seenAt === null ? '–' : <Age sinceMs={one.seenAt} />),
        end: true,
      },
    ],
    [t],
  )
}

function OperatorState({ operator }: { operator: OperatorLine }) {
  const { t } = useTranslation('operators')
  if (operator.revokedAt !== null) return <Badge tone="plain">{t('state.revoked')}</Badge>
  if (operator.linkUntil !== null && operator.seenAt === null)
    return <Badge tone="caution">{t('state.invited')}</Badge>
  return <Badge tone="good">{t('state.active')}</Badge>
}
