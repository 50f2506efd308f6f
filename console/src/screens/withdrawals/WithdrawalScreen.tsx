import { INTENT_FIELDS } from '@tickmark/core/wallet/withdrawalIntent'
import { useParams } from 'wouter'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { useMay } from '../../session/operator.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { HoldButton } from './HoldButton.tsx'
import { WithdrawalBadge } from './states.tsx'
import { VotePanel } from './VotePanel.tsx'

type Shown = Reply<'consoleWithdrawal'>

/** One withdrawal: what its owner signed, why it needs operators, their votes, and its payment. */
export function WithdrawalScreen() {
  const { t } = useTranslation('withdrawals')
  const { id = '' } = useParams()
  const asked = useConsoleQuery('consoleWithdrawal', { id }, { refetchInterval: 2_000 })
  const shown = asked.data?.withdrawal
  return (
    <Screen
      title={shown ? t('titleOf', { amount: shown.amount, currency: shown.currency }) : t('one')}
      back={{ href: hrefTo.withdrawals(), label: t('title') }}
      beside={shown && <WithdrawalBadge state={shown.state} />}
      actions={shown && <Actions shown={shown} />}
    >
      <Answered of={asked}>
        {(data) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Intent data={data} />
            <div className="grid gap-4">
              {data.hold && <Caution>{t('held', { case: data.hold.caseId })}</Caution>}
              {data.asked && <Why asked={data.asked} currency={data.withdrawal.currency} />}
              {data.withdrawal.isAsked && <VotePanel data={data} />}
              <Course data={data} />
            </div>
          </div>
        )}
      </Answered>
    </Screen>
  )
}

function Actions({ shown }: { shown: Shown['withdrawal'] }) {
  return useMay('decideWithdrawals') ? <HoldButton userId={shown.userId} owner={shown.owner} /> : null
}

/** The fields that the owner's wallet showed at signing, and whether the signature is his. */
function Intent({ data }: { data: Shown }) {
  const { t, tKnown } = useTranslation('withdrawals')
  const { verdict, differs, withdrawal } = data
  const tone = verdict === 'valid' ? 'good' : verdict === 'invalid' ? 'wrong' : 'caution'
  return (
    <Panel title={t('signed')} trailing={<Badge tone={tone}>{t(`verdict.${verdict}`)}</Badge>}>
      {differs.length > 0 && (
        <Caution className="mb-2">{t('differs', { fields: differs.join(', ') })}</Caution>
      )}
      <Facts
        list={[
          { name: t('column.owner'), value: <Address text={withdrawal.owner} whole /> },
          ...fieldsInOrder(data.intent).map(([name, value]) => ({
            name: tKnown(`field.${name}`) ?? name,
            value: <Signed name={name} value={value} />,
          })),
          { name: t('signature'), value: <Address text={data.signature} /> },
          { name: t('requested'), value: <Time atMs={withdrawal.requestedAt} /> },
        ]}
      />
    </Panel>
  )
}

/** A signed field, unchanged; but the expiry, which the wallet showed in UTC, is in the operator's time zone. */
function Signed({ name, value }: { name: string; value: string }) {
  const atMs = name === 'expires' ? Date.parse(value) : Number.NaN
  return Number.isNaN(atMs) ? (
    <bdi className="font-mono text-12 break-all">{value}</bdi>
  ) : (
    <Time atMs={atMs} />
  )
}

/** The fields in the wallet's order; fields unknown to this console come last. */
function fieldsInOrder(intent: Shown['intent']): [name: string, value: string][] {
  const place = (name: string) => [...INTENT_FIELDS, name].findIndex((one) => one === name)
  return Object.entries(intent).toSorted(([one], [other]) => place(one) - place(other))
}

const SUMS = ['ownBefore', 'ownMost', 'hourBefore', 'hourMost'] as const

/** Which of the two limits it exceeded. */
function Why({ asked, currency }: { asked: NonNullable<Shown['asked']>; currency: string }) {
  const { t } = useTranslation('withdrawals')
  const money = (amount: string) => <Money amount={amount} code={currency} />
  return (
    <Panel title={t('why')}>
      <p className="pb-2 text-13 text-ink-2">{t(`asked.${asked.why}`)}</p>
      <Facts list={SUMS.map((name) => ({ name: t(name), value: money(asked[name]) }))} />
    </Panel>
  )
}

/** Its steps so far, and its payment on the chain. */
function Course({ data }: { data: Shown }) {
  const { t } = useTranslation('withdrawals')
  const { payment, steps, addressFrom, withdrawal } = data
  const newest = payment.txid ?? payment.transactions[0]?.txid
  return (
    <Panel title={t('course')}>
      <ol className="mb-3 grid gap-1.5">
        {steps.map((step) => (
          <li key={`${step.state} ${step.at}`} className="flex flex-wrap justify-between gap-3 text-13">
            <WithdrawalBadge state={step.state} />
            <Time atMs={step.at} />
          </li>
        ))}
      </ol>
      <Facts
        list={[
          withdrawal.dueAt === null ? null : { name: t('promised'), value: <Time atMs={withdrawal.dueAt} /> },
          addressFrom === null ? null : { name: t('addressFrom'), value: <Time atMs={addressFrom} /> },
          payment.reason === null ? null : { name: t('ended'), value: payment.reason },
          newest === undefined ? null : { name: t('txid'), value: <Address text={newest} /> },
          payment.block === null ? null : { name: t('block'), value: String(payment.block) },
          newest === undefined
            ? null
            : {
                name: t('confirmations'),
                value: t('ofNeeded', { done: payment.confirmations, needed: payment.needed }),
              },
          payment.fee === null
            ? null
            : { name: t('fee'), value: <Money amount={payment.fee} code={withdrawal.currency} /> },
        ]}
      />
    </Panel>
  )
}
