import { Link, useParams } from 'wouter'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useFormats } from '../../format/useFormats.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { Problem } from '../../kit/Problem.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { OutcomeBadge, Way } from './OrderWords.tsx'

type Answer = Reply<'consoleOrder'>

const LINK = 'text-brand underline underline-offset-2'
/** The page's own addresses for receipts, which anyone may open. */
const PUBLIC_CHECK = '/r'

/** One order: its terms, its owner's signature, its place in the log, its prices and its result. */
export function OrderScreen() {
  const { t } = useTranslation('orders')
  const { id = '' } = useParams()
  const asked = useConsoleQuery('consoleOrder', { orderId: id }, { refetchInterval: 2_000 })
  return (
    <Screen
      title={t('order', { number: asked.data?.order.orderNumber ?? '' })}
      back={{ href: hrefTo.orders(), label: t('title') }}
      beside={asked.data && <OutcomeBadge outcome={asked.data.order.outcome} />}
    >
      <Answered of={asked}>
        {(answer) => (
          <div className="grid gap-3 lg:grid-cols-2">
            <Terms answer={answer} />
            <Ending answer={answer} />
            <Places answer={answer} />
            {answer.order.hasReceipt && <Receipt answer={answer} />}
          </div>
        )}
      </Answered>
    </Screen>
  )
}

function Terms({ answer: { order, consent } }: { answer: Answer }) {
  const { t } = useTranslation('orders')
  const format = useFormats()
  return (
    <Panel title={t('terms')}>
      <Facts
        list={[
          { name: t('columns.coin'), value: <Way order={order} /> },
          { name: t('columns.stake'), value: <Money amount={order.stake} code={order.currency} /> },
          { name: t('range'), value: <bdi dir="ltr">{order.rangeText}</bdi> },
          { name: t('duration'), value: <bdi>{order.timeName}</bdi> },
          { name: t('chance'), value: <bdi dir="ltr">{format.percent(order.chancePpm)}</bdi> },
          { name: t('margin'), value: <bdi dir="ltr">{format.percent(order.marginPpm)}</bdi> },
          { name: t('accepted'), value: <Time atMs={order.acceptedAt} /> },
          { name: t('columns.due'), value: <Time atMs={order.dueAt} /> },
          { name: t('columns.book'), value: t(`book.${order.book}`) },
          {
            name: t('columns.user'),
            value: (
              <Link href={hrefTo.user(order.userId)} className={LINK}>
                <Address text={order.address} copy={false} />
              </Link>
            ),
          },
          { name: t('consent'), value: t(consent.order ? 'signed' : 'unsigned') },
        ]}
      />
    </Panel>
  )
}

function Ending({ answer: { order, entry, exit, settlement } }: { answer: Answer }) {
  const { t } = useTranslation('orders')
  const fixing = (one: Answer['entry']) =>
    one === null ? (
      t('notYet')
    ) : (
      <>
        <Money amount={one.price} code="USDT" /> · <Time atMs={one.at} short /> ·{' '}
        {t('entryOfLog', { seq: one.seq })}
      </>
    )
  return (
    <Panel title={t('ending')}>
      <Facts
        list={[
          { name: t('entry'), value: fixing(entry) },
          order.level === null
            ? null
            : { name: t('level'), value: <Money amount={order.level} code="USDT" /> },
          { name: t('exit'), value: fixing(exit) },
          settlement === null
            ? { name: t('columns.outcome'), value: t('notYet') }
            : { name: t('columns.outcome'), value: <OutcomeBadge outcome={settlement.outcome} /> },
          settlement === null
            ? null
            : {
                name: t('columns.profit'),
                value: <Money amount={settlement.net} code={order.currency} sign />,
              },
          settlement === null ? null : { name: t('ended'), value: <Time atMs={settlement.at} /> },
        ]}
      />
    </Panel>
  )
}

function Places({ answer: { order, ticket, basis, settlement } }: { answer: Answer }) {
  const { t } = useTranslation('orders')
  const place = ({ batch, index, seq }: { batch: number; index: number; seq: number | null }) =>
    t('place', { batch, index, seq: seq ?? '–' })
  return (
    <Panel title={t('places')}>
      <Facts
        list={[
          { name: t('id'), value: <Address text={order.orderId} /> },
          { name: t('ticketHash'), value: <Address text={ticket.hash} /> },
          { name: t('ticket'), value: place(ticket) },
          settlement === null ? null : { name: t('receiptPlace'), value: place(settlement) },
          { name: t('basis'), value: t('basisOf', { model: basis.model, rules: basis.rules }) },
        ]}
      />
    </Panel>
  )
}

/** The owner's receipt: by its public name when he shares it, else as a file that the public page checks. */
function Receipt({ answer: { order, shared } }: { answer: Answer }) {
  const { t } = useTranslation('orders')
  const ask = useConsoleCall('consoleReceipt')
  async function save() {
    const answer = await ask.run({ orderId: order.orderId })
    if (answer === null) return
    const text = `${JSON.stringify(answer.receipt, null, 2)}\n`
    saveFile(new File([text], `tickmark-receipt-${order.orderNumber}.json`, { type: 'application/json' }))
  }
  return (
    <Panel title={t('receipt')}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-13">
        <Button tone="quiet" size="small" icon="download" busy={ask.busy} onClick={() => void save()}>
          {t('saveReceipt')}
        </Button>
        <a
          href={shared === null ? PUBLIC_CHECK : `${PUBLIC_CHECK}/${shared}`}
          target="_blank"
          rel="noreferrer"
          className={LINK}
        >
          {t(shared === null ? 'checkReceipt' : 'openShared')}
        </a>
      </div>
      <Problem text={ask.problem} />
    </Panel>
  )
}
