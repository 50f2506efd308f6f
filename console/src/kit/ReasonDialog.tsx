import { useState, type ReactNode } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Problem } from './Problem.tsx'
import { isReason, ReasonField } from './ReasonField.tsx'

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Label of the confirming button. */
  yesLabel: string
  /** Label of the field, when people other than operators read the reason. */
  reasonLabel?: string
  busy: boolean
  problem: string | null
  onYes: (reason: string) => void
  children?: ReactNode
}

/** Asks for the reason of an action, then runs it. Stays open while the server refuses, and loses nothing typed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, yesLabel, reasonLabel, busy, problem, onYes, children } = props
  const [reason, setReason] = useState('')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={() => setReason('')}
      title={title}
      firm={reason !== ''}
      footer={
        <Button wide busy={busy} disabled={!isReason(reason)} onClick={() => onYes(reason.trim())}>
          {yesLabel}
        </Button>
      }
    >
      <div className="grid gap-3">
        {children}
        <ReasonField
          value={reason}
          onChange={setReason}
          {...(reasonLabel !== undefined && { label: reasonLabel })}
        />
        <Problem text={problem} />
      </div>
    </Sheet>
  )
}
