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
export function DeedList() {
  const { t } = useTranslation('settings')
  const [count, setCount] = useState(FEW)
  const deeds = useCall('accountDeeds', { count })
  return (
    <Section title={t('deeds.title')}>
      {deeds.isPending && <Skeleton shape="ledger" count={1} />}
      {deeds.isError && <FailedCall title={t('deeds.failed')} call={deeds} />}
      {deeds.data?.list.length === 0 && <p className="text-14 text-ink-2">{t('deeds.none')}</p>}
      <ul aria-label={t('deeds.title')}>
        {deeds.data?.list.map((deed) => (
          <li key={deed.id}>
            <DeedRow deed={deed} />
          </li>
        ))}
      </ul>
      {deeds.data?.more && count < MANY && (
        <Button tone="quiet" size="small" onClick={() => setCount(MANY)}>
          {t('deeds.more')}
        </Button>
      )}
    </Section>
  )
}

function DeedRow({ deed: { action, at } }: { deed: Reply<'accountDeeds'>['list'][number] }) {
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
  'people.read': 'deeds.looked',
  'loans.view': 'deeds.loanViewed',
  'loans.approve': 'deeds.loanApproved',
  'loans.reject': 'deeds.loanRejected',
  'loans.askAgain': 'deeds.loanSentBack',
  'support.receive': 'deeds.chatReceived',
  'support.read': 'deeds.chatRead',
  'support.reply': 'deeds.chatAnswered',
  'withdrawal.approve': 'deeds.withdrawalApproved',
  'withdrawal.reject': 'deeds.withdrawalRejected',
  'withdrawal.hold': 'deeds.hold',
} as const

function textOf(action: string) {
  return Object.hasOwn(TEXTS, action) ? TEXTS[action as keyof typeof TEXTS] : 'deeds.other'
}
