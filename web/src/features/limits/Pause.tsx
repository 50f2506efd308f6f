import type { LimitState } from '@tickmark/wire/routes/limits'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Chips } from '@tickmark/ui/form/Chips.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Section } from '../../components/Section.tsx'
import { runningUntil } from './running.ts'

interface PauseProps<L extends number> {
  state: LimitState
  texts: {
    title: string
    note: string
    length: string
    action: string
    yes: string
    /** Text after the general explanation of pauses. */
    more?: string
  }
  lengths: readonly L[]
  nameOf: (length: L) => string
  questionOf: (length: L) => string
  /** The end of a pause that starts at `atMs`; both in ms since 1970. */
  endOf: (atMs: number, length: L) => number
  /** Offers only lengths that end at least this much later than the running pause. */
  shortestGainMs: number
  busy: boolean
  call: (length: L) => Promise<unknown>
  isGrave?: boolean
}

/** Closes orders for a chosen time, longer than a running pause, after a dialog that names the end. */
export function Pause<L extends number>(props: PauseProps<L>) {
  const { state, texts, lengths, nameOf, endOf, shortestGainMs } = props
  const [chosen, setChosen] = useState<L | null>(null)
  const [asked, setAsked] = useState<Asked<L> | null>(null)
  const nowMs = serverNow()
  const running = runningUntil(state)?.untilMs ?? 0
  const longer = lengths.filter((one) => endOf(nowMs, one) - shortestGainMs > running)
  const length = longer.find((one) => one === chosen) ?? longer[0]
  return (
    <>
      {length !== undefined && (
        <Section title={texts.title} note={texts.note}>
          <div className="grid gap-3 pt-2">
            <Chips
              label={texts.length}
              value={length}
              onChange={setChosen}
              choices={longer.map((value) => ({ value, label: nameOf(value) }))}
            />
            <Button
              tone="quiet"
              size="medium"
              aria-haspopup="dialog"
              onClick={() => setAsked({ length, atMs: serverNow(), open: true })}
            >
              {texts.action}
            </Button>
          </div>
        </Section>
      )}
      {asked && (
        <PauseQuestion {...props} asked={asked} onClose={() => setAsked({ ...asked, open: false })} />
      )}
    </>
  )
}

/** The question, kept while the dialog closes: by then other lengths may be on offer, or none. */
interface Asked<L extends number> {
  length: L
  atMs: number
  open: boolean
}

interface PauseQuestionProps<L extends number> extends PauseProps<L> {
  asked: Asked<L>
  onClose: () => void
}

function PauseQuestion<L extends number>({ asked, onClose, ...props }: PauseQuestionProps<L>) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const { texts, questionOf, endOf, call, busy, isGrave = false } = props
  const { length, atMs, open } = asked

  async function yes() {
    await call(length)
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      title={questionOf(length)}
      yesLabel={texts.yes}
      noLabel={t('no')}
      {...(isGrave && { tone: 'wrong' })}
      busy={busy}
      onYes={() => void yes()}
      onNo={onClose}
    >
      <p>{t('ends', { until: format.dateTime(endOf(atMs, length)) })}</p>
      <p className="pt-2">{t('nobody')}</p>
      {texts.more !== undefined && <p className="pt-2">{texts.more}</p>}
    </ConfirmDialog>
  )
}
