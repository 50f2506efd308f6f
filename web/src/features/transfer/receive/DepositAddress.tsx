import type { Currency } from '@tickmark/core/money/currencies'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { aboutMinutes } from '../../../entities/transferState.ts'
import { ltr } from '../../../format/ltr.ts'
import { saveEvidence } from '../../../components/saveEvidence.ts'
import { sayCopied } from '../../../components/sayCopied.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { QrCode } from '@tickmark/ui/chart/QrCode.tsx'
import { useUiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import type { Network } from '../parts/useNetworks.ts'
import { ownAddress } from './ownAddress.ts'

/** Characters shown of each end of an address until it is tapped. */
const ENDS = 15

/**
 * The user's deposit address on a network, as the house has signed it: QR code, copy button, full text on tap, what may be sent there,
 * and the house's promise as a file.
 */
export function DepositAddress({ currency, network }: { currency: Currency; network: Network }) {
  const { t } = useTranslation('transfer')
  const asked = useQuery(ownAddress(network))
  const { data } = asked
  if (asked.isError && !data) return <FailedCall title={t('receive.failed')} call={asked} />
  if (data === undefined) return <Waiting />
  if (data === null) return <Unsigned network={network.name} />
  const { address } = data.statement
  const minutes = aboutMinutes(network.confirmations * network.blockSeconds * 1_000)
  return (
    <>
      <div className="flex justify-center py-[18px]">
        <QrCode text={address} label={t('receive.qr', { currency: currency.code, network: network.name })} />
      </div>
      <CopyRow value={address} shown={<Ends address={address} />} onCopied={sayCopied} />
      <div className="px-0.5 pt-2.5 pb-[18px] text-13 text-ink-2">
        <p>{t('receive.only', { currency: currency.code, network: network.name })}</p>
        <p>
          {t('receive.creditedAfter', {
            confirmations: ltr(String(network.confirmations)),
            time: minutes === null ? t('underMinute') : t('aboutMinutes', { minutes: ltr(String(minutes)) }),
          })}
        </p>
      </div>
      <section aria-label={t('trade:promise.title')} className="px-0.5 pb-5">
        <p className="text-12 text-ink-2">{t('receive.signed')}</p>
        <Button
          tone="quiet"
          size="small"
          icon="download"
          className="mt-2"
          onClick={() => saveEvidence(network.name, data)}
        >
          {t('promise.save')}
        </Button>
      </section>
    </>
  )
}

/** In place of an address that the house has not signed: the evidence is offered above every page. */
function Unsigned({ network }: { network: string }) {
  const { t } = useTranslation('transfer')
  return (
    <p
      role="alert"
      className="my-[18px] flex items-start gap-2 rounded-3 bg-wrong-wash px-4 py-3 text-13 font-medium text-wrong"
    >
      <Icon name="warning" size={18} className="flex-none" />
      <span>{t('receive.unsigned', { network: ltr(network) })}</span>
    </p>
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
