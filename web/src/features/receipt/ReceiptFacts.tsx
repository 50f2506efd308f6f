import { hexOf } from '@tickmark/core/bytes'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { formatAmount } from '@tickmark/core/money/money'
import { winningLevel } from '@tickmark/core/orders/orders'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText, briefText, levelText, priceText, shareText } from '@tickmark/client/format/figures.ts'
import { type Format } from '@tickmark/client/format/format.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { useSession } from '../../session/session.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { ReceiptStory } from './ReceiptStory.tsx'

/** The receipt's content; every figure comes from the file itself. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipt')
  const format = useFormat()
  const { ticket, settlement, checkpoint } = receipt
  const head = parseCheckpoint(splitNote(checkpoint)?.text ?? '')
  // The actual result: the ticket only promises a profit.
  const sums = [ticket.stake, settlement.net, settlement.payout].map((units) =>
    briefText(format, ticket.currency, BigInt(units)),
  )
  return (
    <>
      <ReceiptStory
        receipt={receipt}
        entryText={settlement.entrySeq === 0 ? null : price(format, ticket.pid, settlement.entryPrice)}
        exitText={settlement.exitSeq === 0 ? null : price(format, ticket.pid, settlement.exitPrice)}
      />
      <Ledger>
        <Prices receipt={receipt} />
        <LedgerRow label={t('chanceMargin')}>
          <bdi dir="ltr">{`${shareText(ticket.chancePpm, 1)} · ${shareText(ticket.marginPpm, 1)}`}</bdi>
        </LedgerRow>
        <LedgerRow label={t('sums')}>
          <bdi dir="ltr">{`${sums.join(' · ')} ${ticket.currency}`}</bdi>
        </LedgerRow>
        <LedgerRow label={t('placed')}>
          <Moment atMs={ticket.acceptedAt} />
        </LedgerRow>
        <LedgerRow label={t('settled')}>
          <Moment atMs={settlement.settledAt} />
        </LedgerRow>
        <LedgerRow label={t('order')} mono>
          <bdi dir="ltr">{ticket.order}</bdi>
        </LedgerRow>
        {head && (
          <LedgerRow
            label={t('root', { seq: ltr(format.figure(String(head.size), { decimals: 0 })) })}
            mono
            last
          >
            <bdi dir="ltr" title={hexOf(head.root)}>
              {`${hexOf(head.root).slice(0, 4)}…${hexOf(head.root).slice(-4)}`}
            </bdi>
          </LedgerRow>
        )}
      </Ledger>
    </>
  )
}

/** The two deciding ticks with their positions in the log, and the winning level. */
function Prices({ receipt: { ticket, settlement } }: { receipt: Receipt }) {
  const { t } = useTranslation('receipt')
  const format = useFormat()
  const seq = (place: number) => ltr(format.figure(String(place), { decimals: 0 }))
  if (settlement.entrySeq === 0) {
    return (
      <LedgerRow label={t('noEntry')}>
        <bdi dir="ltr">—</bdi>
      </LedgerRow>
    )
  }
  const level = winningLevel(ticket.direction, ticket.barrierPpm, BigInt(settlement.entryPrice))
  return (
    <>
      <LedgerRow label={t('entry', { seq: seq(settlement.entrySeq) })}>
        <bdi dir="ltr">{price(format, ticket.pid, settlement.entryPrice)}</bdi>
      </LedgerRow>
      {settlement.exitSeq > 0 && (
        <LedgerRow label={t('settlement', { seq: seq(settlement.exitSeq) })}>
          <bdi dir="ltr">{price(format, ticket.pid, settlement.exitPrice)}</bdi>
        </LedgerRow>
      )}
      {settlement.exitSeq === 0 && (
        <LedgerRow label={settlement.outcome === 'closed' ? t('closedAt') : t('noSettlement')}>
          <bdi dir="ltr">
            {settlement.outcome === 'closed'
              ? `${amountText(format, ticket.currency, BigInt(settlement.bid))} ${ticket.currency}`
              : '—'}
          </bdi>
        </LedgerRow>
      )}
      <LedgerRow label={ticket.direction === 'up' ? t('aboveLine') : t('belowLine')}>
        <bdi dir="ltr">{levelText(format, ticket.pid, level, ticket.direction)}</bdi>
      </LedgerRow>
    </>
  )
}

/** A moment to the second, because an order is decided by the second; the time zone appears on touch. */
function Moment({ atMs }: { atMs: number }) {
  const format = useFormat()
  const { language } = useSession()
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.exactTime(atMs)}>
      {timesOf(language).moment(atMs)}
    </time>
  )
}

function price(format: Format, pid: number, units: string): string {
  return priceText(format, pid, formatAmount(BigInt(units)))
}
