import { keyedContent } from '@tickmark/client/idempotencyKey.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import type { Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Effect } from './Effect.tsx'
import { Address } from '../Figures.tsx'
import { Facts } from '../Panel.tsx'
import { Problem } from '../Problem.tsx'
import { isReason, ReasonField } from '../ReasonField.tsx'

export interface ProposeDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** A kind such as "treasury.fund" and exactly its payload; null while the form is incomplete. */
  kind: string
  payload: Record<string, unknown> | null
  /** The fields of the payload. */
  children?: ReactNode
  onAsked?: () => void
}

/** Proposes an action that needs two operators: its fields, a reason, then its effects as the server decoded them. */
export function ProposeDialog(props: ProposeDialogProps) {
  const { t } = useTranslation('proposals')
  const { open, onClose, title, kind, payload, children, onAsked } = props
  const ask = useConsoleCall('consolePropose')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState<Reply<'consolePropose'> | null>(null)
  // The same proposal has the same key: when its answer is lost, a repeat does not create a second one.
  const keyed = useRef(keyedContent())

  function reset() {
    setReason('')
    setAsked(null)
    ask.forget()
    keyed.current = keyedContent()
  }

  async function propose() {
    if (payload === null) return
    const reply = await ask.run(keyed.current({ kind, payload, reason: reason.trim() }))
    if (reply === null) return
    setAsked(reply)
    toast(t('asked'), { tone: 'good' })
    onAsked?.()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={reset}
      title={title}
      firm={reason !== '' && asked === null}
      footer={
        asked === null ? (
          <Button
            wide
            busy={ask.busy}
            disabled={payload === null || !isReason(reason)}
            onClick={() => void propose()}
          >
            {t('ask')}
          </Button>
        ) : (
          <Button wide tone="quiet" onClick={onClose}>
            {t('done')}
          </Button>
        )
      }
    >
      {asked === null ? (
        <div className="grid gap-4">
          {children}
          <ReasonField value={reason} onChange={setReason} />
          <Problem text={ask.problem} />
          <p className="text-12 text-ink-2">{t('needsTwo')}</p>
        </div>
      ) : (
        <div className="grid gap-3">
          <p className="text-13">{t('waits')}</p>
          <Effect list={asked.effect} />
          <Facts list={[{ name: t('hash'), value: <Address text={asked.proposal.payloadHash} /> }]} />
        </div>
      )}
    </Sheet>
  )
}
