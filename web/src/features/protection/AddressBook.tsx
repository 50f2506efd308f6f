import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call, type Reply } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { SwitchRow } from '@tickmark/ui/form/SwitchRow.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { AddAddress } from './AddAddress.tsx'
import { AddressRow } from './AddressRow.tsx'

export type ProtectionState = Reply<'getProtection'>

/** Addresses that are paid at once, and whether others have to wait. */
export function AddressBook({ state }: { state: ProtectionState }) {
  const { t } = useTranslation('wallet')
  const [adding, setAdding] = useState(false)
  return (
    <section aria-labelledby="address-book">
      <h2 id="address-book" className="pb-1 text-15 font-semibold">
        {t('protection.addressBook')}
      </h2>
      <p className="text-13 text-ink-2">{t('protection.addressBookNote')}</p>
      <Wait state={state} />
      {state.addresses.length === 0 ? (
        <p className="border-b border-rule py-4 text-13 text-ink-3">{t('protection.noAddresses')}</p>
      ) : (
        <ul aria-label={t('protection.addressBook')}>
          {state.addresses.map((one) => (
            <li key={one.id}>
              <AddressRow item={one} />
            </li>
          ))}
        </ul>
      )}
      <Button
        tone="quiet"
        size="medium"
        icon="plus"
        className="mt-4"
        aria-haspopup="dialog"
        onClick={() => setAdding(true)}
      >
        {t('protection.addAddress')}
      </Button>
      <AddAddress open={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

/** The waiting time for new addresses. Turning it off takes a day, so that a thief cannot turn it off and withdraw. */
function Wait({ state }: { state: ProtectionState }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const { busy, run } = useAction()
  const until = state.addressBookUntil

  async function turn(on: boolean) {
    const reply = await call('setAddressBook', { on: on ? 1 : 0 })
    const isWaiting = reply.on && reply.until === null
    toast(isWaiting ? t('protection.waitOn') : t('protection.waitEnds'), { tone: 'good' })
  }

  return (
    <SwitchRow
      label={t('protection.wait')}
      note={
        until === null
          ? t('protection.waitNote')
          : t('protection.waitUntil', { time: format.dateTime(until) })
      }
      checked={state.addressBook && until === null}
      disabled={busy}
      onChange={(on) => void run(() => turn(on))}
    />
  )
}
