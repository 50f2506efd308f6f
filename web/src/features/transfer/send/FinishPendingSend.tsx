import { partsOf } from '@tickmark/core/wallet/networkTypes'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { ltr } from '../../../format/ltr.ts'
import { shortAddress } from '../../../format/shortAddress.ts'
import { FinishPending, type FinishPendingProps } from '../parts/FinishPending.tsx'
import { useSumText } from '../parts/useSumText.ts'
import type { SendTerms } from './sendForm.ts'

interface FinishPendingSendProps extends Omit<FinishPendingProps, 'title' | 'text'> {
  earlier: SendTerms | null
}

/** Asks before an earlier withdrawal is sent again instead of the reviewed one. */
export function FinishPendingSend({ earlier, ...rest }: FinishPendingSendProps) {
  const { t } = useTranslation('transfer')
  const sum = useSumText()
  const text =
    earlier &&
    t('send.earlierAsk', {
      amount: sum(partsOf(Number(earlier.typeId)).currency, earlier.amount),
      address: ltr(shortAddress(earlier.destination, 8)),
    })
  return <FinishPending title={t('send.earlierTitle')} text={text} {...rest} />
}
