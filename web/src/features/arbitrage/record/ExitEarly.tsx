import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import { useState } from 'react'
import { call, type Reply } from '../../../api/api.ts'
import { useShownMoneyCall } from '../../../api/moneyCall.ts'
import { useAction } from '../../../api/useAction.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { signExit } from '../../../wallets/signHosting.ts'
import { sendSigned } from '../signedHosting.ts'
import { unitsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

/** Ends an order early, after the user has seen the payout and the fee. */
export function ExitEarly({ item }: { item: HostingItem }) {
  const { t } = useTranslation('arbitrage')
  const { usdt, fine, time } = useArbitrageTexts()
  const [estimate, setEstimate] = useState<Reply<'getExitEstimate'> | null>(null)
  const { busy, run } = useAction()
  const { send } = useShownMoneyCall('exitHosting')
  const { ask, dialog } = useQuestion(exit)
  const { orderNumber } = item

  async function open() {
    await run(async () => {
      setEstimate(await call('getExitEstimate', { orderNumber }))
      ask()
    })
  }

  async function exit() {
    const back = unitsOf(estimate?.redeemMoney ?? '0')
    const ended = await sendSigned(
      send,
      () => signExit(orderNumber, back),
      (consent) => ({ orderNumber, ...consent }),
    )
    if (ended.kind === 'wrong') toast(ended.text, { tone: 'wrong' })
    if (ended.kind === 'done') toast(ended.answer.message, { tone: 'good' })
  }

  return (
    <>
      <Button tone="plain" size="small" busy={busy} onClick={() => void open()} aria-haspopup="dialog">
        {t('exit.action')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('exit.title')}
        yesLabel={t('exit.yes')}
        noLabel={t('exit.no')}
        tone="wrong"
      >
        {estimate && (
          <>
            <p>{t('exit.detail', { time: time(item.expireTime) })}</p>
            <Ledger>
              <LedgerRow tight label={t('orders.amount')}>
                {usdt(item.orderMoney)}
              </LedgerRow>
              <LedgerRow tight label={t('orders.deducted')}>
                {usdt(estimate.deductionMoney)}
              </LedgerRow>
              <LedgerRow tight label={t('exit.back')}>
                {usdt(estimate.redeemMoney)}
              </LedgerRow>
              <LedgerRow tight label={t('exit.kept')}>
                {fine(estimate.totArbitrage)}
              </LedgerRow>
            </Ledger>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
