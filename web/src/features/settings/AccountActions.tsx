import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type Reply, useCall } from '../../api/api.ts'
import { useFormat } from '../../format/useFormat.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Section } from '../../components/Section.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'

const FEW = 3
const MANY = 50

/** Operators' actions on the user's account with their times, from the operators' append-only log. */
export function AccountActions() {
  const { t } = useTranslation('settings')
  const [count, setCount] = useState(FEW)
  const actions = useCall('accountActions', { count })
  return (
    <Section title={t('operatorActions.title')}>
      {actions.isPending && <Skeleton shape="ledger" count={1} />}
      {actions.isError && <FailedCall title={t('operatorActions.failed')} call={actions} />}
      {actions.data?.list.length === 0 && <p className="text-14 text-ink-2">{t('operatorActions.none')}</p>}
      <ul aria-label={t('operatorActions.title')}>
        {actions.data?.list.map((line) => (
          <li key={line.id}>
            <ActionRow line={line} />
          </li>
        ))}
      </ul>
      {actions.data?.more && count < MANY && (
        <Button tone="quiet" size="small" onClick={() => setCount(MANY)}>
          {t('operatorActions.more')}
        </Button>
      )}
    </Section>
  )
}

function ActionRow({ line: { action, at } }: { line: Reply<'accountActions'>['list'][number] }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  return (
    <div className="flex min-h-[50px] flex-wrap items-center justify-between gap-x-3 border-b border-rule py-2">
      <p className="min-w-min flex-1 text-15">{t(textOf(action))}</p>
      <p className="text-12 text-ink-2" title={format.exactTime(at)}>
        {format.dateTime(at)}
      </p>
    </div>
  )
}

const TEXTS = {
  'people.read': 'operatorActions.looked',
  'loans.view': 'operatorActions.loanViewed',
  'loans.approve': 'operatorActions.loanApproved',
  'loans.reject': 'operatorActions.loanRejected',
  'loans.askAgain': 'operatorActions.loanSentBack',
  'support.receive': 'operatorActions.chatReceived',
  'support.read': 'operatorActions.chatRead',
  'support.reply': 'operatorActions.chatAnswered',
  'withdrawal.approve': 'operatorActions.withdrawalApproved',
  'withdrawal.reject': 'operatorActions.withdrawalRejected',
  'withdrawal.hold': 'operatorActions.hold',
} as const

function textOf(action: string) {
  return Object.hasOwn(TEXTS, action) ? TEXTS[action as keyof typeof TEXTS] : 'operatorActions.other'
}
