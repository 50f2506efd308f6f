import { CallFailed } from '@tickmark/client/callFailed.ts'
import { listenForWallets, useWallets } from '@tickmark/client/wallets/foundWallets.ts'
import { walletProblem, type Wallet } from '@tickmark/client/wallets/wallet.ts'
import { useEffect, useState } from 'react'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { call, refresh } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Problem } from '../kit/Problem.tsx'
import { isSignInText } from './signInText.ts'
import { forgetLink } from './link.ts'

let listening = false

/** The wallets of this browser: the chosen one signs a one-time text that proves the operator's address. */
export function WalletChoice({ link }: { link: string | null }) {
  const { t } = useTranslation('gate')
  const wallets = useWallets()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!listening) listenForWallets()
    listening = true
  }, [])

  async function choose(wallet: Wallet) {
    setBusy(wallet.id)
    setProblem(null)
    try {
      await signIn(wallet, link)
      forgetLink()
      refresh('consoleSession')
    } catch (failure) {
      setProblem(failure instanceof CallFailed ? failure.message : t(`wallet.${walletProblem(failure)}`))
    } finally {
      setBusy(null)
    }
  }

  if (wallets.length === 0) return <Empty icon="wallet" title={t('noWallet')} detail={t('noWalletDetail')} />
  return (
    <div className="grid gap-2">
      <p className="text-13 text-ink-2">{t('choose')}</p>
      {wallets.map((wallet) => (
        <button
          key={wallet.id}
          type="button"
          aria-busy={busy === wallet.id || undefined}
          disabled={busy !== null}
          onClick={() => void choose(wallet)}
          className="flex min-h-12 items-center gap-3 rounded-2 border border-edge bg-sheet px-4 text-start text-15 font-medium hover:bg-well disabled:opacity-60"
        >
          {wallet.icon === null ? (
            <Icon name="wallet" size={20} />
          ) : (
            <img src={wallet.icon} alt="" width={24} height={24} className="rounded-1" />
          )}
          <span className="flex-1">{wallet.name}</span>
          {busy === wallet.id && <span className="text-12 text-ink-2">{t('signInWallet')}</span>}
        </button>
      ))}
      <Problem text={problem} />
    </div>
  )
}

/** Proves an address to the server. Throws the wallet's or the server's error. */
async function signIn(wallet: Wallet, link: string | null): Promise<void> {
  const address = await wallet.connect()
  const asked = { address, walletType: wallet.walletType }
  const { message } = await call('consoleChallenge', asked, { quiet: true })
  if (!isSignInText(message, location.host, address))
    throw new Error('the text to sign is not the one that was asked for')
  const signature = await wallet.sign(address, message)
  await call(
    'consoleSignIn',
    { ...asked, message, signature, ...(link !== null && { link }) },
    { quiet: true },
  )
}
