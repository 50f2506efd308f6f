import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { refresh, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'
import { ReasonDialog } from '../../kit/ReasonDialog.tsx'

type Terms = Pick<Reply<'consoleLoan'>, 'id' | 'amount' | 'instalments'>

/** Proposes an application to a second reviewer, rejects it, or returns it. The applicant reads the reason. */
export function LoanDecision({ loan, onDecided }: { loan: Terms; onDecided: () => void }) {
  const { t } = useTranslation('loans')
  const { id, amount, instalments } = loan
  const [asking, setAsking] = useState<'approve' | 'reject' | 'again' | null>(null)
  const close = () => setAsking(null)

  function decided(text: string) {
    close()
    toast(text, { tone: 'good' })
    refresh('consoleLoans')
    onDecided()
  }

  return (
    <Panel title={t('decide')}>
      <p className="pb-3 text-13 text-ink-2">{t('decideDetail')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="medium" onClick={() => setAsking('approve')}>
          {t('approve')}
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setAsking('again')}>
          {t('again')}
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setAsking('reject')}>
          {t('reject')}
        </Button>
      </div>
      <ProposeDialog
        open={asking === 'approve'}
        onClose={close}
        title={t('approve')}
        kind="loan.approve"
        payload={{ applyId: id, amount, instalments }}
      >
        <p className="text-13 text-ink-2">{t('approveDetail')}</p>
      </ProposeDialog>
      <SendBack open={asking === 'again'} id={id} onClose={close} onDone={() => decided(t('sentBack'))} />
      <Reject open={asking === 'reject'} id={id} onClose={close} onDone={() => decided(t('rejected'))} />
    </Panel>
  )
}

interface ReasonedProps {
  id: string
  open: boolean
  onClose: () => void
  onDone: () => void
}

function SendBack({ id, open, onClose, onDone }: ReasonedProps) {
  const { t } = useTranslation('loans')
  const again = useConsoleCall('consoleAskLoanAgain')
  async function send(reason: string) {
    if (await again.run({ applyId: id, reason })) onDone()
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('again')}
      yesLabel={t('again')}
      reasonLabel={t('ownerReads')}
      busy={again.busy}
      problem={again.problem}
      onYes={(reason) => void send(reason)}
    />
  )
}

function Reject({ id, open, onClose, onDone }: ReasonedProps) {
  const { t } = useTranslation('loans')
  const reject = useConsoleCall('consoleRejectLoan')
  async function refuse(reason: string) {
    if (await reject.run({ applyId: id, reason })) onDone()
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('reject')}
      yesLabel={t('reject')}
      reasonLabel={t('ownerReads')}
      busy={reject.busy}
      problem={reject.problem}
      onYes={(reason) => void refuse(reason)}
    />
  )
}
