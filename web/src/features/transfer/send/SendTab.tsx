import type { Currency } from '@tickmark/core/money/currencies'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../api/api.ts'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { NetworkChoice } from '../parts/NetworkChoice.tsx'
import { NewestTransfers } from '../parts/NewestTransfers.tsx'
import { ReviewSend } from './ReviewSend.tsx'
import { SendFields } from './SendFields.tsx'
import { TabBody } from '../parts/TabBody.tsx'
import { useSendForm } from './useSendForm.ts'

/** Send: first whether withdrawals are allowed, then the form and the newest withdrawals. */
export function SendTab({ currency }: { currency: Currency }) {
  const { t } = useTranslation('transfer')
  const check = useCall('checkApply', {})
  const hold = check.error instanceof CallFailed && check.error.code === 'security_hold' ? check.error : null

  useEffect(() => {
    if (hold) toast(hold.message || t('isApply'), { tone: 'wrong' })
  }, [hold, t])

  if (hold) return <Held currency={currency} why={hold.message || t('isApply')} />
  if (check.isError && !check.data) return <FailedCall title={t('send.checkFailed')} call={check} />
  if (!check.data) {
    return (
      <div className="pt-4">
        <Skeleton shape="text" />
        <Skeleton shape="ledger" count={3} />
      </div>
    )
  }
  return <OpenForm currency={currency} />
}

function OpenForm({ currency }: { currency: Currency }) {
  const state = useSendForm(currency)
  const newest = useRef<HTMLDivElement>(null)
  return (
    <NetworkChoice
      currency={currency}
      networks={state.networks}
      onChoose={(value) => state.change({ field: 'typeId', value })}
    >
      {(network) => (
        <TabBody
          hint="withdrawal"
          aside={
            <div ref={newest} className="scroll-mt-14">
              <NewestTransfers kind="withdrawal" currency={currency} networks={state.networks.list} />
            </div>
          }
          foot={
            <ReviewSend
              state={state}
              currency={currency}
              network={network}
              onSent={() => newest.current?.scrollIntoView({ behavior: 'smooth' })}
            />
          }
        >
          <SendFields state={state} currency={currency} network={network} />
        </TabBody>
      )}
    </NetworkChoice>
  )
}

/** A security hold in the server's words: case, reason and end. Pending withdrawals stay visible. */
function Held({ currency, why }: { currency: Currency; why: string }) {
  const { t } = useTranslation('transfer')
  return (
    <div className="pb-8">
      <div className="my-4 flex items-start gap-3 rounded-3 bg-caution-wash p-3.5">
        <Icon name="lock" className="text-caution" />
        <div>
          <p className="font-semibold text-caution">{t('send.heldTitle')}</p>
          <p className="pt-0.5 text-13">{why}</p>
        </div>
      </div>
      <NewestTransfers kind="withdrawal" currency={currency} networks={[]} />
    </div>
  )
}
