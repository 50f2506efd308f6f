import { currencyById } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import { partsOf } from '@tickmark/core/wallet/networkTypes'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { amountText } from '../../../format/figures.ts'
import { useFormat } from '../../../format/format.ts'
import { ltr } from '../../../format/ltr.ts'
import { shortAddress } from '../../../format/shortAddress.ts'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import type { SendTerms } from '../send/sendForm.ts'
import type { SwapTerms } from '../swap/swapForm.ts'

interface FinishProps<Terms> {
  /** What was asked for earlier and got no answer; null while nothing stands in the way. */
  earlier: Terms | null
  busy: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before an earlier withdrawal is sent again in place of the one that was reviewed. */
export function FinishEarlierSend({ earlier, ...rest }: FinishProps<SendTerms>) {
  const { t } = useTranslation('transfer')
  const sum = useSumText()
  const text =
    earlier &&
    t('send.earlierAsk', {
      amount: sum(partsOf(Number(earlier.typeId)).currency, earlier.usdtNum),
      address: ltr(shortAddress(earlier.withdrawcoinUrl, 8)),
    })
  return <Finish title={t('send.earlierTitle')} text={text} {...rest} />
}

/** Asks before an earlier swap is sent again in place of the one on screen. */
export function FinishEarlierSwap({ earlier, ...rest }: FinishProps<SwapTerms>) {
  const { t } = useTranslation('transfer')
  const sum = useSumText()
  const text =
    earlier &&
    t('swap.earlierAsk', {
      amount: sum(Number(earlier.currencyId), earlier.exchangeMoney),
      currency: currencyById(Number(earlier.toCurrencyId))?.code ?? '',
    })
  return <Finish title={t('swap.earlierTitle')} text={text} {...rest} />
}

interface QuestionProps extends Omit<FinishProps<unknown>, 'earlier'> {
  title: string
  text: string | null
}

function Finish({ title, text, busy, onYes, onNo }: QuestionProps) {
  const { t } = useTranslation('transfer')
  return (
    <ConfirmDialog
      open={text !== null}
      title={title}
      yesLabel={t('yes')}
      noLabel={t('no')}
      busy={busy}
      onYes={onYes}
      onNo={onNo}
    >
      {text}
    </ConfirmDialog>
  )
}

/** Writes an amount of the wire with its currency: "50.00 USDT". */
function useSumText(): (currencyId: number, amount: string) => string {
  const format = useFormat()
  return (currencyId, amount) => {
    const code = currencyById(currencyId)?.code ?? ''
    return ltr(`${amountText(format, code, parseAmount(amount) ?? 0n)} ${code}`)
  }
}
