import type { WitnessedHead } from '@tickmark/core/log/witnessed'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Section } from '../../../components/Section.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { ProofStampKind } from '../../../receipts/proofStamp.ts'
import { saveJson, stopSharing } from './receiptFile.ts'
import { sharePicture } from './sharePicture.ts'

interface ShareReceiptProps {
  orderId: string
  receipt: Receipt
  /** The newest head signed by witnesses that covers the receipt's entries. */
  witnessed: WitnessedHead | null
  /** The public name while it is shared; null otherwise. */
  shared: string | null
  stamp: ProofStampKind
}

/** The owner's further actions: end the sharing, save the data, share a picture. */
export function ShareReceipt({ orderId, receipt, witnessed, shared, stamp }: ShareReceiptProps) {
  const { t } = useTranslation('proof')
  return (
    <div className="pt-6">
      <Section title={t('shareTitle')} note={t('shareNote')}>
        <div className="flex flex-wrap gap-2 pt-2">
          <Button
            tone="quiet"
            size="small"
            icon="download"
            onClick={() => saveJson(orderId, { receipt, witnessed })}
          >
            {t('json')}
          </Button>
          {(stamp === 'holds' || stamp === 'notProven') && (
            <Button tone="quiet" size="small" icon="share" onClick={() => void sharePicture(receipt, stamp)}>
              {t('picture')}
            </Button>
          )}
          {shared !== null && (
            <Button tone="quiet" size="small" icon="close" onClick={() => void stopSharing(orderId)}>
              {t('stop')}
            </Button>
          )}
        </div>
      </Section>
    </div>
  )
}
