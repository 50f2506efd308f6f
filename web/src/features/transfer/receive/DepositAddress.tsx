import type { Currency } from '@tickmark/core/money/currencies'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { query } from '../../../api/api.ts'
import { aboutMinutes } from '../../../entities/transferState.ts'
import { ltr } from '../../../format/ltr.ts'
import { sayCopied } from '../../../components/sayCopied.ts'
import { shortAddress } from '@tickmark/client/format/shortAddress.ts'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { QrCode } from '@tickmark/ui/chart/QrCode.tsx'
import { useUiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import type { Network } from '../parts/useNetworks.ts'

/** Characters shown of each end of an address until it is tapped. */
const ENDS = 15

/** The user's deposit address on a network: QR code, copy button, full text on tap, and what may be sent there. */
export function DepositAddress({ currency, network }: { currency: Currency; network: Network }) {
  const { t } = useTranslation('transfer')
  const options = query('recharge', { typeId: network.typeId })
  // The address never changes: fetch it once in a visit.
  const address = useQuery({ ...options, staleTime: Infinity })
  const { data } = address
  if (address.isError && !data) return <FailedCall title={t('receive.failed')} call={address} />
  if (!data) return <Waiting />
  const minutes = aboutMinutes(network.confirmations * network.blockSeconds * 1_000)
  return (
    <>
      <div className="flex justify-center py-[18px]">
        <QrCode
          text={data.qrText}
          label={t('receive.qr', { currency: currency.code, network: network.name })}
        />
      </div>
      <CopyRow value={data.address} shown={<Ends address={data.address} />} onCopied={sayCopied} />
      <div className="px-0.5 pt-2.5 pb-[18px] text-13 text-ink-2">
        <p>{t('receive.only', { currency: currency.code, network: network.name })}</p>
        <p>
          {t('receive.creditedAfter', {
            confirmations: ltr(String(network.confirmations)),
            time: minutes === null ? t('underMinute') : t('aboutMinutes', { minutes: ltr(String(minutes)) }),
          })}
        </p>
      </div>
    </>
  )
}

/** The first and last characters of an address; on tap all of it. */
function Ends({ address }: { address: string }) {
  const { t } = useTranslation('transfer')
  const [whole, setWhole] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={whole}
      title={t('receive.wholeAddress')}
      onClick={() => setWhole(!whole)}
      className="-my-2 min-h-11 w-full py-2 text-start break-all"
    >
      {whole ? address : shortAddress(address, ENDS)}
    </button>
  )
}

function Waiting() {
  const words = useUiTexts()
  return (
    <div role="status" className="breathe">
      <span className="sr-only">{words.loading}</span>
      <div className="mx-auto my-[18px] size-[212px] rounded-3 bg-well" />
      <div className="h-12 rounded-2 bg-well" />
    </div>
  )
}
