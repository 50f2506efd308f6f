import { useState } from 'react'
import type { Role } from '@tickmark/wire/roles'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import type { Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Problem } from '../../kit/Problem.tsx'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'
import { isReason, ReasonField } from '../../kit/ReasonField.tsx'
import { NewLink } from './NewLink.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface InviteProps {
  open: boolean
  onClose: () => void
  /** Whether this admin may invite without a second admin. */
  alone: boolean
  /** Whether an invitation needs no address, as in the sandbox. */
  mayOmitAddress: boolean
}

/** Invites an operator: the only admin invites at once; otherwise another admin must approve the proposal. */
export function InviteSheet({ open, onClose, alone, mayOmitAddress }: InviteProps) {
  const { t } = useTranslation('operators')
  const form = useInviteForm(mayOmitAddress && alone)
  if (alone) return <InviteAlone open={open} onClose={onClose} form={form} />
  return (
    <ProposeDialog
      open={open}
      onClose={onClose}
      onAsked={form.reset}
      title={t('invite')}
      kind="operators.invite"
      payload={form.invitation}
    >
      <InviteFields form={form} />
    </ProposeDialog>
  )
}

type Form = ReturnType<typeof useInviteForm>

function useInviteForm(mayOmit: boolean) {
  const [address, setAddress] = useState('')
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly Role[]>(['viewer'])
  return {
    address,
    setAddress,
    name,
    setName,
    roles,
    setRoles,
    mayOmit,
    /** The payload of an invitation; null while the form is incomplete. */
    invitation: invitationOf({ address, name, roles }, mayOmit),
    reset() {
      setAddress('')
      setName('')
      setRoles(['viewer'])
    },
  }
}

/** The payload for what was typed; null while a name, a role, or an address that is needed is missing. */
export function invitationOf(
  { address, name, roles }: { address: string; name: string; roles: readonly Role[] },
  mayOmit: boolean,
) {
  const operator = address.trim()
  if (name.trim() === '' || roles.length === 0 || (operator === '' && !mayOmit)) return null
  return { ...(operator !== '' && { operator }), name: name.trim(), roles: [...roles] }
}

function InviteFields({ form }: { form: Form }) {
  const { t } = useTranslation('operators')
  return (
    <>
      <Field label={t('columns.name')} value={form.name} onChange={form.setName} maxLength={60} />
      <Field
        label={t('columns.address')}
        value={form.address}
        onChange={form.setAddress}
        maxLength={64}
        mono
        hint={t(form.mayOmit ? 'addressOptional' : 'addressHint')}
      />
      <RoleChoice chosen={form.roles} onChange={form.setRoles} />
    </>
  )
}

function InviteAlone({ open, onClose, form }: { open: boolean; onClose: () => void; form: Form }) {
  const { t } = useTranslation('operators')
  const invite = useConsoleCall('consoleInvite')
  const [reason, setReason] = useState('')
  const [made, setMade] = useState<Reply<'consoleInvite'> | null>(null)

  async function inviteNow() {
    if (form.invitation === null) return
    setMade(await invite.run({ ...form.invitation, reason: reason.trim() }))
  }

  function reset() {
    form.reset()
    setReason('')
    setMade(null)
    invite.forget()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={reset}
      title={t('invite')}
      firm={made !== null || form.name !== ''}
      footer={
        made === null ? (
          <Button
            wide
            busy={invite.busy}
            disabled={form.invitation === null || !isReason(reason)}
            onClick={() => void inviteNow()}
          >
            {t('makeLink')}
          </Button>
        ) : (
          <Button wide tone="quiet" onClick={onClose}>
            {t('done')}
          </Button>
        )
      }
    >
      {made === null ? (
        <div className="grid gap-4">
          <InviteFields form={form} />
          <ReasonField value={reason} onChange={setReason} />
          <Problem text={invite.problem} />
          <p className="text-12 text-ink-2">{t('alone')}</p>
        </div>
      ) : (
        <NewLink {...made} />
      )}
    </Sheet>
  )
}
