import { useState } from 'react'
import type { Role } from '@tickmark/wire/roles'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import type { Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Address, Time } from '../../kit/Figures.tsx'
import { Facts } from '../../kit/Panel.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'
import { isReason, ReasonField } from '../../kit/ReasonField.tsx'
import { useMay, useOperator } from '../../session/operator.ts'
import { NewLink } from './NewLink.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import type { OperatorLine } from './operatorLine.ts'

/** One operator, and an admin's actions on him: change roles (two admins), issue a new link, revoke at once. */
export function OperatorSheet({ operator, onClose }: { operator: OperatorLine | null; onClose: () => void }) {
  const { t } = useTranslation('operators')
  const [shown, setShown] = useState(operator)
  if (operator !== null && operator !== shown) setShown(operator)
  const [part, setPart] = useState<'facts' | 'revoke' | 'link'>('facts')
  const [changing, setChanging] = useState<OperatorLine | null>(null)
  const back = () => setPart('facts')
  return (
    <>
      <Sheet
        open={operator !== null}
        onClose={onClose}
        onClosed={back}
        title={shown?.name ?? t('title')}
        place="side"
      >
        {shown !== null && (
          <div className="grid gap-4">
            <OperatorFacts operator={shown} />
            {part === 'facts' && (
              <OperatorButtons
                operator={shown}
                onRoles={() => {
                  setChanging(shown)
                  onClose()
                }}
                onRevoke={() => setPart('revoke')}
                onLink={() => setPart('link')}
              />
            )}
            {part === 'revoke' && <Revoke operator={shown} onBack={back} onDone={onClose} />}
            {part === 'link' && <Link operator={shown} onBack={back} />}
          </div>
        )}
      </Sheet>
      <ChangeRoles key={changing?.operator} operator={changing} onClose={() => setChanging(null)} />
    </>
  )
}

function OperatorFacts({ operator }: { operator: OperatorLine }) {
  const { t } = useTranslation('operators')
  return (
    <Facts
      list={[
        { name: t('columns.address'), value: <Address text={operator.operator} /> },
        { name: t('columns.roles'), value: operator.roles.map((role) => t(`role.${role}`)).join(', ') },
        { name: t('invitedAt'), value: <Time atMs={operator.invitedAt} /> },
        {
          name: t('invitedBy'),
          value: operator.invitedBy === null ? t('byHouse') : <Address text={operator.invitedBy} />,
        },
        { name: t('passkeys'), value: operator.passkeys },
        { name: t('authenticator'), value: t(operator.hasCode ? 'yes' : 'no') },
        operator.byLink ? { name: t('byLink'), value: t('yes') } : null,
        operator.linkUntil === null
          ? null
          : { name: t('linkUntil'), value: <Time atMs={operator.linkUntil} /> },
        operator.revokedAt === null
          ? null
          : { name: t('revokedAt'), value: <Time atMs={operator.revokedAt} /> },
        operator.revokedBy === null
          ? null
          : { name: t('revokedBy'), value: <Address text={operator.revokedBy} /> },
      ]}
    />
  )
}

interface OperatorButtonsProps {
  operator: OperatorLine
  onRoles: () => void
  onRevoke: () => void
  onLink: () => void
}

function OperatorButtons({ operator, onRoles, onRevoke, onLink }: OperatorButtonsProps) {
  const { t } = useTranslation('operators')
  const me = useOperator()
  const mayManage = useMay('manageOperators')
  if (!mayManage || operator.revokedAt !== null) return null
  const isEnrolled = operator.passkeys > 0 || operator.hasCode
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" size="small" onClick={onRoles}>
        {t('changeRoles')}
      </Button>
      {!isEnrolled && (
        <Button tone="quiet" size="small" onClick={onLink}>
          {t('newLink')}
        </Button>
      )}
      {me?.address !== operator.operator && (
        <Button tone="wrong" size="small" onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
    </div>
  )
}

export function Revoke({
  operator,
  onBack,
  onDone,
}: {
  operator: OperatorLine
  onBack: () => void
  onDone: () => void
}) {
  const { t } = useTranslation('operators')
  const revoke = useConsoleCall('consoleRevoke')
  const [reason, setReason] = useState('')
  const isAdmin = operator.roles.includes('admin')
  async function revokeNow() {
    const done = await revoke.run({ operator: operator.operator, reason: reason.trim() })
    if (done === null) return
    toast(t(done.isFinal ? 'revoked' : 'thrownOut', { name: operator.name }), { tone: 'good' })
    onDone()
  }
  return (
    <div className="grid gap-3">
      <p className="text-13">{t(isAdmin ? 'throwOutDetail' : 'revokeDetail', { name: operator.name })}</p>
      <ReasonField value={reason} onChange={setReason} />
      <Problem text={revoke.problem} />
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" size="medium" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          tone="wrong"
          size="medium"
          busy={revoke.busy}
          disabled={!isReason(reason)}
          onClick={() => void revokeNow()}
        >
          {t('revokeNow')}
        </Button>
      </div>
    </div>
  )
}

function Link({ operator, onBack }: { operator: OperatorLine; onBack: () => void }) {
  const { t } = useTranslation('operators')
  const ask = useConsoleCall('consoleOperatorLink')
  const [made, setMade] = useState<Reply<'consoleOperatorLink'> | null>(null)
  if (made) return <NewLink {...made} />
  return (
    <div className="grid gap-3">
      <p className="text-13">{t('newLinkDetail')}</p>
      <Problem text={ask.problem} />
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" size="medium" onClick={onBack}>
          {t('back')}
        </Button>
        <Button
          size="medium"
          busy={ask.busy}
          onClick={() => void ask.run({ operator: operator.operator }).then(setMade)}
        >
          {t('makeLink')}
        </Button>
      </div>
    </div>
  )
}

function ChangeRoles({ operator, onClose }: { operator: OperatorLine | null; onClose: () => void }) {
  const { t } = useTranslation('operators')
  const [roles, setRoles] = useState<readonly Role[]>(operator?.roles ?? [])
  return (
    <ProposeDialog
      open={operator !== null}
      onClose={onClose}
      title={t('changeRolesOf', { name: operator?.name ?? '' })}
      kind="operators.roles"
      payload={operator && rolesOf(operator, roles)}
    >
      <RoleChoice chosen={roles} onChange={setRoles} />
    </ProposeDialog>
  )
}

/** The payload that gives an operator these roles; null while they are none or the same. */
export function rolesOf(
  { operator, roles: before }: Pick<OperatorLine, 'operator' | 'roles'>,
  roles: readonly Role[],
) {
  return roles.length === 0 || roles.join() === before.join() ? null : { operator, roles: [...roles] }
}
