import type { Currency } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { call } from '../../../api/api.ts'
import { useAction } from '../../../api/useAction.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { DepositAddress } from './DepositAddress.tsx'
import { NetworkChoice } from '../parts/NetworkChoice.tsx'
import { NewestTransfers } from '../parts/NewestTransfers.tsx'
import { TabBody } from '../parts/TabBody.tsx'
import { useNetworks, type Network } from '../parts/useNetworks.ts'

/** Receive: the user's address on each network, and the newest deposits. */
export function ReceiveTab({ currency }: { currency: Currency }) {
  const [typeId, setTypeId] = useState<number | null>(null)
  const networks = useNetworks(currency, typeId, 'receive')
  return (
    <NetworkChoice currency={currency} networks={networks} onChoose={setTypeId}>
      {(network) => (
        <TabBody
          hint="deposit"
          aside={<NewestTransfers kind="deposit" currency={currency} networks={networks.list} />}
        >
          <DepositAddress key={network.typeId} currency={currency} network={network} />
          {network.isTest && <TestMoney currency={currency} network={network} />}
        </TabBody>
      )}
    </NetworkChoice>
  )
}

/** Test coins of the sandbox's own chain: worthless, but sent in a real transaction. */
function TestMoney({ currency, network }: { currency: Currency; network: Network }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const { busy, run } = useAction()

  async function ask() {
    const { money } = await call('getTestMoney', { typeId: network.typeId })
    const amount = ltr(`${amountText(format, currency.code, parseAmount(money) ?? 0n)} ${currency.code}`)
    toast(t('receive.testMoneySent', { amount }), { tone: 'good' })
  }

  return (
    <div className="pb-5">
      <Button tone="quiet" size="medium" wide busy={busy} onClick={() => void run(ask)}>
        {t('receive.getTestMoney')}
      </Button>
      <p className="px-0.5 pt-2 text-12 text-ink-2">{t('receive.testNote')}</p>
    </div>
  )
}
