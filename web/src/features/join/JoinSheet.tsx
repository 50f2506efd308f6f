import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { kept } from '@tickmark/client/storage.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { joinWith } from '../../wallets/connect.ts'
import { askWallets, useWallets } from '@tickmark/client/wallets/foundWallets.ts'
import { sayHowJoined } from '../../wallets/sayHowJoined.ts'
import { loadWallets } from '../../wallets/startWallets.ts'
import { usePracticeJoin } from '../../wallets/usePracticeJoin.ts'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { NoWallet } from './NoWallet.tsx'
import { orderWallets } from './orderWallets.ts'
import { WalletRow } from './WalletRow.tsx'

/** Choice of a way to sign in: a wallet of this browser, another browser, or a practice wallet. */
export function JoinSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('join')
  const wallets = orderWallets(useWallets(), kept('wallet'))
  const [busyId, setBusyId] = useState<string | null>(null)
  const practice = usePracticeJoin()
  const sandbox = useConfig()?.mode !== 'live'

  useEffect(() => {
    if (!open) return
    // Without a network, those found so far are shown.
    void loadWallets().catch(() => {})
    askWallets()
  }, [open])

  async function join(wallet: Wallet) {
    setBusyId(wallet.id)
    const joined = await joinWith(wallet)
    setBusyId(null)
    sayHowJoined(joined)
  }

  const first = wallets[0]
  const waits = practice.busy || busyId !== null
  return (
    <Sheet open={open} onClose={onClose} title={t('home:join')} firm={waits}>
      <p className="text-13 text-ink-2">{t('intro')}</p>
      {first ? (
        <div className="mt-4">
          <Button
            wide
            busy={busyId === first.id}
            disabled={waits && busyId !== first.id}
            onClick={() => void join(first)}
          >
            {t('continueWith', { name: first.name })}
          </Button>
          {wallets.length > 1 && (
            <div className="mt-3 border-t border-rule">
              {wallets.slice(1).map((wallet) => (
                <WalletRow
                  key={wallet.id}
                  wallet={wallet}
                  busy={busyId === wallet.id}
                  onPress={() => void join(wallet)}
                />
              ))}
            </div>
          )}
        </div>
      ) : (
        <NoWallet />
      )}
      <p role="status" className={busyId ? 'pt-3 text-center text-13 font-medium text-brand' : 'sr-only'}>
        {busyId ? t('busy') : ''}
      </p>
      <div className="mt-4 rounded-3 border border-rule p-4">
        <Button
          tone={first ? 'quiet' : 'primary'}
          wide
          busy={practice.busy}
          disabled={busyId !== null}
          onClick={practice.join}
        >
          {t('home:hint.practice')}
        </Button>
        <p className="pt-2.5 text-12 text-ink-2">
          {t('practiceNote')} {!sandbox && t('practiceLive')}
        </p>
      </div>
    </Sheet>
  )
}
