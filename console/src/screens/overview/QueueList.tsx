import type { QueueName } from '@tickmark/wire/routes/operators/overview'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Age } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'

/** The screen for each queue. */
const HREFS: Readonly<Record<QueueName, string>> = {
  withdrawals: hrefTo.withdrawals(),
  withdrawalsStuck: hrefTo.stuckWithdrawals(),
  withdrawalsOverdue: hrefTo.overdueWithdrawals(),
  securityHolds: hrefTo.holds(),
  haltedChains: hrefTo.chains(),
  loans: hrefTo.loans(),
  lateLoans: hrefTo.lentLoans(),
  chats: hrefTo.support(),
  proposals: hrefTo.proposals(),
}

/** Items waiting for an operator, and since when. */
export function QueueList() {
  const { t } = useTranslation('overview')
  const queues = useConsoleQuery('consoleQueues', {}, { refetchInterval: 2_000 })
  return (
    <Panel title={t('queues')}>
      <Answered of={queues}>
        {(answer) => {
          const waiting = answer.queues.filter((one) => one.waiting > 0)
          if (waiting.length === 0) return <p className="text-13 text-ink-2">{t('queuesNone')}</p>
          return (
            <Facts
              list={waiting.map(({ name, waiting: count, oldestAt }) => ({
                name: t(`queue.${name}`),
                href: HREFS[name],
                value: (
                  <>
                    <span className="font-medium">{count}</span>
                    {oldestAt !== null && (
                      <span className="text-ink-2">
                        {' · '}
                        <Age sinceMs={oldestAt} />
                      </span>
                    )}
                  </>
                ),
              }))}
            />
          )
        }}
      </Answered>
    </Panel>
  )
}
