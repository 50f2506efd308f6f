import { useTranslation } from '../../i18n/useTranslation.ts'
import { AskSupport } from '../../components/AskSupport.tsx'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import {
  changeBy,
  feeStateOf,
  statusWord,
  type TransferItem,
  type TransferKind,
} from '../../entities/transferState.ts'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { When } from '../../components/When.tsx'
import { CancelWithdrawal } from './CancelWithdrawal.tsx'
import { WithdrawalPromise } from './WithdrawalPromise.tsx'
import { TransferSteps, type TransferStepsProps } from './TransferSteps.tsx'

export { TransferSteps }

/** Details of a deposit or withdrawal: amount, state, timeline, fee, address, transaction, and a cancel button. */
export function TransferCard({ kind, item, blockSeconds }: TransferStepsProps) {
  const { t } = useTranslation('transfer')
  return (
    <article aria-label={kind === 'deposit' ? t('deposit') : t('withdrawal')} className="py-3">
      <CardHead kind={kind} item={item} />
      <div className="pt-4">
        <TransferSteps kind={kind} item={item} blockSeconds={blockSeconds} />
      </div>
      {kind === 'withdrawal' && <Fee item={item} />}
      <Copied label={kind === 'deposit' ? t('ownAddress') : t('toAddress')} value={item.address} />
      {item.txid !== null && <Copied label={t('transaction')} value={item.txid} />}
      {kind === 'withdrawal' && <WithdrawalPromise item={item} />}
      {item.isCancellable && <CancelWithdrawal id={item.id} />}
      <AskSupport about={{ subject: kind, subjectId: item.id }} className="mt-2" />
    </article>
  )
}

const TONES: Record<ReturnType<typeof statusWord>, BadgeTone> = {
  pending: 'caution',
  success: 'good',
  failed: 'wrong',
}

function CardHead({ kind, item }: { kind: TransferKind; item: TransferItem }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const sum = amountText(format, item.name, changeBy(kind, item), true)
  const status = statusWord(item.status)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="grid size-[38px] flex-none place-items-center rounded-full bg-well">
        <Icon name={kind === 'deposit' ? 'receive' : 'send'} size={19} />
      </span>
      <span className="min-w-min flex-1 leading-tight">
        <bdi dir="ltr" className="block text-15 font-semibold rtl:text-end">{`${sum} ${item.name}`}</bdi>
        <span className="block pt-0.5 text-12 text-ink-2">
          <bdi>{item.network}</bdi> ·{' '}
          <span className="inline-block">
            <When atMs={item.time} />
          </span>
        </span>
      </span>
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
    </div>
  )
}

/** The network fee; until the withdrawal is final, its maximum. */
function Fee({ item }: { item: TransferItem }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const fee = format.figure(item.fee)
  return (
    <Ledger>
      <LedgerRow label={t(feeStateOf(item))} tight>
        <bdi dir="ltr">{`${fee} ${item.name}`}</bdi>
      </LedgerRow>
    </Ledger>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid gap-1.5 pt-3">
      <p className="text-12 text-ink-2">{label}</p>
      <CopyRow value={value} onCopied={sayCopied} />
    </div>
  )
}
